import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { Table, type Column } from './table.tsx';

interface Server {
  id: string;
  code: string;
}
const columns: Column<Server>[] = [
  { key: 'server', header: 'Server', cell: ({ id }) => id },
  { key: 'code', header: 'Code', kind: 'number', cell: ({ code }) => code },
  { key: 'actions', header: 'Actions', kind: 'actions', cell: () => <button type="button">Unbind</button> },
];
const rows = [
  { id: 'db-01', code: 'YD-1' },
  { id: 'web-17', code: 'YD-2' },
];

test('is a named table with column and row headers and one current row', async () => {
  const { container } = render(
    <Table
      caption="Servers"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      isCurrent={({ id }) => id === 'web-17'}
    />,
  );
  const table = screen.getByRole('table', { name: 'Servers' });
  expect([...table.querySelectorAll('tbody .num')].map(({ textContent }) => textContent)).toEqual([
    'YD-1',
    'YD-2',
  ]);
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual(['Server', 'Code', 'Actions']);
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent),
  ).toEqual(['db-01', 'web-17']);
  expect(screen.getAllByRole('row', { current: true })).toHaveLength(1);
  await expectAccessible(container);
});

test('has explicit roles and data labels for the list layout', () => {
  const { container } = render(
    <Table caption="Servers" columns={columns} rows={rows} rowKey={({ id }) => id} />,
  );
  expect(
    container.querySelectorAll('table[role=table], thead[role=rowgroup], tbody[role=rowgroup]'),
  ).toHaveLength(3);
  expect(container.querySelectorAll('tr:not([role=row]), th:not([role]), td:not([role])')).toHaveLength(0);
  expect(
    [...container.querySelectorAll('tbody tr:first-child td')].map((cell) => cell.getAttribute('data-label')),
  ).toEqual(['Server', 'Code', 'Actions']);
});
