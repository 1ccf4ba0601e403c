import { showToast } from '@yunduo/app-shell';
import { Button } from '@yunduo/ui';
import { PAGE_SIZE } from '@yunduo/validation';
import type { CsvRow } from '@yunduo/validation/csv';
import { useState } from 'react';
import { saveCsv } from '../../parts/csv.ts';
import { useWords } from '../../shell/words.ts';

/** Rows in one file, at most: each hundred is a request. */
const ROWS_MAX = 5_000;

interface ExportButtonProps<Row> {
  /** The file's name, without its ending. */
  name: string;
  columns: readonly string[];
  rowOf: (row: Row) => CsvRow;
  /** A page of the list as it is filtered; it rejects when the server does, which a toast says. */
  ask: (paging: { page: number; page_size: number }) => Promise<{ list: readonly Row[]; total: number }>;
}

/** Saves the whole filtered list as a table for spreadsheets. */
export function ExportButton<Row>({ name, columns, rowOf, ask }: ExportButtonProps<Row>) {
  const t = useWords('desk');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const rows: Row[] = [];
      let total = 0;
      for (let page = 1; rows.length < ROWS_MAX; page += 1) {
        const answer = await ask({ page, page_size: PAGE_SIZE.max });
        rows.push(...answer.list);
        ({ total } = answer);
        if (answer.list.length === 0 || page * PAGE_SIZE.max >= total) break;
      }
      saveCsv(`${name}.csv`, columns, rows.map(rowOf));
      if (total > rows.length) showToast(t('list.export_cut', { count: rows.length }));
    } catch {
      // Said by a toast already.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button kind="line" size="sm" busy={busy} onClick={() => void save()}>
      {t(busy ? 'list.exporting' : 'list.export')}
    </Button>
  );
}
