import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './table.module.css';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `number`: aligned figures; `actions`: buttons at the end, with a header for screen readers only. */
  kind?: 'text' | 'number' | 'actions';
}

interface TableProps<Row> {
  /** For screen readers only: the page's heading is above. */
  caption: string;
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** The row that the rest of the page refers to. */
  isCurrent?: (row: Row) => boolean;
}

/** A table that becomes a list under 720px. Roles are explicit: in some browsers `display` removes them. */
export function Table<Row>({ caption, columns, rows, rowKey, isCurrent }: TableProps<Row>) {
  return (
    /* eslint-disable jsx-a11y/no-redundant-roles -- not redundant here: see above */
    <table className={styles.table} role="table">
      <caption className="sr">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.key} scope="col" role="columnheader" data-kind={column.kind}>
              {column.kind === 'actions' ? <span className="sr">{column.header}</span> : column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" aria-current={isCurrent?.(row) || undefined}>
            {columns.map((column, index) => (
              <td
                key={column.key}
                role={index === 0 ? 'rowheader' : 'cell'}
                data-kind={column.kind}
                data-label={column.header}
                className={cx(column.kind === 'number' && 'num')}
              >
                <div>{column.cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    /* eslint-enable jsx-a11y/no-redundant-roles */
  );
}
