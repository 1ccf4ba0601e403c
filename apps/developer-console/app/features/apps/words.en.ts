import { addWords } from '@yunduo/app-shell';
import { developerTerms } from '@yunduo/i18n/en/developer-terms';
import { pages } from '@yunduo/i18n/en/pages';
import { validation } from '@yunduo/i18n/en/validation';
import { apps } from '@yunduo/i18n-developer-console/en/apps';
import { appPages } from '@yunduo/i18n-developer-console/en/app-pages';
import { publisher } from '@yunduo/i18n-developer-console/en/publisher';
import { appStatus } from '@yunduo/i18n-developer-console/en/app-status';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { apps, appPages, publisher, appStatus, developerTerms, validation, pages });
