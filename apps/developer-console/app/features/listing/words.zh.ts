import { addWords } from '@yunduo/app-shell';
import { developerTerms } from '@yunduo/i18n/zh/developer-terms';
import { validation } from '@yunduo/i18n/zh/validation';
import { listing } from '@yunduo/i18n-developer-console/zh/listing';
import { appPages } from '@yunduo/i18n-developer-console/zh/app-pages';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { listing, appPages, developerTerms, validation });
