import { addWords } from '@yunduo/app-shell';
import { clientDownload } from '@yunduo/i18n-public-site/en/client-download';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { clientDownload });
