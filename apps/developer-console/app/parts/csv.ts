import { csv, type CsvRow } from '@yunduo/validation/csv';

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
