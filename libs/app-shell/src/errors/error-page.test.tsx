import { expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { data, useRouteError } from 'react-router';
import { renderToString } from 'react-dom/server.node';
import { inShell } from '../testing.tsx';
import { onAppError } from './app-errors.ts';
import { ErrorPage } from './error-page.tsx';
import { errorTitle, pageError } from './page-error.ts';
import { useClearError } from './use-clear-error.ts';

const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.dataset['kind']]);
const routeError = (status: number) => ({ status, statusText: '', internal: false, data: null });

test.each([
  [undefined, undefined, 500, 'Internal Server Error'],
  [new Error('oops'), '/store', 500, 'Internal Server Error'],
  [routeError(503), '/store', 503, 'Internal Server Error'],
  [routeError(403), '/store', 403, 'Internal Server Error'],
  [routeError(404), undefined, 404, 'Page Not Found'],
  [routeError(404), '/store/abc', 404, 'Page Not Found: /store/abc'],
])('[R8.06] error %# has its status and title', (error, path, status, title) => {
  expect(pageError(error, path)).toMatchObject({ status, title });
  expect(errorTitle(status, path)).toBe(title);
});

test.each([
  ['zh', '页面不存在或已移动', '返回首页', '/'],
  ['en', 'This page does not exist or has moved', 'Go to home page', '/en'],
] as const)(
  '[R8.06] the not-found page names the path and links home, in %s',
  (locale, words, home, href) => {
    const failed = jest.fn();
    const stop = onAppError(failed);
    render(
      inShell(<ErrorPage documentTitle="Page not found" status={404} path="/store/<b>" />, { locale })
        .element,
    );
    const heading = screen.getByRole('heading', { level: 1 });
    expect(heading.textContent).toBe('Page Not Found: /store/<b>');
    expect(heading.querySelector('[lang=en]')?.textContent).toBe('Page Not Found: ');
    expect(screen.getByText(new RegExp(words))).toBeTruthy();
    expect(links()).toEqual([[home, 'primary']]);
    expect(screen.getByRole('link', { name: home }).getAttribute('href')).toBe(href);
    expect(failed).not.toHaveBeenCalled();
    stop();
  },
);

test('[R8.06] the answer of a call for something missing replaces the general text', () => {
  const failure = { status: 404, msg: 'This app does not exist or is no longer published' };
  const view = (message?: string) =>
    inShell(
      <ErrorPage
        {...{ documentTitle: 'Page not found', status: 404, path: '/store/9', failure }}
        message={message}
      />,
      { locale: 'en' },
    ).element;
  const { rerender } = render(view());
  expect(screen.getByRole('alert').textContent).toBe(failure.msg);
  expect(screen.queryByText(/This page does not exist/)).toBeNull();
  expect(screen.getByRole('search')).toBeTruthy();
  rerender(view('What the page says itself'));
  expect(screen.getByRole('alert').textContent).toBe(failure.msg);
  expect(screen.getByText('What the page says itself')).toBeTruthy();
});

