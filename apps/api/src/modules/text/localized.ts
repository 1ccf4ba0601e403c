import { localized } from '@yunduo/i18n';
import type { Bilingual } from '../../db/schema/bilingual.ts';

export { isUntranslated, languageOf, localized } from '@yunduo/i18n';

/** Both languages of a text, a missing one filled with the other. */
export const localizedInBoth = (text: Bilingual): { zh: string; en: string } => ({
  zh: localized(text, 'zh'),
  en: localized(text, 'en'),
});
