/** What a spreadsheet could take for a formula when a cell begins with it; full-width signs are formulas to some, too. */
const FORMULA = /^\s*(?:[=+\-@＝＋－＠]|[\t\r\n])/u;

/** One cell (RFC 4180): quoted where needed. Text that a spreadsheet would run as a formula is defused. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export type CsvRow = readonly (string | number | null)[];

/** A table as CSV, with a mark in front by which spreadsheets know UTF-8. */
export const csvOf = (rows: readonly CsvRow[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;

/** Hands a table to the browser as a download. */
export function saveCsv(name: string, rows: readonly CsvRow[]): void {
  const url = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the data by the next turn.
  setTimeout(() => URL.revokeObjectURL(url));
}
