import { inShanghai } from '@yunduo/i18n';
import { csv, type CsvRow } from '@yunduo/validation/csv';

/** Heading of a column of times: the file is read without the page, which names their zone. */
export const csvZone = (heading: string): string => `${heading} (UTC+8)`;

/** A moment as spreadsheets read and sort it in every language, in Shanghai: `2026-11-18 09:05:07`. */
export const csvMoment = (moment: string): string =>
  inShanghai(Date.parse(moment)).toISOString().slice(0, 19).replace('T', ' ');

/** Downloads a table as CSV. */
export function saveCsv(name: string, columns: CsvRow, rows: readonly CsvRow[]): void {
  const url = URL.createObjectURL(new Blob([csv(columns, rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // From the next task on the download holds its own reference to the data.
  setTimeout(() => URL.revokeObjectURL(url));
}
