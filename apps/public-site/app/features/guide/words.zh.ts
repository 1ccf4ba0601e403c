import { addWords } from '@yunduo/app-shell';
import { guide } from '@yunduo/i18n-public-site/zh/guide';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { guide });
