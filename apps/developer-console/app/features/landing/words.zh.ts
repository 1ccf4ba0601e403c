import { addWords } from '@yunduo/app-shell';
import { landing } from '@yunduo/i18n-developer-console/zh/landing';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { landing });
