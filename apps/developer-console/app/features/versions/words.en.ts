import { addWords } from '@yunduo/app-shell';
import { developerTerms } from '@yunduo/i18n/en/developer-terms';
import { validation } from '@yunduo/i18n/en/validation';
import { appPages } from '@yunduo/i18n-developer-console/en/app-pages';
import { versions } from '@yunduo/i18n-developer-console/en/versions';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { versions, appPages, developerTerms, validation });
