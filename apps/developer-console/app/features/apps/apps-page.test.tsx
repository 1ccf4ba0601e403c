import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  devApp,
  devCenter,
  site,
  userInfo,
  type DevAppItem,
  type DevCheck,
  type Endpoint,
} from '@yunduo/api-contract';
import { Toasts } from '@yunduo/app-shell';
import { clearMessages, inShell, outline } from '@yunduo/app-shell/testing';
import { fakeClient, rejection, silence } from '@yunduo/data-access/testing';
import { developerTerms as enTerms } from '@yunduo/i18n/en/developer-terms';
import { developerTerms as zhTerms } from '@yunduo/i18n/zh/developer-terms';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';
import { sessionEnded, sessionRestored, tokenStorage, userLoaded } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { APP_NAME } from '@yunduo/validation';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { detailFixture } from '../../app-pages/detail.fixture.ts';
import { AppsPage } from './apps-page.tsx';

jest.setTimeout(60_000);

const developer = userFixture({ email: 'developer@yunduo.test', roles: ['user', 'developer'] });
const siteInfo = {
  name: '云舵',
  slogan: '',
  record_number: null,
  support_email: 'support@yunduo.test',
  links: { demo: null, forum: null, dev_docs: null },
  widget: null,
  content_revision: 1,
};

const app = (id: number, changes: Partial<DevAppItem> = {}): DevAppItem => ({
  id,
  app_key: `app-${id}`,
  name: `Keel ${id}`,
  intro: '',
  logo: null,
  status: 'published',
  state: 'published',
  next_step: 'new_version',
  store_version: '2.0.3',
  store_since: '2026-11-05T18:00:00.000Z',
  review_status: null,
  version: '2.0.3',
  coming_version: null,
  coming_listing: false,
  due_at: null,
  waits_for: 'nobody',
  waits_since: null,
  open_suggestions: 0,
  taken_down: false,
  download_num: 12_846,
  human_download_num: '12,846',
  updated_at: '2026-11-05T18:00:00.000Z',
  ...changes,
});
const listOf = (list: DevAppItem[], total = list.length, page = 1) => ({ list, total, page, page_size: 20 });
type Answer = [Endpoint, object | ((input: never) => unknown)];

function open(answers: Answer[], { locale = 'zh' as 'zh' | 'en', search = '' } = {}) {
  const client = fakeClient([userInfo.index, developer], [site.info, siteInfo]);
  for (const [endpoint, data] of answers) client.answer(endpoint, data);
  const view = inShell(<AppsPage />, {
    locale,
    words: locale === 'zh' ? { ...zh, developerTerms: zhTerms } : { ...en, developerTerms: enTerms },
    client,
    path: `${locale === 'en' ? '/en' : ''}/developer-center/applications${search}`,
    routes: [{ path: '/elsewhere', element: null }],
    frame: <Toasts />,
  });
  tokenStorage.saveToken('yd_token');
  view.store.dispatch(sessionRestored({ token: 'yd_token', ytToken: '' }));
  render(view.element);
  return { ...view, hand: userEvent.setup() };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  clearMessages();
});

test('redirects to sign-in with the current list when another tab signs out', async () => {
  const { store, router } = open([[devApp.list, listOf([])]], { locale: 'en', search: '?status=published' });
  await screen.findByRole('heading', { level: 1 });
  act(() => void store.dispatch(sessionEnded()));
  await waitFor(() => expect(router.state.location.pathname).toBe('/en/login'));
  const from = new URLSearchParams(router.state.location.search).get('from');
  expect(from).toBe('/en/developer-center/applications?status=published');
});

test('shows nothing of one account to the next one, whose list loads, then fails', async () => {
  const { client, store } = open([[devApp.list, listOf([app(1), app(2)])]], { locale: 'en' });
  await screen.findByRole('table');
  const { promise, reject } = Promise.withResolvers<object>();
  client.answer(devApp.list, () => promise);
  const next = { ...developer, id: developer.id + 1, email: 'next@yunduo.test' };
  client.answer(userInfo.index, next);
  act(() => void store.dispatch(sessionRestored({ token: 'yd_other', ytToken: '' })));
  act(() => void store.dispatch(userLoaded(next)));
  await waitFor(() => expect(client.count(devApp.list)).toBe(2));
  expect(document.body.textContent).not.toContain('Keel');
  await act(async () => reject(rejection('UNAVAILABLE')));
  expect(await screen.findByRole('heading', { name: en.apps.failed.heading })).toBeTruthy();
  expect(document.body.textContent).not.toContain('Keel');
});

