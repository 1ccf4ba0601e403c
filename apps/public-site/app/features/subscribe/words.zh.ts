import { addWords } from '@yunduo/app-shell';
import { subscribe } from '@yunduo/i18n-public-site/zh/subscribe';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { subscribe });
