import { addWords } from '@yunduo/app-shell';
import { about } from '@yunduo/i18n-public-site/zh/about';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { about });
