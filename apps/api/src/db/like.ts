import { ilike, like, type Column, type SQL } from 'drizzle-orm';

/** A pattern for `like` and `ilike` that finds `text` as it is, anywhere. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether a column has this text in it, in small letters or capitals. Chinese has neither, and is found twice as soon. */
export const inAnyCase = (column: Column, text: string): SQL => {
  const compare = text.toLowerCase() === text.toUpperCase() ? like : ilike;
  return compare(column, containing(text));
};
