import { addWords } from '@yunduo/app-shell';
import { purchase } from '@yunduo/i18n-public-site/zh/purchase';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { purchase });
