import { addWords } from '@yunduo/app-shell';
import { developerTerms } from '@yunduo/i18n/zh/developer-terms';
import { pages } from '@yunduo/i18n/zh/pages';
import { validation } from '@yunduo/i18n/zh/validation';
import { apps } from '@yunduo/i18n-developer-console/zh/apps';
import { appPages } from '@yunduo/i18n-developer-console/zh/app-pages';
import { publisher } from '@yunduo/i18n-developer-console/zh/publisher';
import { appStatus } from '@yunduo/i18n-developer-console/zh/app-status';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { apps, appPages, publisher, appStatus, developerTerms, validation, pages });
