/**
 * The start of a cell that a spreadsheet could run as a formula or a command. East Asian versions also accept
 * full-width signs, and an import may trim invisible characters before a sign.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*(?:[=+\-@＝＋－＠﹦﹢﹣﹫−]|[\t\r\n])/u;
/**
 * The same within a text. Where the list separator is a semicolon, as in most of Europe, spreadsheets split this file's
 * cells at semicolons, tabs and line breaks, and ignore its quotes.
 */
const INNER_FORMULA = /([;\t\r\n])(?=[\s"'\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/gu;

/** One row. A Date is written as ISO 8601, null as an empty cell. */
export type CsvRow = readonly (string | number | Date | null)[];

/** One cell (RFC 4180), quoted where needed, with an apostrophe before a formula. */
function cell(value: CsvRow[number]): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = value instanceof Date ? value.toISOString() : value;
  // The rule for the start covers all that precedes the first sign.
  const start = Math.max(0, text.search(/[^\s\p{Cc}\p{Cf}]/u));
  const inner = text.slice(0, start) + text.slice(start).replace(INNER_FORMULA, "$1'");
  const safe = FORMULA.test(text) ? `'${inner}` : inner;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV, column names first, with the byte order mark that makes spreadsheets read it as UTF-8. */
export const csv = (columns: CsvRow, rows: readonly CsvRow[]): string =>
  `\ufeff${[columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
