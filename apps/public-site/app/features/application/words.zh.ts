import { addWords } from '@yunduo/app-shell';
import { application } from '@yunduo/i18n-public-site/zh/application';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { application });
