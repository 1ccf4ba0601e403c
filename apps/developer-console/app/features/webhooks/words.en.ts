import { addWords } from '@yunduo/app-shell';
import { pages } from '@yunduo/i18n/en/pages';
import { validation } from '@yunduo/i18n/en/validation';
import { webhooks } from '@yunduo/i18n-developer-console/en/webhooks';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { webhooks, validation, pages });
