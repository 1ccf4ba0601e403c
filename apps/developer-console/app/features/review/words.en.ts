import { addWords } from '@yunduo/app-shell';
import { developerTerms } from '@yunduo/i18n/en/developer-terms';
import { pages } from '@yunduo/i18n/en/pages';
import { validation } from '@yunduo/i18n/en/validation';
import { review } from '@yunduo/i18n-developer-console/en/review';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { review, developerTerms, validation, pages });
