/** Any value of a draft as a line that people can compare: texts of both languages, counts of what is no text. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map(plainText).join(', ') || '–';
  if (typeof value === 'object') {
    const record = value as Record<string, unknown>;
    if ('alt' in record) return plainText(record['alt']);
    return Object.values(record).map(plainText).join(' / ');
  }
  return (
    String(value)
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 400) || '–'
  );
}
