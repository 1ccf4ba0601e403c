import { notePage, showToast } from '@yunduo/app-shell';
import { Button } from '@yunduo/ui';
import { PAGE_SIZE } from '@yunduo/validation';
import type { CsvRow } from '@yunduo/validation/csv';
import { useState } from 'react';
import { saveCsv } from '../../parts/csv.ts';
import { useTranslations } from '../../shell/words.ts';

/** Maximum number of rows in a file: each hundred needs one request. */
const ROWS_MAX = 5_000;
/** A list that keeps changing ends the export. */
const REQUESTS_MAX = (2 * ROWS_MAX) / PAGE_SIZE.max;

interface ExportButtonProps<Row> {
  /** File name without extension. */
  name: string;
  columns: readonly string[];
  rowKey: (row: Row) => number | string;
  rowOf: (row: Row) => CsvRow;
  /** Fetches a page of the filtered list; rejects if the server does, which a toast reports. */
  ask: (paging: { page: number; page_size: number }) => Promise<{ list: readonly Row[]; total: number }>;
}

/**
 * Downloads the whole filtered list as CSV. The list may change between two pages: a row that moved to the next page is
 * written once, and pages are read again after rows left the list. An export ends when its room is left, as at a
 * sign-out.
 */
export function ExportButton<Row>({ name, columns, rowKey, rowOf, ask }: ExportButtonProps<Row>) {
  const t = useTranslations('desk');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const onPage = notePage('path');
    try {
      const found = new Map<number | string, Row>();
      let total = 0;
      let page = 1;
      for (let requests = 0; found.size < ROWS_MAX && requests < REQUESTS_MAX; requests += 1) {
        const answer = await ask({ page, page_size: PAGE_SIZE.max });
        if (!onPage()) return;
        for (const row of answer.list) found.set(rowKey(row), row);
        const left = Math.max(0, total - answer.total);
        ({ total } = answer);
        if (left > 0) page = Math.max(1, page - Math.ceil(left / PAGE_SIZE.max));
        else if (answer.list.length === 0 || page * PAGE_SIZE.max >= total) break;
        else page += 1;
      }
      const rows = [...found.values()].slice(0, ROWS_MAX);
      saveCsv(`${name}.csv`, columns, rows.map(rowOf));
      if (total > rows.length && rows.length === ROWS_MAX)
        showToast(t('list.export_cut', { count: rows.length }));
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
