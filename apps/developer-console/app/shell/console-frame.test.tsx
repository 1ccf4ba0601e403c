import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { adminReview, devApp, site, userInfo, type User } from '@yunduo/api-contract';
import { hideTab, inShell, outline } from '@yunduo/app-shell/testing';
import { publishingApi } from '@yunduo/data-access';
import { fakeClient, silence } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { sessionEnded, sessionRestored, sessionStarted, tokenStorage } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { MINUTE } from '@yunduo/validation';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { ConsoleFrame } from './console-frame.tsx';
import { runtimeConfig } from './runtime-config.ts';

const realFetch = globalThis.fetch;
const counts = { all: 4, mine: 0, free: 4, overdue: 0 };

/** The frame around a page, for a user with these roles, or signed out. */
function open(path = '/developer-center', roles: User['roles'] | null = null, nickname = 'Lin') {
  const client = fakeClient(
    [site.info, { name: 'Yunduo' }],
    [devApp.list, { list: [], total: 12, page: 1, page_size: 100 }],
    [adminReview.queue, { list: [], total: 4, page: 1, page_size: 20, counts }],
    [userInfo.index, userFixture()],
  );
  const view = inShell(<ConsoleFrame>Page</ConsoleFrame>, {
    locale: 'en',
    words: en,
    client,
    path: `/en${path}`,
  });
  const user = roles && userFixture({ roles, nickname });
  if (user) view.store.dispatch(sessionStarted({ token: 'yd_token', user }));
  render(view.element);
  return { ...view, client };
}
const rail = () => within(screen.getByRole('navigation', { name: 'Developer center' }));
const links = () =>
  rail()
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const hint = () => document.documentElement.dataset['signedIn'];

beforeEach(() => {
  tokenStorage.clear();
  delete document.documentElement.dataset['signedIn'];
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

test.each<[string, User['roles'] | null, string[]]>([
  ['a visitor', null, []],
  ['a developer', ['user', 'developer'], []],
  ['a reviewer', ['user', 'reviewer'], ['Review desk 4']],
  ['an operator', ['user', 'operator'], ['Operations']],
  ['an admin', ['user', 'admin'], ['Review desk 4', 'Operations']],
])('%s sees the pages of their roles', async (_who, roles, desks) => {
  const { client } = open('/developer-center', roles);
  await waitFor(() => expect(links()).toEqual(['Overview', 'Apps', 'Control panel', ...desks]));
  expect(client.count(adminReview.queue)).toBe(desks.includes('Review desk 4') ? 1 : 0);
});

test.each<[string, object | (() => Promise<never>)]>([
  ['is empty', { list: [], total: 0, page: 1, page_size: 20, counts: { ...counts, all: 0 } }],
  ['fails to load', () => Promise.reject(silence())],
])('a queue that %s leaves the link without a number', async (_what, answer) => {
  const { client, store } = open();
  client.answer(adminReview.queue, answer);
  const user = userFixture({ roles: ['user', 'reviewer'] });
  act(() => void store.dispatch(sessionStarted({ token: 'yd_token', user })));
  await waitFor(() => expect(client.count(adminReview.queue)).toBe(1));
  expect(await screen.findByRole('link', { name: 'Review desk' })).toBeTruthy();
});

test('the number of reviews is read again each five minutes while the tab is shown', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  try {
    const { client, store } = open('/developer-center', ['user', 'reviewer']);
    await screen.findByRole('link', { name: 'Review desk 4' });
    const asked = async () => {
      const before = client.count(adminReview.queue);
      await act(() => jest.advanceTimersByTimeAsync(11 * MINUTE));
      return client.count(adminReview.queue) - before;
    };
    expect(await asked()).toBe(2);
    const display = hideTab(store);
    expect(await asked()).toBe(0);
    display();
  } finally {
    jest.useRealTimers();
  }
});

test.each([
  ['/developer-center', 'Overview', 'page'],
  ['/developer-center/', 'Overview', 'page'],
  ['/developer-center/applications', 'Apps', 'page'],
  ['/developer-center/app-edit', 'Apps', 'true'],
  ['/developer-center/app-versions', 'Apps', 'true'],
  ['/developer-center/control-panel', 'Control panel', 'page'],
  ['/developer-center/webhooks', 'Control panel', 'true'],
  ['/developer-center/desk', 'Operations', 'page'],
  ['/developer-center/desk/orders', 'Operations', 'page'],
])('%s marks %s', (path, name, current) => {
  open(path, ['user', 'operator']);
  const marked = rail()
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'));
  expect(marked.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    [name, current],
  ]);
});

