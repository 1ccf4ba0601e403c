import { addWords } from '@yunduo/app-shell';
import { pages } from '@yunduo/i18n/zh/pages';
import { validation } from '@yunduo/i18n/zh/validation';
import { webhooks } from '@yunduo/i18n-developer-console/zh/webhooks';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { webhooks, validation, pages });
