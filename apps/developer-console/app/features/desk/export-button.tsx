import { showToast } from '@yunduo/app-shell';
import { Button } from '@yunduo/ui';
import { PAGE_SIZE } from '@yunduo/validation';
import type { CsvRow } from '@yunduo/validation/csv';
import { useState } from 'react';
import { saveCsv } from '../../parts/csv.ts';
import { useTranslations } from '../../shell/words.ts';

/** Maximum number of rows in a file: each hundred needs one request. */
const ROWS_MAX = 5_000;

interface ExportButtonProps<Row> {
  /** File name without extension. */
  name: string;
  columns: readonly string[];
  rowOf: (row: Row) => CsvRow;
  /** Fetches a page of the filtered list; rejects if the server does, which a toast reports. */
  ask: (paging: { page: number; page_size: number }) => Promise<{ list: readonly Row[]; total: number }>;
}

/** Downloads the whole filtered list as CSV. */
export function ExportButton<Row>({ name, columns, rowOf, ask }: ExportButtonProps<Row>) {
  const t = useTranslations('desk');
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
      // A toast has reported it.
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
