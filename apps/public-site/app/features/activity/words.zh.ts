import { addWords } from '@yunduo/app-shell';
import { activity } from '@yunduo/i18n-public-site/zh/activity';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { activity });
