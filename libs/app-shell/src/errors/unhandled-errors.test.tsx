import { expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { inShell } from '../testing.tsx';
import { ErrorPage } from './error-page.tsx';
import { isFatal, UnhandledErrors } from './unhandled-errors.tsx';

const title = () => screen.getByRole('heading', { level: 1 }).textContent;

test.each([
  ['thrown', new ErrorEvent('error', { error: new Error('x') })],
  // jsdom has no class for this event.
  ['rejected', Object.assign(new Event('unhandledrejection'), { reason: new Error('x') })],
])('[R8.07] an unhandled error (%s) shows the error page until cleared', async (_, event) => {
  // React and the router log the error that the error page shows.
  const reported = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = {
    path: '/page',
    element: (
      <>
        <h1>Page</h1>
        <UnhandledErrors />
      </>
    ),
    errorElement: <ErrorPage documentTitle="Failed" />,
  };
  render(inShell(null, { path: '/page', routes: [page] }).element);
  expect(title()).toBe('Page');
  document.title = 'A page';
  act(() => void window.dispatchEvent(event));
  expect(title()).toBe('Internal Server Error');
  expect(document.title).toBe('Failed');
  await act(async () => void fireEvent.click(screen.getByRole('link', { name: '重试' })));
  expect(title()).toBe('Page');
  expect(document.title).toBe('A page');
  reported.mockClear();
});

test('isFatal is true for unhandled errors, false for failed or aborted calls', () => {
  expect(isFatal(new TypeError('x is not a function'))).toBe(true);
  expect(isFatal(new DOMException('stopped', 'AbortError'))).toBe(false);
  expect(isFatal({ status: 500, code: 'INTERNAL', msg: '', data: {} })).toBe(false);
  expect(isFatal(undefined)).toBe(false);
});