describe('app list', () => {
  test.each([
    [
      'zh',
      '已上架',
      '审核中',
      '2026年11月25日前答复',
      '等你修改',
      '2 个应用，下载 25,692 次。1 个版本在审核。',
    ],
    [
      'en',
      'Published',
      'In review',
      'Reply by 25 Nov 2026',
      'Waiting on you',
      '2 apps. Downloads: 25,692. 1 version is in review.',
    ],
  ] as const)(
    'shows the state of each app and its review in %s',
    async (locale, published, inReview, due, _turn, summary) => {
      const apps = [
        app(1),
        app(2, {
          state: 'in_review',
          next_step: 'wait',
          review_status: 'in_review',
          due_at: '2026-11-25T02:24:00.000Z',
        }),
      ];
      open([[devApp.list, listOf(apps)]], { locale });
      expect(screen.getByRole('status')).toBeTruthy();
      const rows = await screen.findAllByRole('row');
      expect(rows).toHaveLength(3);
      const [, first, second] = rows as [HTMLElement, HTMLElement, HTMLElement];
      expect(within(first).getByRole('rowheader').textContent).toContain('Keel 1');
      expect(within(first).getByText(published)).toBeTruthy();
      expect(within(first).getByText('12,846')).toBeTruthy();
      expect(within(second).getByText(inReview)).toBeTruthy();
      expect(within(second).getByText(due)).toBeTruthy();
      expect(screen.getByText(summary)).toBeTruthy();
    },
  );

  test('[R2.18] shows whose turn it is since when, and an app without a version', async () => {
    const apps = [
      app(1, {
        status: 'pending_release',
        state: 'changes_requested',
        next_step: 'answer',
        store_version: null,
        store_since: null,
        review_status: 'changes_requested',
        coming_version: '0.9.0',
        version: '0.9.0',
        waits_for: 'developer',
        waits_since: '2026-11-18T02:00:00.000Z',
        open_suggestions: 2,
      }),
      app(2, {
        name: '',
        status: 'unpublished',
        state: 'unpublished',
        next_step: 'new_version',
        version: null,
        store_version: null,
        store_since: null,
      }),
    ];
    open([[devApp.list, listOf(apps)]]);
    const rows = await screen.findAllByRole('row');
    expect(within(rows[1] as HTMLElement).getByText(/待你处理/)).toBeTruthy();
    expect(within(rows[1] as HTMLElement).getByText('2026年11月18日起')).toBeTruthy();
    expect(within(rows[1] as HTMLElement).getByText('2 条修改意见待处理')).toBeTruthy();
    expect(within(rows[1] as HTMLElement).getByText('需要修改')).toBeTruthy();
    expect(within(rows[1] as HTMLElement).getByText('0.9.0')).toBeTruthy();
    expect(within(rows[2] as HTMLElement).queryByText(/待你处理/)).toBeNull();
    expect(within(rows[1] as HTMLElement).getByText(zh.appStatus.store_none)).toBeTruthy();
    expect(within(rows[2] as HTMLElement).getByText('已下架')).toBeTruthy();
    expect(within(rows[2] as HTMLElement).getByRole('link', { name: '未命名' })).toBeTruthy();
    // Its other links are told apart by its ID.
    for (const name of ['app-2 的版本', `app-2：${zh.appStatus.next.new_version}`])
      expect(within(rows[2] as HTMLElement).getByRole('link', { name })).toBeTruthy();
    expect(screen.getByText('还没有版本')).toBeTruthy();
    expect(await outline()).toMatchSnapshot();
  });

  test.each([
    ['zh', '提交资料审核', '应用资料', '有新改动'],
    ['en', 'Submit listing', 'listing', 'New changes'],
  ] as const)('each row has one state and one next step, in %s', async (locale, step, listing, changed) => {
    const apps = [
      app(1, { name: '', state: 'changed', next_step: 'submit_listing' }),
      app(2, {
        state: 'approved',
        next_step: 'release',
        review_status: 'approved',
        coming_version: '2.0.3',
        coming_listing: true,
        due_at: '2026-11-25T02:24:00.000Z',
      }),
      app(3, { state: 'taken_down', next_step: 'none', status: 'unpublished', store_version: null }),
    ];
    open([[devApp.list, listOf(apps)]], { locale });
    const rows = await screen.findAllByRole('row');
    const [first, second, third] = rows.slice(1).map((row) => within(row));
    const way = first?.getByRole('link', { name: new RegExp(step) });
    expect(way?.getAttribute('href')).toMatch(/app-versions\?id=1#listing$/);
    expect(way?.dataset['kind']).toBe('primary');
    expect(first?.getByText(changed)).toBeTruthy();
    expect(first?.getByRole('link', { name: /app-1.*2\.0\.3/ }).getAttribute('href')).toMatch(/\/store\/1$/);
    expect(second?.getByText(new RegExp(listing))).toBeTruthy();
    expect(second?.getAllByRole('link').at(-1)?.getAttribute('href')).toMatch(/app-versions\?id=2#coming$/);
    expect(third?.getAllByRole('link').at(-1)?.dataset['kind']).toBe('line');
    const { appStatus } = locale === 'zh' ? zh : en;
    expect(third?.getByText(appStatus.store_gone)).toBeTruthy();
    // Only a review has a deadline.
    expect(second?.queryByText(/25/)).toBeNull();
  });

  test.each([
    ['rejected', { state: 'published', next_step: 'new_version' }, 'Published'],
    ['in_review', { state: 'taken_down', next_step: 'none' }, 'Unpublished by an operator'],
  ] as const)(
    'a version that is %s is not named with another state of its app',
    async (review_status, changes, state) => {
      const own = app(1, { ...changes, review_status, coming_version: '2.1.0' });
      open([[devApp.list, listOf([own])]], { locale: 'en' });
      const [, row] = await screen.findAllByRole('row');
      expect(within(row as HTMLElement).getByText(state)).toBeTruthy();
      expect(row?.textContent).not.toContain('2.1.0');
    },
  );

  test('refetches on each visit and drops an app deleted in another tab', async () => {
    const { client, router } = open([[devApp.list, listOf([app(1), app(2)])]], { locale: 'en' });
    expect(await screen.findByRole('link', { name: 'Keel 2' })).toBeTruthy();
    client.answer(devApp.list, listOf([app(1)]));
    await act(() => router.navigate('/elsewhere'));
    await act(() => router.navigate('/en/developer-center/applications'));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Keel 2' })).toBeNull());
  });

  test('shows dates in Beijing time and says so in English', async () => {
    open([[devApp.list, listOf([app(1)])]], { locale: 'en' });
    expect(await screen.findByText('6 Nov 2026')).toBeTruthy();
    expect(screen.getByText(/Beijing time \(UTC\+8\)/)).toBeTruthy();
  });

  test('paginates a long list', async () => {
    const { client } = open([[devApp.list, listOf([app(21)], 21, 2)]], { locale: 'en', search: '?page=2' });
    const pages = await screen.findByRole('navigation', { name: 'Pages' });
    expect(within(pages).getByRole('link', { name: 'Previous' }).getAttribute('href')).toBe(
      '/en/developer-center/applications',
    );
    expect(client.calls.find(({ endpoint }) => endpoint.url === devApp.list.url)?.input).toEqual({ page: 2 });
    // Sums over one page would be wrong.
    expect(screen.getByText('21 apps.')).toBeTruthy();
  });
});

describe('search and filters', () => {
  test('[R2.18] are read from the URL and sent to the server', async () => {
    const { client } = open([[devApp.list, listOf([])]], {
      locale: 'en',
      search: '?q=keel&status=published&turn=developer',
    });
    expect(await screen.findByRole('heading', { name: 'No matching apps' })).toBeTruthy();
    expect(client.calls.find(({ endpoint }) => endpoint.url === devApp.list.url)?.input).toEqual({
      q: 'keel',
      status: 'published',
      waits_for: 'developer',
    });
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('keel');
    expect(screen.getByRole('link', { name: 'View all apps' }).getAttribute('href')).toBe(
      '/en/developer-center/applications',
    );
    expect(await outline()).toMatchSnapshot();
  });

  test('[R4.03] filters by status on selection', async () => {
    const answer = ({ status }: { status?: string }) =>
      status ? new Promise<never>(() => undefined) : listOf([app(1)]);
    const { hand, router } = open([[devApp.list, answer]], { locale: 'en' });
    await hand.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'unpublished');
    expect(router.state.location.search).toContain('status=unpublished');
    // The previous list stays until the next one has loaded.
    expect(screen.getByText('Keel 1')).toBeTruthy();
    await hand.selectOptions(screen.getByRole('combobox', { name: 'Waiting on' }), 'developer');
    await waitFor(() => expect(router.state.location.search).toContain('turn=developer'));
  });

  test('the URL contains only the active filters', async () => {
    const { hand, router } = open([[devApp.list, listOf([app(1)])]], { locale: 'en', search: '?page=2' });
    await hand.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'published');
    await waitFor(() => expect(router.state.location.search).toBe('?status=published'));
    await hand.type(screen.getByRole('searchbox'), ' keel {Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?q=keel&status=published'));
    await hand.clear(screen.getByRole('searchbox'));
    await hand.selectOptions(screen.getByRole('combobox', { name: 'Status' }), '');
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  test('keep the focus on change and follow back and forward', async () => {
    const { hand, router } = open([[devApp.list, listOf([app(1)])]], { locale: 'en' });
    const status = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Status' });
    status.focus();
    await hand.selectOptions(status, 'unpublished');
    await waitFor(() => expect(router.state.location.search).toContain('status=unpublished'));
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Status' }));
    await act(() => router.navigate(-1));
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Status' }).value).toBe('');
  });

  test('a filtered list that fails to load shows no other list and can be changed', async () => {
    const answer = ({ status }: { status?: string }) => {
      if (status) throw silence();
      return listOf([app(1)]);
    };
    const { hand } = open([[devApp.list, answer]], { locale: 'en' });
    await hand.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'unpublished');
    expect(await screen.findByRole('heading', { name: 'Your apps could not be loaded' })).toBeTruthy();
    expect(screen.queryByText('Keel 1')).toBeNull();
    await hand.selectOptions(screen.getByRole('combobox', { name: 'Status' }), '');
    expect(await screen.findByText('Keel 1')).toBeTruthy();
  });

  test('a page past the end redirects to the last page', async () => {
    const answer = ({ page = 1 }: { page?: number }) => listOf(page > 2 ? [] : [app(21)], 21, page);
    const { router } = open([[devApp.list, answer]], { locale: 'en', search: '?q=keel&page=9' });
    expect(await screen.findByText('Keel 21')).toBeTruthy();
    expect(router.state.location.search).toBe('?q=keel&page=2');
  });

  test('[R5.08] a new app requires both names; a taken name is shown while typing', async () => {
    const { hand, client, router } = open(
      [
        [devApp.list, listOf([])],
        [
          devApp.checkName,
          ({ name }: { name: string }) => ({ state: name === 'Keel DNS' ? 'taken' : 'free', like: [] }),
        ],
        [devApp.save, { id: 31 }],
      ],
      { locale: 'en' },
    );
    await hand.click(await screen.findByRole('button', { name: 'New app' }));
    await hand.click(await screen.findByRole('button', { name: 'Create' }));
    expect(await screen.findAllByText('Enter an app name')).not.toHaveLength(0);
    expect(await outline()).toMatchSnapshot();
    const en = screen.getByRole('textbox', { name: 'English name' });
    await hand.type(en, 'Keel DNS');
    expect(await screen.findByText('This app name is taken')).toBeTruthy();
    await hand.clear(en);
    await hand.type(en, 'Keel Two');
    await hand.type(screen.getByRole('textbox', { name: 'Chinese name' }), '龙骨二号');
    await hand.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(router.state.location.search).toBe('?id=31'));
    expect(client.calls.find(({ endpoint }) => endpoint.url === devApp.save.url)?.input).toEqual({
      name: { zh: '龙骨二号', en: 'Keel Two' },
    });
  });

  test.each([
    [
      'zh',
      '应用名长度为 4 到 20 个字符',
      '应用名已被占用',
      '创建成功',
      ['新建应用', '英文名', '中文名', '创建'],
    ],
    [
      'en',
      'Use 4 to 20 characters',
      'This app name is taken',
      'Creation successful',
      ['New app', 'English name', 'Chinese name', 'Create'],
    ],
  ] as const)(
    '[R5.08] [R8.09f] rejects names of 3 or 21 characters and taken names in %s, accepts 4 and 20',
    async (locale, length, taken, created, [begin, english, chinese, create]) => {
      const { hand, client, router } = open(
        [
          [devApp.list, listOf([])],
          [
            devApp.checkName,
            ({ name }: { name: string }) => ({ state: name === 'Nginx' ? 'taken' : 'free', like: [] }),
          ],
          [devApp.save, { id: 31 }],
        ],
        { locale },
      );
      await hand.click((await screen.findAllByRole('button', { name: begin }))[0] as HTMLElement);
      const dialog = within(await screen.findByRole('dialog'));
      const names = [chinese, english].map((name) => dialog.getByRole('textbox', { name }));
      const write = async (...texts: string[]) => {
        for (const [place, text] of texts.entries()) {
          await hand.clear(names[place] as HTMLElement);
          await hand.click(names[place] as HTMLElement);
          await hand.paste(text);
        }
      };
      await write('三个字', 'x'.repeat(APP_NAME.max + 1));
      await hand.click(dialog.getByRole('button', { name: create }));
      expect(await dialog.findAllByText(length)).toHaveLength(2);
      expect(names.map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true']);
      await write('四个汉字', 'Nginx');
      expect(await dialog.findByText(taken)).toBeTruthy();
      expect(dialog.queryByText(length)).toBeNull();
      await write('四个汉字', 'x'.repeat(20));
      const asked = () =>
        client.calls
          .filter(({ endpoint }) => endpoint.url === devApp.checkName.url)
          .map(({ input }) => (input as { name: string }).name);
      await waitFor(() => expect(asked().toSorted()).toEqual(['Nginx', 'x'.repeat(20), '四个汉字']));
      await hand.click(dialog.getByRole('button', { name: create }));
      await waitFor(() => expect(router.state.location.search).toBe('?id=31'));
      expect(await screen.findByText(created)).toBeTruthy();
      const saves = client.calls.filter(({ endpoint }) => endpoint.url === devApp.save.url);
      expect(saves.map(({ input }) => input)).toEqual([{ name: { zh: '四个汉字', en: 'x'.repeat(20) } }]);
    },
  );

  test('does not navigate to a created app if the user has left the page', async () => {
    const { hand, router } = open(
      [
        [devApp.list, listOf([])],
        [devApp.checkName, { state: 'free', like: [] }],
        [
          devApp.save,
          () => {
            history.pushState(null, '', '/en/developer-center/control-panel');
            return { id: 31 };
          },
        ],
      ],
      { locale: 'en' },
    );
    await hand.click(await screen.findByRole('button', { name: 'New app' }));
    await hand.type(await screen.findByRole('textbox', { name: 'English name' }), 'Keel Two');
    await hand.type(screen.getByRole('textbox', { name: 'Chinese name' }), '龙骨二号');
    const before = router.state.location;
    await hand.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Creation successful')).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Create' }).getAttribute('aria-busy')).not.toBe('true'),
    );
    expect(router.state.location).toBe(before);
    history.replaceState(null, '', '/');
  });

  test('the draft of a new app survives an expired session but not cancelling the dialog', async () => {
    const answers: Answer[] = [
      [devApp.list, listOf([app(1)])],
      [devApp.checkName, { state: 'free', like: [] }],
    ];
    const dialogOf = async ({ hand }: ReturnType<typeof open>) => {
      await hand.click(await screen.findByRole('button', { name: 'New app' }));
      const dialog = within(await screen.findByRole('dialog'));
      return { dialog, name: dialog.getByLabelText<HTMLInputElement>('English name') };
    };
    const first = open(answers, { locale: 'en' });
    const { name } = await dialogOf(first);
    await first.hand.type(name, 'Keel DNS');
    act(() => void first.store.dispatch(sessionEnded()));
    cleanup();
    const again = open(answers, { locale: 'en' });
    const stored = await dialogOf(again);
    expect(stored.name.value).toBe('Keel DNS');
    await again.hand.keyboard('{Escape}');
    const slipped = await dialogOf(again);
    expect(slipped.name.value).toBe('Keel DNS');
    await again.hand.click(slipped.dialog.getByRole('button', { name: 'Cancel' }));
    expect((await dialogOf(again)).name.value).toBe('');
  });
});

