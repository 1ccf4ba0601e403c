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
])('[R8.07] what was %s and handled by nobody is the error page, until it is cleared', async (_, event) => {
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

test('an error that nobody handled is fatal, a call that failed or was given up is not', () => {
  expect(isFatal(new TypeError('x is not a function'))).toBe(true);
  expect(isFatal(new DOMException('stopped', 'AbortError'))).toBe(false);
  expect(isFatal({ status: 500, code: 'INTERNAL', msg: '', data: {} })).toBe(false);
  expect(isFatal(undefined)).toBe(false);
});
