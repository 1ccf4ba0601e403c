import { addWords } from '@yunduo/app-shell';
import { auth } from '@yunduo/i18n-public-site/zh/auth';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { auth });
