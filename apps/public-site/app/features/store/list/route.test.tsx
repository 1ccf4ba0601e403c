import { beforeEach, describe, expect, test } from '@jest/globals';
import { markupOf } from '@yunduo/app-shell/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { appStore, type User } from '@yunduo/api-contract';
import { en as shared } from '@yunduo/i18n/en';
import { STORE_CATEGORIES } from '@yunduo/validation';
import { fakeClient, rejection, silence, type FakeClient } from '@yunduo/data-access/testing';
import { sessionRestored, sessionStarted } from '@yunduo/session';
import { appItem, foreignItem } from '../../../testing/apps.ts';
import { renderRoute } from '../../../testing/render-route.tsx';
import * as route from './route.tsx';

const page = (total: number, ...names: string[]) => ({
  list: names.map((name, index) => {
    const own = { id: index + 1, name };
    return index === 1 ? foreignItem(own) : appItem(own);
  }),
  total,
  page: 1,
  page_size: 20,
});

const USER: User = {
  id: 1,
  email: 'user@yunduo.test',
  nickname: '舵手',
  gender: 'secret',
  birthday: null,
  head_image: null,
  tb_id: null,
  yt_token: null,
  roles: ['user'],
};

let client: FakeClient;
beforeEach(() => {
  client = fakeClient(
    [
      appStore.categories,
      {
        list: [
          { id: 'recommend', name: 'Recommended', count: 48 },
          { id: 'runtime', name: 'Runtime', count: 83 },
          { id: 'my', name: 'My apps', count: null },
        ],
      },
    ],
    [appStore.list, page(2, 'Nginx', 'Redis')],
  );
});

const listCall = () => client.calls.find(({ endpoint }) => endpoint === appStore.list)?.input;
const show = (at: string, locale: 'zh' | 'en' = 'en') =>
  renderRoute(route, { client, pattern: '/store', at, locale });

describe('middleware `dynamic`', () => {
  test('parses the query into the list state before rendering', async () => {
    show('/store?cate=runtime&q=cache&certified=1&arch=arm64&sort=name&page=2');
    expect(await screen.findByRole('heading', { name: 'Results for “cache”' })).toBeTruthy();
    expect(listCall()).toEqual({
      cate: 'runtime',
      q: 'cache',
      arch: 'arm64',
      certified: true,
      sort: 'name',
      page: 2,
      page_size: 20,
    });
  });

  test('is exported by the route; without it the list has no state', async () => {
    expect(route.middleware).toEqual([route.dynamic]);
    renderRoute({ ...route, clientMiddleware: [] }, { client, pattern: '/store', at: '/store' });
    expect((await screen.findByRole('alert')).textContent).toMatch(/No value found for context/);
  });

  test('ignores invalid query values', async () => {
    show('/store?cate=games&sort=price&page=-1');
    expect(await screen.findByRole('heading', { name: 'All apps' })).toBeTruthy();
    expect(listCall()).toEqual({ sort: 'recommend', page: 1, page_size: 20 });
  });
});