describe('empty list', () => {
  test('offers to create an app', async () => {
    open([[devApp.list, listOf([])]]);
    expect(await screen.findByRole('heading', { name: '还没有应用' })).toBeTruthy();
    expect(screen.getByRole('button', { name: '新建应用' })).toBeTruthy();
  });

  test.each([
    ['the list', devApp.list, listOf([app(1)])],
    ['the user', userInfo.index, developer],
  ])('after a failed request for %s shows an error and retries', async (_what, endpoint, answer) => {
    const { promise, resolve } = Promise.withResolvers<object>();
    let away = true;
    const { hand } = open(
      [
        [devApp.list, listOf([app(1)])],
        [
          endpoint,
          () => {
            if (away) throw silence();
            return promise;
          },
        ],
      ],
      { locale: 'en' },
    );
    expect(await screen.findByRole('heading', { name: 'Your apps could not be loaded' })).toBeTruthy();
    away = false;
    await hand.click(await screen.findByRole('button', { name: 'Try again', busy: false }));
    expect(await screen.findByRole('button', { name: 'Try again', busy: true })).toBe(document.activeElement);
    resolve(answer);
    expect(await screen.findByText('Keel 1')).toBeTruthy();
  });

  test('an admin without the role sees their list: admins may do what developers may', async () => {
    const admin = userFixture({ roles: ['user', 'admin'] });
    open(
      [
        [userInfo.index, admin],
        [devApp.list, listOf([])],
      ],
      { locale: 'en' },
    );
    expect(await screen.findByRole('heading', { name: 'No apps yet' })).toBeTruthy();
  });

  test('a user without the role becomes a developer and sees their list', async () => {
    const user = userFixture({ email: 'user@yunduo.test', roles: ['user'] });
    const { client, hand } = open(
      [
        [userInfo.index, user],
        [devCenter.join, { ...user, roles: ['user', 'developer'] }],
        [devApp.list, listOf([])],
      ],
      { locale: 'en' },
    );
    expect(await screen.findByRole('heading', { name: 'Become a developer' })).toBeTruthy();
    expect(screen.getByText(/user@yunduo.test/)).toBeTruthy();
    expect(client.count(devApp.list)).toBe(0);
    expect((await screen.findByRole('link', { name: 'developer agreement' })).getAttribute('href')).toBe(
      '/en/protocol/developer-agreement',
    );
    await hand.click(screen.getByRole('button', { name: 'Become a developer' }));
    expect(await screen.findByText('Read and agree to the developer agreement first')).toBeTruthy();
    expect(screen.getAllByText('Enter a publisher name')).toHaveLength(2);
    expect(document.activeElement).toBe(screen.getByLabelText('Publisher name (Chinese)'));
    expect(await outline()).toMatchSnapshot();
    await hand.type(screen.getByLabelText('Publisher name (English)'), 'Keel Studio');
    await hand.type(screen.getByLabelText('Email address for help'), 'help@example.com');
    await hand.click(screen.getByRole('checkbox'));
    await hand.click(screen.getByRole('button', { name: 'Become a developer' }));
    expect(await screen.findByRole('heading', { name: 'No apps yet' })).toBeTruthy();
    const joins = client.calls.filter(({ endpoint }) => endpoint.url === devCenter.join.url);
    expect(joins.map(({ input }) => input)).toEqual([
      {
        agree: true,
        publisher: {
          name: { zh: '', en: 'Keel Studio' },
          support_email: 'help@example.com',
          website: '',
        },
      },
    ]);
  });

  test('a typed publisher is there again after the session has ended', async () => {
    const name = () => screen.findByLabelText<HTMLInputElement>('Publisher name (English)');
    const visit = () => open([[userInfo.index, userFixture({ roles: ['user'] })]], { locale: 'en' });
    const { hand } = visit();
    await hand.type(await name(), 'Keel Studio');
    cleanup();
    visit();
    expect((await name()).value).toBe('Keel Studio');
  });

  test('a user whose role was revoked sees the sign-up', async () => {
    const reject = () => {
      throw rejection('FORBIDDEN');
    };
    open([[devApp.list, reject]]);
    expect(await screen.findByRole('heading', { name: '成为开发者' })).toBeTruthy();
  });
});

