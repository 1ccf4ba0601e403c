/** A pattern for `like` and `ilike` that finds `text` as it is, anywhere. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
