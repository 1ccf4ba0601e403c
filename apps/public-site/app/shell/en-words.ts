import { everyPage } from '@yunduo/i18n/en/every-page';
import { errorsPage } from '@yunduo/i18n-public-site/en/errors-page';
import { frame } from '@yunduo/i18n-public-site/en/frame';
import { languageHandle } from './language.ts';

/** The words that every page needs; the features' `words.en.ts` add theirs. */
export const en = languageHandle('en', { ...everyPage, frame, errorsPage });