describe('store list', () => {
  test('shows the number of apps and each app’s data', async () => {
    show('/store');
    expect(await screen.findByText('2 apps')).toBeTruthy();
    const row = screen.getByRole('heading', { name: 'Nginx' }).closest('li') as HTMLElement;
    expect(within(row).getByRole('link', { name: 'Nginx' }).getAttribute('href')).toBe('/en/store/1');
    for (const fact of ['Certified', '8.4.0', '7.3 MB', '↓ 154,930', '18 Nov 2026']) {
      expect(within(row).getByText(fact)).toBeTruthy();
    }
    // Only community apps are marked.
    expect(within(row).queryByText('Official')).toBeNull();
    client.answer(appStore.list, { ...page(1), list: [appItem({ source: 'user' })] });
    show('/store?source=user');
    expect(await screen.findByText('Community', { selector: 'li *' })).toBeTruthy();
  });

  test('counts each category with the current search and filters', async () => {
    show('/store?cate=runtime&q=cache&arch=arm64');
    await screen.findByText('2 apps');
    expect(client.calls.find(({ endpoint }) => endpoint === appStore.categories)?.input).toEqual({
      q: 'cache',
      arch: 'arm64',
    });
    expect(screen.getByRole('link', { name: 'All apps 83' })).toBeTruthy();
  });

  test('renders Chinese without a path prefix', async () => {
    show('/store?q=缓存', 'zh');
    expect(await screen.findByRole('heading', { name: '搜索“缓存”' })).toBeTruthy();
    expect(screen.getByText('2 个应用')).toBeTruthy();
    expect(screen.getByText('2026年11月18日', { selector: 'li:first-child time' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Nginx' }).getAttribute('href')).toBe('/store/1');
  });

  test('marks the category and keeps search and filters in the category links', async () => {
    show('/store?cate=runtime&q=cache&certified=1&page=3');
    const nav = await screen.findByRole('navigation', { name: 'Categories' });
    expect(within(nav).getByRole('link', { current: 'page' }).textContent).toBe('Runtime 83');
    expect(
      within(nav)
        .getByRole('link', { name: /Recommended/ })
        .getAttribute('href'),
    ).toBe('/en/store?cate=recommend&q=cache&certified=1');
  });

  test.each([
    [1, 0, false],
    [2, 0, true],
    [2, 21, false],
  ])('page %i of %i apps is beyond the list: %s', async (at, total, beyond) => {
    client.answer(appStore.list, { ...page(total, ...(total > 0 ? ['Nginx'] : [])), page: at });
    const { router } = show(`/store?cate=runtime&page=${at}`);
    await waitFor(() =>
      expect(Object.values(router.state.loaderData)).toContainEqual(expect.objectContaining({ beyond })),
    );
  });

  test('paginates a long list', async () => {
    client.answer(appStore.list, { ...page(61, 'Nginx'), page: 2 });
    show('/store?cate=runtime&page=2');
    const pages = await screen.findByRole('navigation', { name: 'Pages' });
    expect(within(pages).getByRole('link', { current: 'page' }).textContent).toBe('2');
    expect(within(pages).getByRole('link', { name: 'Next' }).getAttribute('href')).toBe(
      '/en/store?cate=runtime&page=3',
    );
    expect(within(pages).getByRole('link', { name: 'Page 1' }).getAttribute('href')).toBe(
      '/en/store?cate=runtime',
    );
  });

  test('sorts on selection and keeps the search', async () => {
    const { router } = show('/store?q=cache&page=2');
    await userEvent.selectOptions(await screen.findByLabelText('Sort by'), 'name');
    await waitFor(() => expect(router.state.location.search).toBe('?q=cache&sort=name'));
  });

  test('searches all categories with the current filters', async () => {
    const { router } = show('/store?cate=runtime&certified=1&page=2');
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search apps' }), 'mysql{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?q=mysql&certified=1'));
  });

  test('shows a skeleton while another list loads', async () => {
    const { router } = show('/store');
    await screen.findByText('2 apps');
    const { promise, resolve } = Promise.withResolvers<unknown>();
    client.answer(appStore.list, () => promise);
    void router.navigate('/en/store?cate=runtime');
    expect(await screen.findByText('Loading apps')).toBeTruthy();
    resolve(page(1, 'PHP'));
    expect(await screen.findByRole('link', { name: 'PHP' })).toBeTruthy();
    expect(screen.getByText('1 app')).toBeTruthy();
    // On the way to another page the list stays.
    await act(async () => {
      router.patchRoutes(null, [{ path: '/en/slow', loader: () => new Promise(() => undefined) }]);
      void router.navigate('/en/slow');
    });
    expect(router.state.navigation.state).toBe('loading');
    expect(screen.getByRole('link', { name: 'PHP' })).toBeTruthy();
  });
});

describe('store filters', () => {
  test('apply on selection, combine, and show their number on the button', async () => {
    const { router } = show('/store?cate=runtime&certified=1&page=2');
    const filters = (await screen.findByText('Filters', { selector: 'summary' })) as HTMLElement;
    expect(filters.textContent).toBe('Filters1');
    await userEvent.click(filters);
    await userEvent.selectOptions(screen.getByLabelText('Operating system'), 'debian');
    await waitFor(() => expect(router.state.location.search).toBe('?cate=runtime&certified=1&os=debian'));
    await userEvent.selectOptions(screen.getByLabelText('CPU architecture'), 'arm64');
    await waitFor(() =>
      expect(router.state.location.search).toBe('?cate=runtime&certified=1&os=debian&arch=arm64'),
    );
    await waitFor(() => expect(filters.textContent).toBe('Filters3'));
    expect(filters.parentElement?.hasAttribute('open')).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Show results' }));
    expect(filters.parentElement?.hasAttribute('open')).toBe(false);
  });

  test('are cleared by a link that keeps category and search', async () => {
    show('/store?cate=runtime&q=cache&os=debian');
    const summary = await screen.findByText('Filters', { selector: 'summary' });
    await userEvent.click(summary);
    const clear = screen.getByRole('link', { name: 'Clear filters' });
    expect(clear.getAttribute('href')).toBe('/en/store?cate=runtime&q=cache');
    await userEvent.click(clear);
    expect((summary.parentElement as HTMLDetailsElement).open).toBe(false);
    expect(document.activeElement).toBe(summary);
  });

  test('close by Escape and restore the focus', async () => {
    show('/store');
    const summary = await screen.findByText('Filters', { selector: 'summary' });
    await userEvent.click(summary);
    screen.getByLabelText('Operating system').focus();
    await userEvent.keyboard('{Escape}');
    expect((summary.parentElement as HTMLDetailsElement).open).toBe(false);
    expect(document.activeElement).toBe(summary);
  });
});

describe('empty list', () => {
  beforeEach(() => client.answer(appStore.list, page(0)));

  test.each([
    ['/store?cate=practical', /No apps in this category yet/, 'Browse all apps', '/en/store'],
    ['/store?q=xyzzy', /No apps match “xyzzy”/, 'Browse all apps', '/en/store'],
    ['/store?q=db&os=debian', /No apps match all of these filters/, 'Clear filters', '/en/store?q=db'],
    ['/store?q=db&cate=runtime', /No apps match/, 'Search all categories', '/en/store?q=db'],
  ])('%s explains why and links on', async (at, text, link, href) => {
    show(at);
    expect(await screen.findByText(text)).toBeTruthy();
    const links = screen.getAllByRole('link', { name: link }).map((found) => found.getAttribute('href'));
    expect(links).toContain(href);
    expect(screen.getByText('0 apps')).toBeTruthy();
  });

  test.each([
    [61, 'The list has only 4 pages.'],
    [1, 'The list has only one page.'],
  ])('a page past the end of %d apps links back to the first', async (total, text) => {
    client.answer(appStore.list, page(total));
    show('/store?cate=runtime&page=9');
    expect(await screen.findByRole('heading', { level: 3, name: 'Page not found' })).toBeTruthy();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to page 1' }).getAttribute('href')).toBe(
      '/en/store?cate=runtime',
    );
  });
});

test('a list that fails to load keeps category, search and filters and can be retried', async () => {
  client.answer(appStore.list, () => {
    throw silence();
  });
  client.answer(appStore.categories, () => {
    throw silence();
  });
  show('/store?cate=runtime&q=cache&certified=1');
  // The region is inserted empty first.
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('The app list could not be loaded'),
  );
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('cache');
  expect(screen.getByRole('alert').textContent).toContain(shared.messages.server_busy);
  // The categories have their names, without numbers.
  const categories = within(screen.getByRole('navigation', { name: 'Categories' })).getAllByRole('link');
  expect(categories.map(({ textContent }) => textContent?.trim())).toEqual([
    'All apps',
    ...STORE_CATEGORIES.map((id) => shared.storeTerms.category[id]),
  ]);
  expect(screen.getByRole('link', { current: 'page' })).toBe(
    categories[1 + STORE_CATEGORIES.indexOf('runtime')],
  );
  expect(screen.queryByText(/^\d+ apps?$/)).toBeNull();

  client.answer(appStore.list, page(1, 'Redis'));
  client.answer(appStore.categories, { list: [] });
  await userEvent.click(screen.getByRole('link', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Redis' })).toBeTruthy();
});

test.each([
  ['no answer', silence(), 503],
  ['a rejection', rejection('VALIDATION_FAILED'), 503],
  ['a failure', rejection('INTERNAL'), 500],
])('%s for the list is answered with its own status', async (_what, error, status) => {
  client.answer(appStore.list, () => {
    throw error;
  });
  const statuses: (number | undefined)[] = [];
  const clientLoader = async (args: never) => {
    const answer = await route.clientLoader(args);
    statuses.push(answer.init?.status);
    return answer;
  };
  renderRoute({ ...route, clientLoader }, { client, pattern: '/store', at: '/store' });
  expect(await screen.findByText('The app list could not be loaded')).toBeTruthy();
  expect(statuses).toEqual([status]);
});

test.each([
  ['/store', { category: null, beyond: false }],
  ['/store?cate=runtime', { category: 'Runtime', beyond: false }],
  ['/store?page=2', { category: null, beyond: true }],
])('the title of %s has its category, and a page past the end is known', async (at, known) => {
  client.answer(appStore.list, ({ page: number }: { page: number }) =>
    number > 1 ? page(2) : page(2, 'Nginx', 'Redis'),
  );
  const { router } = show(at);
  await screen.findByRole('heading', { level: 1 });
  expect(Object.values(router.state.loaderData)).toMatchObject([{ ...known, failed: false, failure: null }]);
});

describe('my apps', () => {
  test('asks to sign in and sends no request', async () => {
    show('/store?cate=my');
    const signIn = await screen.findByRole('link', { name: 'Sign in' });
    expect(signIn.getAttribute('href')).toBe('/en/login?from=%2Fen%2Fstore%3Fcate%3Dmy');
    expect(listCall()).toBeUndefined();
  });

  test('load after sign-in', async () => {
    const { store } = show('/store?cate=my');
    await screen.findByRole('link', { name: 'Sign in' });
    act(() => void store.dispatch(sessionStarted({ token: 'yd_test', user: USER })));
    expect(await screen.findByRole('link', { name: 'Nginx' })).toBeTruthy();
    expect(listCall()).toMatchObject({ cate: 'my' });
  });

  test('are requested again for a session that replaces another one without a sign-out', async () => {
    const { store } = show('/store?cate=my');
    await screen.findByRole('link', { name: 'Sign in' });
    act(() => void store.dispatch(sessionStarted({ token: 'yd_test', user: USER })));
    expect(await screen.findByRole('link', { name: 'Nginx' })).toBeTruthy();
    client.answer(appStore.list, page(1, 'Caddy'));
    act(() => void store.dispatch(sessionRestored({ token: 'yd_next', ytToken: '' })));
    expect(screen.queryByRole('link', { name: 'Nginx' })).toBeNull();
    expect(await screen.findByRole('link', { name: 'Caddy' })).toBeTruthy();
  });

  test('that do not load can be asked for again', async () => {
    client.answer(appStore.list, () => {
      throw rejection('INTERNAL', {}, 'The server’s own words');
    });
    const { store } = show('/store?cate=my&os=debian');
    await screen.findByRole('link', { name: 'Sign in' });
    act(() => void store.dispatch(sessionStarted({ token: 'yd_test', user: USER })));
    const again = await screen.findByRole('link', { name: 'Try again' });
    expect(again.getAttribute('href')).toBe('/en/store?cate=my&os=debian');
    expect(screen.getByRole('alert').textContent).toContain('The server’s own words');
  });

  test.each([
    ['/store?cate=my', 'No apps yet', '/en/store'],
    ['/store?cate=my&sort=name', 'No apps yet', '/en/store'],
    ['/store?cate=my&q=redis', 'No matching apps', '/en/store?q=redis'],
    // A filter, not the account, is why nothing is listed.
    ['/store?cate=my&os=debian', 'No matching apps', '/en/store?cate=my'],
  ])('%s of a user without any says so and links on', async (at, title, href) => {
    client.answer(appStore.list, page(0));
    const { store } = show(at);
    await screen.findByRole('link', { name: 'Sign in' });
    act(() => void store.dispatch(sessionStarted({ token: 'yd_test', user: USER })));
    const heading = await screen.findByRole('heading', { name: title });
    const empty = heading.parentElement as HTMLElement;
    expect(within(empty).getAllByRole('link')[0]?.getAttribute('href')).toBe(href);
  });
});

describe('focus', () => {
  const focused = () => document.activeElement;

  test('stays in search, order and filters, which follow the URL', async () => {
    const { router } = show('/store');
    const search = await screen.findByRole<HTMLInputElement>('searchbox');
    const sort = screen.getByLabelText<HTMLSelectElement>('Sort by');
    await userEvent.type(search, 'mysql{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?q=mysql'));
    await screen.findByRole('heading', { name: 'Results for “mysql”' });
    expect(focused()).toBe(search);

    sort.focus();
    await userEvent.selectOptions(sort, 'name');
    await waitFor(() => expect(router.state.location.search).toBe('?q=mysql&sort=name'));
    expect([focused(), sort.value]).toEqual([sort, 'name']);

    const certified = screen.getByLabelText('Certified only');
    await userEvent.click(certified);
    await waitFor(() => expect(router.state.location.search).toContain('certified=1'));
    await screen.findByText('1', { selector: 'summary *' });
    expect(focused()).toBe(certified);

    await act(() => router.navigate(-1));
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('Certified only').checked).toBe(false),
    );
    await act(() => router.navigate(-1));
    await waitFor(() => expect(sort.value).toBe('recommend'));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(search.value).toBe(''));
    expect(search.isConnected && sort.isConnected).toBe(true);
  });

  test('a filter selected while a list loads is added to it', async () => {
    const { router } = show('/store');
    const certified = await screen.findByLabelText<HTMLInputElement>('Certified only');
    await screen.findByText('2 apps');
    const { promise, resolve } = Promise.withResolvers<unknown>();
    client.answer(appStore.list, () => promise);
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'name');
    await screen.findByText('Loading apps');
    expect(router.state.location.search).toBe('');
    await userEvent.click(certified);
    resolve(page(1, 'PHP'));
    expect(await screen.findByRole('link', { name: 'PHP' })).toBeTruthy();
    expect(router.state.location.search).toBe('?sort=name&certified=1');
    expect(certified.checked).toBe(true);
  });

  test('Escape closes the filter sheet, and so does focus leaving it', async () => {
    show('/store');
    const summary = (await screen.findByText('Filters', { selector: 'summary' })) as HTMLElement;
    const sheet = summary.parentElement as HTMLDetailsElement;
    sheet.open = true;
    screen.getByRole('searchbox').focus();
    // Escape that ends the composition of an input method, in Chromium and in Safari.
    for (const composing of [{ isComposing: true }, { keyCode: 229 }])
      fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Escape', ...composing });
    expect([sheet.open, focused()]).toEqual([true, screen.getByRole('searchbox')]);
    await userEvent.keyboard('{Escape}');
    expect([sheet.open, focused()]).toEqual([false, summary]);

    // Open beside the list, and over the page.
    for (const [position, stays] of [
      ['static', true],
      ['fixed', false],
    ] as const) {
      (sheet.lastElementChild as HTMLElement).style.position = position;
      sheet.open = true;
      screen.getByRole('button', { name: 'Show results' }).focus();
      expect(sheet.open).toBe(true);
      screen.getByRole('searchbox').focus();
      expect(sheet.open).toBe(stays);
    }
  });
});

