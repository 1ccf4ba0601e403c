import { addWords } from '@yunduo/app-shell';
import { developerTerms } from '@yunduo/i18n/zh/developer-terms';
import { pages } from '@yunduo/i18n/zh/pages';
import { validation } from '@yunduo/i18n/zh/validation';
import { apps } from '@yunduo/i18n-developer-console/zh/apps';
import { ownApp } from '@yunduo/i18n-developer-console/zh/own-app';
import { publisher } from '@yunduo/i18n-developer-console/zh/publisher';
import { standing } from '@yunduo/i18n-developer-console/zh/standing';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { apps, ownApp, publisher, standing, developerTerms, validation, pages });
