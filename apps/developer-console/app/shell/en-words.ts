import { everyPage } from '@yunduo/i18n/en/every-page';
import { frame } from '@yunduo/i18n-developer-console/en/frame';
import { languageHandle } from './language.ts';

/** The words that every page needs; the pages add theirs (`routes.ts`). */
export const en = languageHandle('en', { ...everyPage, frame });
