import { jsonb } from 'drizzle-orm/pg-core';

/** A text in both languages. Rows store both; a response has the reader's. */
export interface Bilingual {
  zh: string;
  en: string;
}

/** A column for such a text. */
export const bilingual = (column: string) => jsonb(column).$type<Bilingual>();
