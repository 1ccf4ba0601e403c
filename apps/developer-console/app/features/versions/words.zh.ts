import { addWords } from '@yunduo/app-shell';
import { developerTerms } from '@yunduo/i18n/zh/developer-terms';
import { validation } from '@yunduo/i18n/zh/validation';
import { appPages } from '@yunduo/i18n-developer-console/zh/app-pages';
import { versions } from '@yunduo/i18n-developer-console/zh/versions';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { versions, appPages, developerTerms, validation });
