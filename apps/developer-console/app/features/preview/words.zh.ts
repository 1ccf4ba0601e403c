import { addWords } from '@yunduo/app-shell';
import { appPage } from '@yunduo/i18n/zh/app-page';
import { developerTerms } from '@yunduo/i18n/zh/developer-terms';
import { preview } from '@yunduo/i18n-developer-console/zh/preview';
import { appPages } from '@yunduo/i18n-developer-console/zh/app-pages';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { appPage, preview, appPages, developerTerms });
