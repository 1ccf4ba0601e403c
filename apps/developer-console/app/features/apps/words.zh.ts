import { addWords } from '@yunduo/app-shell';
import { apps } from '@yunduo/i18n-developer-console/zh/apps';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { apps });