test.each(['/store', '/store?cate=runtime&q=cache&certified=1&arch=arm64&sort=name', '/store?cate=my'])(
  '%s has the recorded markup',
  async (at) => {
    expect(await markupOf(() => show(at))).toMatchSnapshot();
  },
);

const failing = () => {
  throw silence();
};
test.each<[string, string, object]>([
  ['an empty store', '/store', page(0)],
  ['no match of a search', '/store?q=zzz&cate=runtime', page(0)],
  ['no match of the filters', '/store?certified=1', page(0)],
  ['a page past the last', '/store?page=9', page(2)],
  ['a failed list', '/store?q=cache', failing],
])('%s has the recorded markup', async (_state, at, answer) => {
  client.answer(appStore.list, answer);
  expect(await markupOf(() => show(at))).toMatchSnapshot();
});

test.each<[string, object]>([
  ['the user’s apps', page(2, 'Nginx', 'Redis')],
  ['no app of the user', page(0)],
  ['the user’s apps that failed to load', failing],
])('%s has the recorded markup', async (_state, answer) => {
  client.answer(appStore.list, answer);
  const open = () => {
    const view = show('/store?cate=my');
    act(() => void view.store.dispatch(sessionStarted({ token: 'yd_1', user: USER })));
    return view;
  };
  expect(await markupOf(open)).toMatchSnapshot();
});
