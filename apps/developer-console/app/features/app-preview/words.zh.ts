import { addWords } from '@yunduo/app-shell';
import { appPage } from '@yunduo/i18n/zh/app-page';
import { developerTerms } from '@yunduo/i18n/zh/developer-terms';
import { appPreview } from '@yunduo/i18n-developer-console/zh/app-preview';
import { ownApp } from '@yunduo/i18n-developer-console/zh/own-app';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { appPage, appPreview, ownApp, developerTerms });
