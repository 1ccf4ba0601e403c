import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Toasts } from '@yunduo/app-shell';
import { clearMessages, inShell } from '@yunduo/app-shell/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ExportButton } from './export-button.tsx';

let saved: Blob | undefined;
const revoked = jest.fn();
let clicked: jest.SpiedFunction<() => void>;

beforeEach(() => {
  saved = undefined;
  revoked.mockReset();
  URL.createObjectURL = (blob) => {
    saved = blob as Blob;
    return 'blob:rows';
  };
  URL.revokeObjectURL = revoked;
  clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  act(clearMessages);
});
afterEach(() => clicked.mockRestore());

/** Exports a list of this many rows; returns the requested pages and the lines of the file. */
async function exported(total: number, pageOf = (page: number) => Math.min(100, total - (page - 1) * 100)) {
  const ask = jest.fn(({ page }: { page: number; page_size: number }) =>
    Promise.resolve({
      list: Array.from({ length: Math.max(0, pageOf(page)) }, (_, index) => (page - 1) * 100 + index + 1),
      total,
    }),
  );
  const button = (
    <ExportButton name="rows" columns={['Row']} rowKey={Number} rowOf={(row: number) => [row]} ask={ask} />
  );
  render(inShell(button, { locale: 'en', words: en, frame: <Toasts /> }).element);
  fireEvent.click(screen.getByRole('button'));
  expect(screen.getByRole('button').textContent).toBe('Exporting');
  await screen.findByRole('button', { name: 'Export CSV' });
  await waitFor(() => expect(revoked).toHaveBeenCalledWith('blob:rows'));
  const lines = new TextDecoder()
    .decode(await saved?.arrayBuffer())
    .trimEnd()
    .split('\r\n');
  return { pages: ask.mock.calls.map(([paging]) => paging), rows: lines.slice(1) };
}
const cut = () => screen.queryByText(/^Only the first/)?.textContent;

test.each([
  [0, 1],
  [100, 1],
  [101, 2],
  [5_000, 50],
])('%d rows are exported with %d requests', async (total, count) => {
  const { pages, rows } = await exported(total);
  expect(pages).toEqual(Array.from({ length: count }, (_, at) => ({ page: at + 1, page_size: 100 })));
  expect([rows.length, rows.at(-1)]).toEqual([total, total ? String(total) : undefined]);
  expect(cut()).toBeUndefined();
});

test('at most 5,000 rows are exported, and more are reported', async () => {
  const { pages, rows } = await exported(5_001);
  expect([pages.length, rows.length]).toEqual([50, 5_000]);
  expect(cut()).toBe(en.desk.list.export_cut.replace('{{count}}', '5000'));
});

test('a list that shrinks meanwhile ends the export', async () => {
  const { pages, rows } = await exported(300, (page) => (page === 1 ? 100 : 0));
  expect([pages.length, rows.length]).toEqual([2, 100]);
  // The rest of the list is gone, not cut off.
  expect(cut()).toBeUndefined();
});

test('a list that never comes to rest ends the export after a hundred requests, with the rows so far', async () => {
  let asked = 0;
  const ask = () => {
    asked += 1;
    if (asked > 200) throw new Error('The export does not end.');
    return Promise.resolve({ list: [1], total: 100_000 - asked });
  };
  const button = (
    <ExportButton name="rows" columns={['Row']} rowKey={Number} rowOf={(id: number) => [id]} ask={ask} />
  );
  render(inShell(button, { locale: 'en', words: en, frame: <Toasts /> }).element);
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(revoked).toHaveBeenCalledWith('blob:rows'));
  expect([asked, saved === undefined]).toEqual([100, false]);
});

test('a filter chosen during an export does not end it', async () => {
  let answer = (_page: { list: number[]; total: number }): void => undefined;
  const ask = () => new Promise<{ list: number[]; total: number }>((resolve) => void (answer = resolve));
  history.replaceState(null, '', '/developer-center/desk/orders');
  const button = (
    <ExportButton name="rows" columns={['Row']} rowKey={Number} rowOf={(id: number) => [id]} ask={ask} />
  );
  render(inShell(button, { locale: 'en', words: en, frame: <Toasts /> }).element);
  fireEvent.click(screen.getByRole('button'));
  history.replaceState(null, '', '/developer-center/desk/orders?status=paid');
  answer({ list: [1], total: 1 });
  await waitFor(() => expect(revoked).toHaveBeenCalledWith('blob:rows'));
  history.replaceState(null, '', '/');
});

test('an order that arrives during the export, and one that leaves, neither double a row nor lose one', async () => {
  const row = (id: number) => id;
  let list = Array.from({ length: 250 }, (_, index) => 250 - index);
  const asked: number[] = [];
  const ask = ({ page }: { page: number }) => {
    asked.push(page);
    if (asked.length === 2) list = [251, ...list];
    if (asked.length === 3) list = list.filter((id) => id !== 240);
    return Promise.resolve({ list: list.slice((page - 1) * 100, page * 100), total: list.length });
  };
  const button = (
    <ExportButton name="rows" columns={['Row']} rowKey={row} rowOf={(id: number) => [id]} ask={ask} />
  );
  render(inShell(button, { locale: 'en', words: en, frame: <Toasts /> }).element);
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(revoked).toHaveBeenCalledWith('blob:rows'));
  const text = new TextDecoder().decode(await saved?.arrayBuffer());
  const rows = text.trimEnd().split('\r\n').slice(1).map(Number);
  expect(asked).toEqual([1, 2, 3, 2, 3]);
  expect(rows.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 250 }, (_, index) => index + 1),
  );
  expect(cut()).toBeUndefined();
});

test('leaving the room during an export ends it: no further request, and no file', async () => {
  let answer = (_page: { list: number[]; total: number }): void => undefined;
  const ask = jest.fn(
    () => new Promise<{ list: number[]; total: number }>((resolve) => void (answer = resolve)),
  );
  history.replaceState(null, '', '/developer-center/desk/orders');
  const button = (
    <ExportButton name="rows" columns={['Row']} rowKey={Number} rowOf={(id: number) => [id]} ask={ask} />
  );
  render(inShell(button, { locale: 'en', words: en, frame: <Toasts /> }).element);
  fireEvent.click(screen.getByRole('button'));
  history.replaceState(null, '', '/login');
  answer({ list: [1], total: 250 });
  await screen.findByRole('button', { name: 'Export CSV' });
  expect([ask.mock.calls.length, saved, clicked.mock.calls.length]).toEqual([1, undefined, 0]);
});
