import { addWords } from '@yunduo/app-shell';
import { pages } from '@yunduo/i18n/en/pages';
import { store } from '@yunduo/i18n-public-site/en/store';
import { en } from '../../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { store, pages });
