import { addWords } from '@yunduo/app-shell';
import { developerTerms } from '@yunduo/i18n/zh/developer-terms';
import { pages } from '@yunduo/i18n/zh/pages';
import { validation } from '@yunduo/i18n/zh/validation';
import { review } from '@yunduo/i18n-developer-console/zh/review';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { review, developerTerms, validation, pages });
