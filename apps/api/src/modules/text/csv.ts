/**
 * What a spreadsheet could take for a formula or a command when a cell begins with it. Full-width signs are formulas
 * to East Asian versions, and what is invisible in front of a sign may be trimmed on import.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*(?:[=+\-@＝＋－＠﹦﹢﹣﹫−]|[\t\r\n])/u;

/** One cell (RFC 4180): quoted where needed. Text that a spreadsheet would run as a formula is defused. */
function cell(value: string | number | Date | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = value instanceof Date ? value.toISOString() : value;
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV, with a mark in front by which spreadsheets know UTF-8. */
export function csv(
  columns: readonly string[],
  rows: readonly (readonly (string | number | Date | null)[])[],
): string {
  return `\ufeff${[columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}
