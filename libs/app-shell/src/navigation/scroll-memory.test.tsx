import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ScrollMemory, takeOverScrolling } from './scroll-memory.ts';

const KEY = 'scroll-positions';

beforeEach(() => {
  // jsdom does not scroll.
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  sessionStorage.clear();
  history.replaceState(null, '');
});
afterEach(() => {
  jest.restoreAllMocks();
  sessionStorage.clear();
});

function open(): void {
  takeOverScrolling();
  const Page = () => (
    <>
      <ScrollMemory />
      <h1>Page</h1>
    </>
  );
  const router = createMemoryRouter([{ path: '/', Component: Page }]);
  render(<RouterProvider router={router} />);
}

test.each(['5', 'null', '"text"', '[1]', 'true', '{', ''])(
  'a page opens with stored scroll positions of %j',
  (stored) => {
    sessionStorage.setItem(KEY, stored);
    open();
    expect(screen.getByRole('heading', { name: 'Page' })).toBeTruthy();
    window.dispatchEvent(new Event('pagehide'));
    expect(JSON.parse(sessionStorage.getItem(KEY) ?? '')).toBeInstanceOf(Object);
  },
);

test('positions of other history entries stay, that of this one is dropped', () => {
  sessionStorage.setItem(KEY, JSON.stringify({ here: 300, there: 700 }));
  takeOverScrolling();
  const key = (history.state as { key: string }).key;
  expect(key).toMatch(/^[0-9a-z]+$/);
  expect(JSON.parse(sessionStorage.getItem(KEY) ?? '')).toEqual({ here: 300, there: 700 });
  history.replaceState({ key: 'here' }, '');
  takeOverScrolling();
  expect(history.state).toEqual({ key: 'here' });
  expect(JSON.parse(sessionStorage.getItem(KEY) ?? '')).toEqual({ there: 700 });
});