test('the number of apps comes from the list that was loaded; the frame requests none', async () => {
  const { store, client } = open('/developer-center', ['user', 'developer']);
  expect(client.count(devApp.list)).toBe(0);
  await act(async () => {
    const request = store.dispatch(publishingApi.endpoints.devAppList.initiate({}));
    await request;
    request.unsubscribe();
  });
  await waitFor(() => expect(links()[1]).toBe('Apps12'));
});

describe('account', () => {
  const account = () => screen.getAllByRole('link', { name: /Lin|lin|account/ })[0]?.textContent;
  const signOuts = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Sign out' });

  test('a session fills it and sets the hint of the first paint; its end removes both', () => {
    const { store } = open();
    expect([hint(), account(), signOuts().map(({ disabled }) => disabled)]).toEqual([
      undefined,
      'My account',
      [true, true],
    ]);
    act(() => void store.dispatch(sessionRestored({ token: 'yd_token', ytToken: '' })));
    expect([hint(), account(), signOuts().map(({ disabled }) => disabled)]).toEqual([
      '',
      'My account',
      [false, false],
    ]);
    act(() => void store.dispatch(sessionEnded()));
    expect(hint()).toBeUndefined();
  });

  test('the hint stays before the stored session is restored', () => {
    tokenStorage.saveToken('yd_token');
    document.documentElement.dataset['signedIn'] = '';
    open();
    expect(hint()).toBe('');
  });

  test.each([
    ['Lin', 'Lin'],
    ['', userFixture().email],
  ])('is named by nickname “%s” or email', (nickname, name) => {
    open('/developer-center', ['user'], nickname);
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/en/user');
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
      `/en/login?from=${encodeURIComponent('/en/developer-center/applications')}`,
    );
  });
});

test('the frame links to the page’s content, its pages and the public site', async () => {
  open('/developer-center', ['user', 'reviewer', 'operator']);
  await screen.findByRole('link', { name: 'Review desk 4' });
  expect(await screen.findByText('Yunduo')).toBeTruthy();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '#main',
    '/en/developer-center',
    '/en/developer-center',
    '/en/developer-center/applications',
    '/en/developer-center/control-panel',
    '/en/developer-center/review',
    '/en/developer-center/desk',
    // The page in the other language.
    '/developer-center',
    `/en/login?from=${encodeURIComponent('/en/developer-center/applications')}`,
    '/en/user',
    '/en',
    '/en',
  ]);
  const main = screen.getByRole('main');
  expect([main.id, main.tabIndex, main.textContent]).toEqual(['main', -1, 'Page']);
  expect(await outline()).toMatchSnapshot();
});

test('the docs link appears with the configuration, which is requested once', async () => {
  const fetched = jest.fn(() =>
    Promise.resolve(new Response(JSON.stringify({ devDocs: '/developer-center/document' }))),
  );
  globalThis.fetch = fetched as unknown as typeof fetch;
  open();
  expect(screen.getByText('Developer docs').hidden).toBe(true);
  await act(async () => void (await Promise.all([runtimeConfig(), runtimeConfig()])));
  expect(fetched.mock.calls).toEqual([['/developer-center/config.json', { cache: 'no-store' }]]);
  expect(screen.getByRole('link', { name: 'Developer docs' }).getAttribute('href')).toBe(
    '/en/developer-center/document',
  );
});
