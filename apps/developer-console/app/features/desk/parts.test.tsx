import { expect, test } from '@jest/globals';
import { inShell } from '@yunduo/app-shell/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { render, screen, waitFor } from '@testing-library/react';
import { DeskList, pageOf } from './parts.tsx';

test.each([
  ['', 1],
  ['page=0', 1],
  ['page=-3', 1],
  ['page=2.9', 2],
  ['page=x', 1],
  ['page=10000', 10_000],
  ['page=10001', 10_000],
])('the address “%s” has page %d', (query, page) => {
  expect(pageOf(new URLSearchParams(query))).toBe(page);
});

function list(
  search: string,
  currentData: { list: number[]; page: number; page_size: number; total: number },
) {
  const { element, router } = inShell(
    <DeskList
      query={{ currentData, isFetching: false, refetch: () => undefined }}
      caption="Rows"
      columns={[{ key: 'row', header: 'Row', cell: (row: number) => row }]}
      rowKey={(row) => row}
      path="/developer-center/desk/feedback?view=reports"
      filtered={false}
      empty={{ title: 'Empty', text: 'None yet' }}
    />,
    { locale: 'en', words: en, path: `/en/developer-center/desk/feedback${search}` },
  );
  render(element);
  return router;
}

test('a page that has become empty leads to the last one, with its filters and no step back', async () => {
  const router = list('?view=reports&reason=broken&page=5', { list: [], page: 5, page_size: 20, total: 41 });
  await waitFor(() => expect(router.state.location.search).toBe('?view=reports&reason=broken&page=3'));
  expect([router.state.location.pathname, router.state.historyAction]).toEqual([
    '/en/developer-center/desk/feedback',
    'REPLACE',
  ]);
});

test('the links of a list keep its filters, and the first page has no number', () => {
  list('?view=reports&page=2', { list: [1], page: 2, page_size: 1, total: 3 });
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href')?.split('?')[1])).toEqual(
    expect.arrayContaining(['view=reports', 'view=reports&page=3']),
  );
});
