import { addWords } from '@yunduo/app-shell';
import { device } from '@yunduo/i18n-public-site/zh/device';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { device });
