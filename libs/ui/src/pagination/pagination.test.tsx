import { expect, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { keepFocus } from '../focus/keep-focus.ts';
import { expectAccessible } from '../testing.ts';
import { pageWindow } from './page-window.ts';
import { Pagination } from './pagination.tsx';

const words = { label: 'Pages', previous: 'Previous', next: 'Next', page: (page: number) => `Page ${page}` };

const pagination = (page: number, pages: number) => (
  <Pagination
    words={words}
    page={page}
    pages={pages}
    link={(to, { children, ...props }) => (
      <a href={`?page=${to}`} {...props}>
        {children}
      </a>
    )}
  />
);
const at = (page: number, pages: number) => render(pagination(page, pages));

test('links to the previous and next page, both ends and the pages around', async () => {
  const { container } = at(9, 18);
  const links = screen.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Previous', '?page=8'],
    ['1', '?page=1'],
    ['8', '?page=8'],
    ['9', '?page=9'],
    ['10', '?page=10'],
    ['18', '?page=18'],
    ['Next', '?page=10'],
  ]);
  expect(screen.getByRole('link', { name: 'Page 9' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: 'Next' }).getAttribute('rel')).toBe('next');
  await expectAccessible(container);
});

test('has no previous link on the first page and no next link on the last', () => {
  const { unmount } = at(1, 3);
  expect(screen.queryByRole('link', { name: 'Previous' })).toBeNull();
  unmount();
  at(3, 3);
  expect(screen.queryByRole('link', { name: 'Next' })).toBeNull();
});

test('renders nothing for a single page', () => {
  const { container } = at(1, 1);
  expect(container.textContent).toBe('');
});

test('shows a page number instead of a gap of one', () => {
  expect(pageWindow(4, 8)).toEqual([1, 2, 3, 4, 5, null, 8]);
  expect(pageWindow(1, 3)).toEqual([1, 2, 3]);
});

test('shows at most 7 entries in ascending order, with the current page and both ends', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 5000 }), (a, b) => {
      const [page, pages] = a < b ? [a, b] : [b, a];
      const shown = pageWindow(page, pages);
      const numbers = shown.filter((number) => number !== null);
      expect(shown.length).toBeLessThanOrEqual(7);
      expect(numbers).toEqual([...new Set(numbers)].sort((x, y) => x - y));
      expect(numbers).toEqual(expect.arrayContaining([1, page, pages]));
    }),
  );
});

test('after a press by keyboard the focus is at the heading of the list, whose next page was there at once', async () => {
  const list = (page: number) => (
    <section>
      <h2>Apps</h2>
      {pagination(page, 3)}
    </section>
  );
  const { rerender } = render(list(1));
  const stop = keepFocus();
  screen.getByRole('link', { name: 'Page 2' }).focus();
  rerender(list(2));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Apps' })));
  stop();
});
