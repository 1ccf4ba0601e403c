import { addWords } from '@yunduo/app-shell';
import { pages } from '@yunduo/i18n/zh/pages';
import { store } from '@yunduo/i18n-public-site/zh/store';
import { zh } from '../../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { store, pages });
