import { addWords } from '@yunduo/app-shell';
import { device } from '@yunduo/i18n-public-site/en/device';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { device });
