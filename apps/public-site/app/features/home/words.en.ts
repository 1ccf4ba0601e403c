import { addWords } from '@yunduo/app-shell';
import { home } from '@yunduo/i18n-public-site/en/home';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { home });
