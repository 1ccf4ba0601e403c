import { addWords } from '@yunduo/app-shell';
import { developerTerms } from '@yunduo/i18n/en/developer-terms';
import { pages } from '@yunduo/i18n/en/pages';
import { validation } from '@yunduo/i18n/en/validation';
import { desk } from '@yunduo/i18n-developer-console/en/desk';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { desk, developerTerms, validation, pages });
