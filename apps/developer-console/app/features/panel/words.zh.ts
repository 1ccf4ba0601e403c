import { addWords } from '@yunduo/app-shell';
import { validation } from '@yunduo/i18n/zh/validation';
import { panel } from '@yunduo/i18n-developer-console/zh/panel';
import { publisher } from '@yunduo/i18n-developer-console/zh/publisher';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { panel, publisher, validation });
