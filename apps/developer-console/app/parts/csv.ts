import { csv, type CsvRow } from '@yunduo/validation/csv';

/** Saves a table as a download. */
export function saveCsv(name: string, columns: CsvRow, rows: readonly CsvRow[]): void {
  const url = URL.createObjectURL(new Blob([csv(columns, rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download holds the data from the next task on.
  setTimeout(() => URL.revokeObjectURL(url));
}
