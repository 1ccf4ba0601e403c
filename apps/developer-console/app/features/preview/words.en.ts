import { addWords } from '@yunduo/app-shell';
import { appPage } from '@yunduo/i18n/en/app-page';
import { developerTerms } from '@yunduo/i18n/en/developer-terms';
import { preview } from '@yunduo/i18n-developer-console/en/preview';
import { appPages } from '@yunduo/i18n-developer-console/en/app-pages';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { appPage, preview, appPages, developerTerms });
