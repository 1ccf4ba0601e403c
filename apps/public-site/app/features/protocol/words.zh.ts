import { addWords } from '@yunduo/app-shell';
import { protocol } from '@yunduo/i18n-public-site/zh/protocol';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { protocol });
