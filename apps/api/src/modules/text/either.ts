import type { Locale } from '@yunduo/i18n';
import type { Bilingual } from '../../db/schema/bilingual.ts';

/** What is said in a language; of what is said in one only, as in a draft, that one. */
export const inEither = (text: Bilingual, locale: Locale): string => text[locale] || text.zh || text.en;
