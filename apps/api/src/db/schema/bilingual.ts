import { jsonb } from 'drizzle-orm/pg-core';

/** A text in both languages. Rows carry both, an answer carries the reader's. */
export interface Bilingual {
  zh: string;
  en: string;
}

/** A column of such a text. */
export const bilingual = (column: string) => jsonb(column).$type<Bilingual>();
