import { addWords } from '@yunduo/app-shell';
import { home } from '@yunduo/i18n-public-site/zh/home';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { home });
