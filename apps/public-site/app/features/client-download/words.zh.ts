import { addWords } from '@yunduo/app-shell';
import { clientDownload } from '@yunduo/i18n-public-site/zh/client-download';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { clientDownload });