test('[R8.06] without a status it is a 500 and is reported as an app error', () => {
  const failed = jest.fn();
  const stop = onAppError(failed);
  const failure = { status: 500, msg: 'The server is busy' };
  render(
    inShell(<ErrorPage documentTitle="Failed" path="/store" failure={failure} />, { locale: 'en' }).element,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Internal Server Error');
  expect(screen.getByRole('alert').textContent).toBe(failure.msg);
  expect(screen.getByText(/^Something went wrong on our side/)).toBeTruthy();
  expect(links()).toEqual([
    ['Try again', 'primary'],
    ['Go to home page', 'line'],
  ]);
  expect(screen.getByText('Internal Server Error').lang).toBe('en');
  expect(screen.getByText('Error 500')).toBeTruthy();
  expect(failed).toHaveBeenCalledTimes(1);
  stop();
});

test('renders on the server without style attributes, with links that work without scripts', () => {
  const html = renderToString(
    inShell(<ErrorPage documentTitle="Failed" status={403} />, { path: '/store?q=a' }).element,
  );
  expect(html).not.toContain('style=');
  expect(html).toContain('href="/store?q=a"');
});

test.each([
  ['zh', '在应用商店里搜索', '/store'],
  ['en', 'Search the app store', '/en/store'],
] as const)('has a store search form that works without scripts (%s)', (locale, label, action) => {
  render(inShell(<ErrorPage documentTitle="Failed" status={500} />, { locale }).element);
  const form = screen.getByRole<HTMLFormElement>('search');
  expect([form.method, form.getAttribute('action')]).toEqual(['get', action]);
  expect(screen.getByRole('searchbox', { name: label }).getAttribute('name')).toBe('q');
  expect(form.querySelector('button')?.type).toBe('submit');
});

test('sets the document title and restores the previous one on unmount', () => {
  document.title = 'Store';
  const { unmount } = render(inShell(<ErrorPage documentTitle="Failed" />).element);
  expect(document.title).toBe('Failed');
  unmount();
  expect(document.title).toBe('Store');
});

test('keeps a title that the next page has already set', () => {
  document.title = 'Store';
  const { unmount } = render(inShell(<ErrorPage documentTitle="Failed" />).element);
  document.title = 'Home';
  unmount();
  expect(document.title).toBe('Home');
});

/** The name of the error that an action throws. */
function attempt(action: () => void): string {
  try {
    action();
    return 'done';
  } catch (error) {
    return (error as Error).name;
  }
}

function Boundary() {
  const { status } = pageError(useRouteError());
  const clear = useClearError();
  const [rejected, setRejected] = useState('');
  return (
    <>
      <ErrorPage documentTitle="Failed" status={status} />
      <button type="button" onClick={() => clear('/help')}>
        Help
      </button>
      <button type="button" onClick={() => setRejected(attempt(() => clear('https://evil.example/')))}>
        Elsewhere
      </button>
      <p role="status">{rejected}</p>
    </>
  );
}

/** A page whose loader fails while `broken` is true. */
async function openBroken(locale: 'zh' | 'en' = 'zh') {
  const state = { broken: true };
  const page = {
    path: '/page',
    loader: () => {
      if (state.broken) throw data(null, { status: 503 });
      return null;
    },
    element: <h1>Works again</h1>,
    errorElement: <Boundary />,
  };
  const { element, router } = inShell(<h1>Home</h1>, {
    locale,
    path: locale === 'en' ? '/en' : '/',
    routes: [page, { path: '/help', element: <h1>Help page</h1> }],
  });
  render(element);
  await act(async () => void (await router.navigate('/page')));
  return { state, router };
}
const title = () => screen.getByRole('heading', { level: 1 }).textContent;

test('retry renders the same page again, where it was and without a step back', async () => {
  const { state, router } = await openBroken();
  expect(title()).toBe('Internal Server Error');
  state.broken = false;
  await act(async () => void fireEvent.click(screen.getByRole('link', { name: '重试' })));
  expect(title()).toBe('Works again');
  expect([router.state.historyAction, router.state.preventScrollReset]).toEqual(['REPLACE', true]);
});

test('a redirect clears the error', async () => {
  await openBroken();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Help' })));
  expect(title()).toBe('Help page');
});

test('[R2.34] the home link of an English page leads to the English home page', async () => {
  const { router } = await openBroken('en');
  await act(async () => void fireEvent.click(screen.getByRole('link', { name: 'Go to home page' })));
  expect(router.state.location.pathname).toBe('/en');
});

test('[R2.34] the home link clears the error; Ctrl+click leaves it', async () => {
  await openBroken();
  const home = screen.getByRole('link', { name: '返回首页' });
  await act(async () => void fireEvent.click(home, { ctrlKey: true }));
  expect(title()).toBe('Internal Server Error');
  await act(async () => void fireEvent.click(home));
  expect(title()).toBe('Home');
});

test('[R8.08] clearing an error refuses a redirect to another origin', async () => {
  await openBroken();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Elsewhere' })));
  expect(screen.getByRole('status').textContent).toBe('NavigationRefused');
  expect(title()).toBe('Internal Server Error');
});