describe('first app', () => {
  const draft = app(7, {
    status: 'pending_release',
    review_status: null,
    version: null,
    waits_for: 'developer',
  });
  const check = (
    field: DevCheck['field'],
    message: string | null = null,
    path: string = field,
  ): DevCheck => ({
    field,
    ok: message === null,
    message,
    faults: message === null ? [] : [{ path, message }],
  });
  const step = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement);

  test('shows the steps with their limits before any app exists', async () => {
    open([[devApp.list, listOf([])]], { locale: 'en' });
    expect(await screen.findByRole('heading', { name: 'No apps yet' })).toBeTruthy();
    expect(step('Create an app').getByRole('button', { name: 'New app' })).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: '1 of 5 steps done' })).toBeTruthy();
    expect(screen.getByText('Create an app').closest('li')?.getAttribute('aria-current')).toBe('step');
    expect(screen.getByText(/up to 5 screenshots under 3 MB each/)).toBeTruthy();
    expect(screen.getByText(/within 3 working days/, { selector: 'li p' })).toBeTruthy();
    expect(await outline()).toMatchSnapshot();
  });

  test('lists missing parts of the listing first, each with a link', async () => {
    const detail = detailFixture({
      checks: [
        check('intro', 'intro_required', 'intro.en'),
        check('licence'),
        check('version', 'version_missing'),
      ],
    });
    open(
      [
        [devApp.list, listOf([draft])],
        [devApp.detail, detail],
      ],
      { locale: 'en' },
    );
    expect(await screen.findByRole('progressbar', { name: '2 of 5 steps done' })).toBeTruthy();
    const listing = step('Fill in the listing');
    expect(listing.getByRole('link', { name: 'One-line intro' }).getAttribute('href')).toBe(
      '/en/developer-center/app-edit?id=7&at=intro.en',
    );
    expect(listing.queryByText('Version number')).toBeNull();
    expect(listing.getByRole('link', { name: 'Edit listing' })).toBeTruthy();
    expect(await outline()).toMatchSnapshot();
  });

  test('then asks for the version and finally for the submission', async () => {
    const { client } = open(
      [
        [devApp.list, listOf([draft])],
        [devApp.detail, detailFixture({ checks: [check('intro'), check('version', 'version_missing')] })],
      ],
      { locale: 'en' },
    );
    const go = await screen.findByRole('link', { name: 'Create version' });
    expect(go.getAttribute('href')).toBe('/en/developer-center/app-versions?id=7');
    cleanup();
    const ready = detailFixture({
      checks: [check('intro'), check('version')],
      open_version_id: 11,
      ready: true,
    });
    open(
      [
        [devApp.list, listOf([{ ...draft, review_status: 'draft' }])],
        [devApp.detail, ready],
      ],
      { locale: 'en' },
    );
    expect(await screen.findByRole('link', { name: 'Go to versions' })).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: '4 of 5 steps done' })).toBeTruthy();
    expect(client.count(devApp.detail)).toBe(1);
  });

  test('hides the steps after the first submission', async () => {
    open([[devApp.list, listOf([{ ...draft, review_status: 'in_review' }])]], { locale: 'en' });
    expect(await screen.findByRole('table')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Publish your first app' })).toBeNull();
    cleanup();
    // Nor are they for a developer of several apps.
    open([[devApp.list, listOf([draft, app(8)])]], { locale: 'en' });
    expect(await screen.findByRole('table')).toBeTruthy();
    expect(screen.getByRole('search')).toBeTruthy();
  });
});
