import { addWords } from '@yunduo/app-shell';
import { validation } from '@yunduo/i18n/zh/validation';
import { clientDownload } from '@yunduo/i18n-public-site/zh/client-download';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { validation, clientDownload });
