import { addWords } from '@yunduo/app-shell';
import { appPage } from '@yunduo/i18n/en/app-page';
import { developerTerms } from '@yunduo/i18n/en/developer-terms';
import { appPreview } from '@yunduo/i18n-developer-console/en/app-preview';
import { ownApp } from '@yunduo/i18n-developer-console/en/own-app';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { appPage, appPreview, ownApp, developerTerms });
