import { addWords } from '@yunduo/app-shell';
import { subscribe } from '@yunduo/i18n-public-site/en/subscribe';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { subscribe });
