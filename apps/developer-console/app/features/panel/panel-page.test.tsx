import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  devApp,
  devCenter,
  devToken,
  userInfo,
  type DevAppItem,
  type DevNotice,
  type DevToken,
  type Endpoint,
} from '@yunduo/api-contract';
import { Toasts } from '@yunduo/app-shell';
import { clearMessages, copied, inShell, outline } from '@yunduo/app-shell/testing';
import { fakeClient, rejection, silence } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';
import { sessionEnded, sessionRestored, tokenStorage, userLoaded } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { DAY } from '@yunduo/validation';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { runtimeConfig } from '../../shell/runtime-config.ts';
import { PanelPage } from './panel-page.tsx';

const developer = userFixture({ email: 'developer@yunduo.test', roles: ['user', 'developer'] });
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
  download_num: id * 100,
  human_download_num: '100',
  updated_at: '2026-11-05T18:00:00.000Z',
  ...changes,
});
const listOf = (list: DevAppItem[]) => ({ list, total: list.length, page: 1, page_size: 100 });
const notice = (changes: Partial<DevNotice>): DevNotice => ({
  id: 'approved:3',
  kind: 'approved',
  at: '2026-11-19T02:00:00.000Z',
  text: 'Keel 1 1.0.0 was approved',
  words: null,
  waits: true,
  deadline: null,
  app: { id: 1, app_key: 'app-1', name: 'Keel 1' },
  version: { id: 3, version: '1.0.0' },
  token: null,
  ...changes,
});
const token = (changes: Partial<DevToken> = {}): DevToken => ({
  id: 4,
  name: 'Nightly build',
  scopes: ['app:read'],
  hint: 'ydb_1a2b',
  app: null,
  state: 'live',
  created_at: '2026-10-01T02:00:00.000Z',
  expires_at: '2037-01-01T02:00:00.000Z',
  last_used_at: null,
  ...changes,
});
const figures = (views: number, saves: number, downloads: number) => ({ views, saves, downloads });
const stats = ({ app_id }: { app_id?: number }) => ({
  app_id: app_id ?? null,
  from: '2026-11-20',
  to: '2026-11-21',
  days: ['2026-11-20', '2026-11-21'],
  totals: figures(5000, 12, 1234),
  previous: figures(0, 12, 1000),
  views: [2000, 3000],
  saves: [4, 8],
  downloads: [230, 1004],
  apps: [
    { id: 2, app_key: 'app-2', name: 'Keel 2', ...figures(4000, 10, 1200), counts: [200, 1000] },
    { id: 1, app_key: 'app-1', name: '=Keel 1', ...figures(1000, 2, 34), counts: [30, 4] },
  ].filter(({ id }) => app_id === undefined || id === app_id),
  versions:
    app_id === undefined
      ? []
      : [
          { version_id: 1, version: '2.0.3', total: 1200, counts: [200, 1000] },
          { version_id: 2, version: '2.0.2', total: 34, counts: [30, 4] },
        ],
});
const wait = { waiting: 2, decisions: 0, median_working_days: null, promised_working_days: 3 };

type Answer = [Endpoint, object | ((input: never) => unknown)];

function open(answers: Answer[] = [], { locale = 'en' as 'zh' | 'en', search = '' } = {}) {
  const client = fakeClient(
    [userInfo.index, developer],
    [devApp.list, listOf([app(1), app(2, { review_status: 'in_review', coming_version: '2.1.0' })])],
    [devCenter.stats, stats],
    [devApp.reviewWait, wait],
    [devCenter.notices, { list: [] }],
    [devCenter.publisher, { publisher: null }],
    [devToken.list, { list: [token()], limit: 20 }],
  );
  for (const [endpoint, data] of answers) client.answer(endpoint, data);
  const view = inShell(<PanelPage />, {
    locale,
    words: locale === 'zh' ? zh : en,
    client,
    path: `${locale === 'en' ? '/en' : ''}/developer-center/control-panel${search}`,
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

test('redirects to sign-in when another tab signs out', async () => {
  const { store, router } = open();
  await screen.findByText('1,234');
  act(() => void store.dispatch(sessionEnded()));
  await waitFor(() => expect(router.state.location.pathname).toBe('/en/login'));
});

test('shows nothing of one account to the next one, whose apps load, then fail', async () => {
  const { client, store } = open();
  await screen.findByText('1,234');
  const { promise, reject } = Promise.withResolvers<object>();
  client.answer(devApp.list, () => promise);
  const next = { ...developer, id: developer.id + 1, email: 'next@yunduo.test' };
  client.answer(userInfo.index, next);
  act(() => void store.dispatch(sessionRestored({ token: 'yd_other', ytToken: '' })));
  act(() => void store.dispatch(userLoaded(next)));
  await waitFor(() => expect(client.count(devApp.list)).toBe(2));
  expect(screen.getByText(en.panel.loading)).toBeTruthy();
  expect(document.body.textContent).not.toContain('Keel');
  await act(async () => reject(rejection('UNAVAILABLE')));
  expect(await screen.findByRole('heading', { name: 'This part could not be loaded' })).toBeTruthy();
  expect(document.body.textContent).not.toContain('Keel');
});

describe('[R2.21] statistics', () => {
  test.each([
    ['zh', '下载量', '比前 30 天多 23%（之前 1,000）', '前 30 天无数据', '11月20日'],
    [
      'en',
      'Downloads',
      '23% more than in the 30 days before (1,000)',
      'None in the 30 days before',
      '20 Nov',
    ],
  ] as const)(
    'shows totals in %s, the change to the previous period and a chart with days without a year',
    async (locale, noun, more, none, day) => {
      open([], { locale });
      const total = (await screen.findByText('1,234')).parentElement;
      expect(total?.textContent).toContain(noun);
      expect(total?.textContent).toContain(more);
      expect(total?.getAttribute('aria-current')).toBe('true');
      expect(screen.getByText('5,000').parentElement?.textContent).toContain(none);
      expect(screen.getByText('24.7%')).toBeTruthy();
      expect(screen.getByText(day)).toBeTruthy();
    },
  );

  test('move on to the new day at midnight in Beijing', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T15:59:59.000Z'));
    try {
      const { client } = open();
      await screen.findByText('1,234');
      const lastDays = () =>
        client.calls
          .filter(({ endpoint }) => endpoint.url === devCenter.stats.url)
          .map(({ input }) => (input as { to: string }).to);
      expect(lastDays()).toEqual(['2026-11-21']);
      clock.mockReturnValue(Date.parse('2026-11-21T16:00:01.000Z'));
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
      await waitFor(() => expect(lastDays()).toEqual(['2026-11-21', '2026-11-22']));
      await screen.findByText('1,234');
    } finally {
      clock.mockRestore();
    }
  });

  test('of one range are not shown under another one, whose figures still load', async () => {
    const { client, hand } = open();
    await screen.findByText('1,234');
    const other = Promise.withResolvers<object>();
    client.answer(devCenter.stats, () => other.promise);
    await hand.click(screen.getByRole('link', { name: en.panel.stats.days_7 }));
    expect(await screen.findByText(en.panel.stats.loading)).toBeTruthy();
    expect(screen.queryByText('1,234')).toBeNull();
    other.resolve(stats({}));
    expect(await screen.findByText('1,234')).toBeTruthy();
  });

  test('lists all apps, or the versions of one, as a chart with a table', async () => {
    const { client, hand, router } = open();
    await screen.findByText('1,234');
    const requested = () =>
      client.calls.filter(({ endpoint }) => endpoint.url === devCenter.stats.url).map(({ input }) => input);
    expect(requested()).toHaveLength(1);
    expect(requested()[0]).not.toHaveProperty('app_id');
    const apps = within(screen.getByRole('table', { name: 'Figures per app' }));
    expect(apps.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['App', 'Views', 'Saves', 'Downloads', 'Conversion'],
      ['Keel 2', '4,000', '10', '1,200', '30.0%'],
      ['=Keel 1', '1,000', '2', '34', '3.4%'],
    ]);
    expect(await outline()).toMatchSnapshot();
    // Bars stand on each other, on a scale to 1,500: the lower part of the first app, then that of the second.
    const bars = [...document.querySelectorAll('rect[data-band]')].map((bar) =>
      ['data-band', 'y', 'height'].map((name) => Math.round(Number(bar.getAttribute(name)))),
    );
    expect(bars).toEqual([
      [0, 87, 13],
      [1, 85, 2],
      [0, 33, 67],
      [1, 33, 0],
    ]);
    await hand.click(apps.getByRole('link', { name: 'Keel 2' }));
    await waitFor(() => expect(router.state.location.search).toBe('?app=2&days=30&show=downloads'));
    expect(requested().at(-1)).toMatchObject({ app_id: 2 });
    await hand.click(await screen.findByText('Show as a table'));
    const table = within(screen.getByRole('region', { name: 'Figures per day' })).getByRole('table');
    const rows = within(table).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['Day', 'Views', 'Saves', 'Downloads', '2.0.3', '2.0.2'],
      ['21\u00a0Nov\u00a02026', '3,000', '8', '1,004', '1,000', '4'],
      ['20\u00a0Nov\u00a02026', '2,000', '4', '230', '200', '30'],
    ]);
  });

  test('list twenty apps, and the others on request', async () => {
    const many = Array.from({ length: 22 }, (_, place) => ({
      ...figures(10, 1, 5),
      id: place + 1,
      app_key: `app-${place + 1}`,
      name: `Keel ${place + 1}`,
      counts: [2, 3],
    }));
    open([[devCenter.stats, { ...stats({}), apps: many.slice(0, 20) }]]);
    await screen.findByRole('table', { name: 'Figures per app' });
    expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
    cleanup();
    const { hand } = open([[devCenter.stats, { ...stats({}), apps: many }]]);
    const table = await screen.findByRole('table', { name: 'Figures per app' });
    expect(within(table).getAllByRole('link')).toHaveLength(20);
    await hand.click(screen.getByRole('button', { name: 'Show all 22 apps' }));
    expect(within(table).getAllByRole('link')).toHaveLength(22);
    expect(document.activeElement?.textContent).toBe('Keel 21');
    expect(screen.queryByRole('button', { name: 'Show all 22 apps' })).toBeNull();
  });

  test('of a single app are its own, with no choice between apps and no table of them', async () => {
    open([[devApp.list, listOf([app(1), app(2, { status: 'unpublished' })])]]);
    expect(await screen.findByText('2, 1 published')).toBeTruthy();
    cleanup();
    const { client } = open([[devApp.list, listOf([app(2)])]]);
    await screen.findByText('1,234');
    expect(screen.getByText('1, 1 published')).toBeTruthy();
    // The totals are announced.
    expect(await screen.findByText('Views 5,000 · Saves 12 · Downloads 1,234')).toBeTruthy();
    expect(client.calls.find(({ endpoint }) => endpoint.url === devCenter.stats.url)?.input).toMatchObject({
      app_id: 2,
    });
    expect(screen.queryByLabelText(en.panel.stats.app)).toBeNull();
    expect(screen.queryByRole('table', { name: 'Figures per app' })).toBeNull();
  });

  test('switches figure, app and period and keeps them in the URL', async () => {
    const { client, hand, router } = open();
    await hand.click(await screen.findByRole('link', { name: /^Views/ }));
    expect(await screen.findByRole('figure', { name: 'Views per day' })).toBeTruthy();
    await hand.selectOptions(screen.getByRole('combobox', { name: 'App' }), 'Keel 1');
    await hand.click(screen.getByRole('link', { name: '7 days' }));
    await waitFor(() => expect(router.state.location.search).toBe('?app=1&days=7&show=views'));
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'App' }).selectedOptions[0]?.text).toBe(
      'Keel 1',
    );
    expect(screen.getByRole('link', { name: '7 days' }).getAttribute('aria-current')).toBe('page');
    const requests = client.calls.filter(({ endpoint }) => endpoint.url === devCenter.stats.url);
    const { from, to } = requests.at(-1)?.input as { from: string; to: string };
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(6);
    await hand.selectOptions(screen.getByRole('combobox', { name: 'App' }), 'All apps');
    await waitFor(() => expect(router.state.location.search).toBe('?days=7&show=views'));
  });

  test.each([
    ['all apps', '', 'apps', ['Keel 2', '=Keel 1']],
    ['one app', '?app=2', 'app-2', ['2.0.3', '2.0.2']],
  ])('exports a CSV of %s with one line per day', async (_what, search, file, parts) => {
    let saved: Blob | undefined;
    URL.createObjectURL = (blob) => {
      saved = blob as Blob;
      return 'blob:stats';
    };
    URL.revokeObjectURL = () => undefined;
    const names: string[] = [];
    const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    const { hand } = open([], { search });
    await hand.click(await screen.findByRole('button', { name: 'Export CSV' }));
    expect(names).toEqual([`${file}-2026-11-20-2026-11-21.csv`]);
    clicked.mockRestore();
    const bytes = new Uint8Array((await saved?.arrayBuffer()) ?? []);
    expect(new TextDecoder().decode(bytes).split('\r\n')).toEqual([
      ['Day,Views,Saves,Downloads,Conversion', ...parts.map((part) => `Downloads ${part}`)].join(),
      '2026-11-20,2000,4,230,11.5%,200,30',
      '2026-11-21,3000,8,1004,33.5%,1000,4',
      '',
    ]);
  });

  test.each([
    ['statistics', devCenter.stats, stats({}), '1,234'],
    ['notices', devCenter.notices, { list: [] }, en.panel.waits.nothing],
    ['tokens', devToken.list, { list: [], limit: 20 }, en.panel.tokens.nothing],
    ['apps', devApp.list, listOf([]), en.panel.none.text],
  ])(
    'can be retried if its %s did not load, while the rest is shown',
    async (_what, call: Endpoint, answer, text) => {
      const { client, hand } = open([
        [
          call,
          () => {
            throw silence();
          },
        ],
      ]);
      expect(await screen.findByRole('heading', { name: 'This part could not be loaded' })).toBeTruthy();
      expect(screen.queryAllByRole('heading', { name: 'Build tokens' })).toHaveLength(
        call === devApp.list ? 0 : 1,
      );
      const again = await screen.findByRole('button', { name: 'Try again' });
      await waitFor(() => expect(again.getAttribute('aria-busy')).not.toBe('true'));
      const asked = client.count(call);
      const { promise, resolve } = Promise.withResolvers<object>();
      client.answer(call, () => promise);
      await hand.click(again);
      // The button keeps the focus until the answer arrives.
      await waitFor(() => expect(again.getAttribute('aria-busy')).toBe('true'));
      expect(document.activeElement).toBe(again);
      resolve(answer);
      expect(await screen.findByText(text)).toBeTruthy();
      expect(client.count(call)).toBe(asked + 1);
    },
  );
});

describe('[R2.21] notices', () => {
  test('lists pending work first, with the reviewer’s text, read out in its language, and a link', async () => {
    open([
      [
        devCenter.notices,
        {
          list: [
            notice({ id: 'yanked:9', kind: 'yanked', waits: false, text: 'Withdrawn' }),
            notice({ words: '做得好', deadline: '2026-11-26T02:00:00.000Z' }),
            notice({ id: 'token_expiring:4', kind: 'token_expiring', app: null, text: 'A token expires' }),
          ],
        },
      ],
    ]);
    const list = within(await screen.findByRole('region', { name: 'To-dos and notices' }));
    const items = await list.findAllByRole('listitem');
    expect(items[0]?.textContent).toContain('To do');
    expect(list.getByText('做得好').lang).toBe('zh-CN');
    expect(items[0]?.textContent).toContain('Until 26\u00a0Nov\u00a02026, 10:00 (Beijing time)');
    expect(items[2]?.textContent).toContain('Withdrawn');
    expect(
      within(items[0] as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/en/developer-center/app-versions?id=1');
    expect(
      within(items[1] as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('#tokens');
    expect(await outline()).toMatchSnapshot();
  });

  test.each([
    ['changes_requested', 'app-edit'],
    ['approved', 'app-versions'],
    ['rejected', 'app-versions'],
    ['yanked', 'app-versions'],
  ] as const)('links %s to %s, as its email does', async (kind, page) => {
    open([[devCenter.notices, { list: [notice({ id: `${kind}:9`, kind })] }]]);
    const list = within(await screen.findByRole('region', { name: 'To-dos and notices' }));
    expect((await list.findByRole('link')).getAttribute('href')).toBe(`/en/developer-center/${page}?id=1`);
  });

  test.each([49, 50])('%d of them: only a full list leads on to the apps', async (count) => {
    const list = Array.from({ length: count }, (_, at) => notice({ id: `approved:${at}` }));
    open([[devCenter.notices, { list }]]);
    const part = within(await screen.findByRole('region', { name: 'To-dos and notices' }));
    expect(await part.findAllByRole('listitem')).toHaveLength(count);
    const links = part.queryAllByRole('link', { name: 'View all apps' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      count < 50 ? [] : ['/en/developer-center/applications'],
    );
  });

  test('versions in review show their deadline', async () => {
    open([
      [
        devApp.list,
        listOf([
          app(2, { review_status: 'in_review', coming_version: '2.1.0', due_at: '2026-11-25T02:24:00.000Z' }),
        ]),
      ],
    ]);
    const part = within(await screen.findByRole('region', { name: 'In review' }));
    expect(part.getByText('2.1.0')).toBeTruthy();
    expect(part.getByRole('link', { name: 'Keel 2' }).getAttribute('href')).toMatch(/app-versions\?id=2$/);
    expect(part.getByRole('link', { name: 'Preview of Keel 2' }).getAttribute('href')).toMatch(
      /app-preview\?id=2$/,
    );
    expect(part.getByText('Reply by 25 Nov 2026')).toBeTruthy();
    expect(part.getByText('We reply within 3 working days.')).toBeTruthy();
  });

  test('a version in review whose app has no name now is named by its ID', async () => {
    open([
      [devApp.list, listOf([app(2, { name: '', review_status: 'in_review', coming_version: '2.1.0' })])],
    ]);
    const part = within(await screen.findByRole('region', { name: 'In review' }));
    expect(part.getByRole('link', { name: 'app-2' })).toBeTruthy();
    expect(part.getByRole('link', { name: 'Preview of app-2' })).toBeTruthy();
  });

  test.each([
    [
      { coming_listing: true, waits_since: '2026-11-20T02:24:00.000Z' },
      { ...wait, decisions: 12, median_working_days: 1.5 },
      'Keel 2 listing Preview · Submitted 20\u00a0Nov\u00a02026',
      'Half of the last 12 reviews took up to 1.5 working days. We promise 3.',
    ],
    [
      { review_status: 'approved' as const },
      { ...wait, decisions: 12, median_working_days: 1 },
      'No versions in review.',
      'Half of the last 12 reviews took up to 1 working day. We promise 3.',
    ],
    [
      { review_status: 'approved' as const },
      wait,
      'No versions in review.',
      'We reply within 3 working days.',
    ],
  ])(
    'review times are those of the last decisions, else the promise (%j)',
    async (changes, time, line, text) => {
      const waiting = { review_status: 'in_review' as const, coming_version: '2.1.0' };
      open([
        [devApp.list, listOf([app(2, { ...waiting, ...changes })])],
        [devApp.reviewWait, time],
      ]);
      const part = await screen.findByRole('region', { name: 'In review' });
      await waitFor(() => expect(part.textContent).toBe(`In review${line}${text}`));
    },
  );

  test('lists all of more than 100 apps', async () => {
    const last = app(101, { review_status: 'in_review', coming_version: '2.1.0', download_num: 1 });
    const all = [...Array.from({ length: 100 }, (_, index) => app(index + 1)), last];
    const { hand } = open([
      [
        devApp.list,
        (({ page = 1, page_size }: { page?: number; page_size: number }) => ({
          ...listOf(all),
          list: all.slice((page - 1) * page_size, page * page_size),
        })) as (input: never) => unknown,
      ],
    ]);
    const part = within(await screen.findByRole('region', { name: 'In review' }));
    expect(await part.findByRole('link', { name: 'Keel 101' })).toBeTruthy();
    expect(screen.getByText('101, 101 published')).toBeTruthy();
    await hand.selectOptions(screen.getByLabelText('App'), 'Keel 101');
    await hand.click(screen.getByRole('button', { name: 'New token' }));
    await hand.selectOptions(await screen.findByLabelText('Limit to one app'), 'Keel 101');
  });
});

test.each([
  [0, 'No data yet', 'Statistics'],
  [1, 'Statistics', 'No data yet'],
])('with %i apps the panel has “%s” and not “%s”', async (count, heading, other) => {
  open([[devApp.list, listOf([app(1)].slice(0, count))]]);
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: other })).toBeNull();
});

describe('[R2.21] build tokens', () => {
  const made = { token: 'ydb_secret', item: token({ id: 9, name: 'CI' }) };

  test('shows a new token once with a working command', async () => {
    const { client, hand, store } = open([[devToken.create, made]]);
    await hand.click(await screen.findByRole('button', { name: 'New token' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New build token' }));
    await hand.type(dialog.getByLabelText('Name'), 'CI');
    await hand.click(dialog.getByRole('checkbox', { name: /Edit drafts/ }));
    await hand.selectOptions(dialog.getByLabelText('Limit to one app'), 'Keel 2');
    await hand.selectOptions(dialog.getByLabelText('Expires after'), '30 days');
    expect(await outline()).toMatchSnapshot();
    await hand.click(dialog.getByRole('button', { name: 'Create' }));
    const shown = within(await screen.findByRole('region', { name: 'CI is ready. Copy it now' }));
    expect(shown.getByText('ydb_secret')).toBeTruthy();
    expect(JSON.stringify(store.getState())).not.toContain('ydb_secret');
    expect(shown.getByText(/^curl /).textContent).toBe(
      `curl -H 'Authorization: Bearer ydb_secret' ${location.origin}/api/dev_app/list`,
    );
    expect(document.activeElement?.textContent).toBe('CI is ready. Copy it now');
    expect((await copied()).slice(0, 2)).toEqual([
      ['Copy token', 'ydb_secret'],
      ['Copy command', `curl -H 'Authorization: Bearer ydb_secret' ${location.origin}/api/dev_app/list`],
    ]);
    expect(client.calls.find(({ endpoint }) => endpoint.url === devToken.create.url)?.input).toEqual({
      name: 'CI',
      scopes: ['app:read', 'version:submit'],
      app_id: 2,
      expires_in_days: 30,
    });
    await hand.click(shown.getByRole('button', { name: 'I have saved it' }));
    expect(screen.queryByText('ydb_secret')).toBeNull();
  });

  test('another new token replaces the shown one, and takes the focus', async () => {
    const { client, hand } = open([[devToken.create, made]]);
    const create = async () => {
      await hand.click(await screen.findByRole('button', { name: 'New token' }));
      const dialog = within(screen.getByRole('dialog'));
      await hand.type(dialog.getByLabelText('Name'), 'CI');
      await hand.click(dialog.getByRole('button', { name: 'Create' }));
    };
    await create();
    await screen.findByText('ydb_secret');
    client.answer(devToken.create, { token: 'ydb_other', item: token({ id: 10, name: 'Other' }) });
    await create();
    const heading = await screen.findByRole('heading', { name: 'Other is ready. Copy it now' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.queryByText('ydb_secret')).toBeNull();
  });

  test.each([
    [
      ['app:write', 'version:submit'],
      null,
      'Submit a version (replace 1 with the version number):',
      `-d '{"version_id":1}' -H 'Authorization: Bearer ydb_secret' ${location.origin}/api/dev_app/submit`,
    ],
    [
      ['app:write'],
      { id: 2, app_key: 'app-2', name: 'Keel 2' },
      'Create a version draft (replace 1 with the app number):',
      `-d '{"app_id":2,"version":"1.0.0"}' -H 'Authorization: Bearer ydb_secret' ${location.origin}/api/dev_app/version_save`,
    ],
  ])('the command of a token for %j can be run with it', async (scopes, only, text, command) => {
    const item = token({ id: 9, name: 'CI', scopes: scopes as DevToken['scopes'], app: only as never });
    const { hand } = open([[devToken.create, { token: 'ydb_secret', item }]]);
    await hand.click(await screen.findByRole('button', { name: 'New token' }));
    const dialog = within(screen.getByRole('dialog'));
    await hand.type(dialog.getByLabelText('Name'), 'CI');
    await hand.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText(/^curl /).textContent).toBe(
      `curl -H 'Content-Type: application/json' ${command}`,
    );
  });

  test('a list that did not load is asked for again; a row shows scopes, app and last use', async () => {
    const { client, hand } = open([
      [
        devToken.list,
        () => {
          throw silence();
        },
      ],
    ]);
    const part = within(await screen.findByRole('region', { name: 'Build tokens' }));
    const again = await part.findByRole('button', { name: 'Try again' });
    const used = { last_used_at: '2026-11-20T02:24:00.000Z', state: 'expired' as const };
    const only = { id: 2, app_key: 'app-2', name: 'Keel 2' };
    client.answer(devToken.list, {
      list: [token(), token({ ...used, id: 5, scopes: ['app:write', 'version:submit'], app: only as never })],
      limit: 20,
    });
    await hand.click(again);
    const rows = (await part.findAllByRole('row')).slice(1);
    const scopes = en.panel.tokens.scope;
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      [
        'Nightly buildydb_1a2b…',
        `${scopes.app_read}All apps`,
        'ActiveExpires 1\u00a0Jan\u00a02037',
        'Never',
        'Revoke',
      ],
      [
        'Nightly buildydb_1a2b…',
        `${scopes.app_write}${scopes.version_submit}Keel 2`,
        'ExpiredExpires 1\u00a0Jan\u00a02037',
        '20\u00a0Nov\u00a02026, 10:24',
        '',
      ],
    ]);
    expect(await outline()).toMatchSnapshot();
  });

  test('an active token is amber in its last week, and no expired one is green', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
    const list = [
      token({ expires_at: inDays(8) }),
      token({ id: 5, expires_at: inDays(7) }),
      token({ id: 6, expires_at: inDays(-1), state: 'expired' }),
    ];
    open([[devToken.list, { list, limit: 20 }]]);
    const part = within(await screen.findByRole('region', { name: 'Build tokens' }));
    const badges = await part.findAllByText(/^(Active|Expired)$/);
    expect(badges.map((badge) => badge.closest('[data-tone]')?.getAttribute('data-tone'))).toEqual([
      'good',
      'warn',
      'neutral',
    ]);
  });

  test('shows a CI workflow for the first app to copy', async () => {
    const { hand } = open([]);
    const write = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    expect(
      (await screen.findByRole('link', { name: 'Read “Publishing from CI”' })).getAttribute('href'),
    ).toBe('/en/developers/publishing');
    await hand.click(await screen.findByText('GitLab CI'));
    const lines = screen.getByRole('group', { name: 'GitLab CI' }).textContent;
    expect(lines).toContain(`variables: { PUBLISH_ORIGIN: '${location.origin}' }`);
    expect(lines).toMatch(/node publish\.mjs --app \S+ --version "\$\{CI_COMMIT_TAG#v\}"/);
    // As copied, without a description, every submission would be rejected; a first version also needs the repository.
    expect(lines).toContain('--repo "$CI_PROJECT_URL" --notes-en notes.en.md\n');
    await hand.click(screen.getByText('GitHub Actions'));
    await hand.click(screen.getByRole('button', { name: 'Copy GitHub Actions configuration' }));
    expect(write).toHaveBeenCalledWith(screen.getByRole('group', { name: 'GitHub Actions' }).textContent);
    expect(write.mock.calls[0]?.[0]).toContain('PUBLISH_TOKEN: ${{ secrets.PUBLISH_TOKEN }}');
  });

  test('shows an error with focus and keeps the input', async () => {
    const { client, hand } = open([
      [
        devToken.create,
        () => {
          throw rejection('TOKEN_LIMIT', {}, 'Too many');
        },
      ],
    ]);
    await hand.click(await screen.findByRole('button', { name: 'New token' }));
    const dialog = within(screen.getByRole('dialog'));
    await hand.click(dialog.getByRole('button', { name: 'Create' }));
    const name = dialog.getByLabelText('Name');
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect(client.count(devToken.create)).toBe(0);
    await hand.type(name, 'CI');
    await hand.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByText(/Too many/)).toBeTruthy();
    expect((name as HTMLInputElement).value).toBe('CI');
  });

  test('the draft survives an expired session for the same user and is removed on cancel', async () => {
    const dialogOf = async ({ hand }: ReturnType<typeof open>) => {
      await hand.click(await screen.findByRole('button', { name: 'New token' }));
      const dialog = within(screen.getByRole('dialog', { name: 'New build token' }));
      return {
        dialog,
        name: dialog.getByLabelText<HTMLInputElement>('Name'),
        only: dialog.getByLabelText<HTMLSelectElement>('Limit to one app'),
      };
    };
    const first = open();
    const { name, only } = await dialogOf(first);
    await first.hand.type(name, 'Nightly CI');
    await first.hand.selectOptions(only, 'Keel 2');
    act(() => void first.store.dispatch(sessionEnded()));
    cleanup();

    const colleague = await dialogOf(open([[userInfo.index, { ...developer, id: developer.id + 1 }]]));
    expect(colleague.name.value).toBe('');
    cleanup();

    const second = open();
    const again = await dialogOf(second);
    expect([again.name.value, again.only.selectedOptions[0]?.text]).toEqual(['Nightly CI', 'Keel 2']);
    await second.hand.selectOptions(again.only, 'All apps');
    await second.hand.keyboard('{Escape}');
    const slipped = await dialogOf(second);
    expect([slipped.name.value, slipped.only.selectedOptions[0]?.text]).toEqual(['Nightly CI', 'All apps']);
    await second.hand.click(slipped.dialog.getByRole('button', { name: 'Cancel' }));
    expect(sessionStorage).toHaveLength(0);
  });

  test('an app deleted in another tab is an error, not “all apps”', async () => {
    const { client, hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'New token' }));
    const dialog = within(screen.getByRole('dialog'));
    const only = dialog.getByLabelText<HTMLSelectElement>('Limit to one app');
    await hand.type(dialog.getByLabelText('Name'), 'CI');
    await hand.selectOptions(only, 'Keel 2');
    client.answer(devApp.list, listOf([app(1)]));
    client.answer(devToken.create, () => {
      throw rejection('APP_NOT_FOUND', {}, 'This app does not exist');
    });
    await hand.click(dialog.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(only.selectedOptions[0]?.text).toBe('Deleted app'));
    client.answer(devToken.create, made);
    await hand.selectOptions(only, 'Keel 1');
    await hand.click(await dialog.findByRole('button', { name: 'Create', busy: false }));
    expect(await screen.findByText('ydb_secret')).toBeTruthy();
  });

  test('can be limited to an app without a name, which shows its ID here and in the statistics', async () => {
    const { hand } = open([[devApp.list, listOf([app(1), app(2, { name: '' })])]]);
    const figures = await screen.findByLabelText<HTMLSelectElement>(en.panel.stats.app);
    expect([...figures.options].map(({ text }) => text)).toEqual(['All apps', 'Keel 1', 'app-2']);
    await hand.click(await screen.findByRole('button', { name: 'New token' }));
    const limit = await screen.findByLabelText<HTMLSelectElement>('Limit to one app');
    expect([...limit.options].map(({ text }) => text)).toEqual(['All apps', 'Keel 1', 'app-2']);
  });

  test('revokes an active token after confirmation', async () => {
    const { client, hand } = open([
      [devToken.list, { list: [token(), token({ id: 5, name: 'Old', state: 'revoked' })], limit: 20 }],
      [devToken.revoke, () => null],
    ]);
    const row = (name: string) => screen.getByText(name).closest('tr')?.textContent;
    expect(await screen.findByText('Revoked')).toBeTruthy();
    expect(row('Nightly build')).toContain('Expires 1\u00a0Jan\u00a02037');
    expect(row('Old')).not.toContain('2037');
    expect(screen.queryByRole('button', { name: 'Revoke the token Old' })).toBeNull();
    const button = screen.getByRole('button', { name: 'Revoke the token Nightly build' });
    await hand.click(button);
    await hand.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(client.count(devToken.revoke)).toBe(0);
    await hand.click(button);
    await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke token' }));
    expect(await screen.findByText('Token revoked')).toBeTruthy();
    expect(client.calls.find(({ endpoint }) => endpoint === devToken.revoke)?.input).toEqual({ id: 4 });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('without data', () => {
  test('[R2.21] without an app shows an empty state and the build tokens', async () => {
    const { client } = open(
      [
        [devApp.list, listOf([])],
        [devToken.list, { list: [], limit: 20 }],
      ],
      { locale: 'zh' },
    );
    expect(await screen.findByRole('heading', { name: '暂无数据' })).toBeTruthy();
    const tokens = within(screen.getByRole('region', { name: '构建令牌' }));
    expect(await tokens.findByText(zh.panel.tokens.nothing)).toBeTruthy();
    expect(screen.getByText(zh.panel.account.apps).nextSibling?.textContent).toBe(zh.panel.account.apps_none);
    expect(tokens.queryByRole('table')).toBeNull();
    expect(tokens.getByRole('group', { name: 'GitLab CI', hidden: true }).textContent).toContain(
      '--app your-app ',
    );
    expect(client.count(devApp.stats)).toBe(0);
  });

  test.each([
    ['apps', devApp.list, listOf([app(1)])],
    ['account', userInfo.index, developer],
  ] as const)('a developer whose %s did not load can ask again', async (_what, call, answer) => {
    const { client, hand } = open([
      [
        call,
        () => {
          throw silence();
        },
      ],
    ]);
    const again = await screen.findByRole('button', { name: 'Try again' });
    client.answer(call, answer as never);
    await hand.click(again);
    expect(await screen.findByRole('heading', { name: 'Build tokens' })).toBeTruthy();
  });

  test('without the role requests no developer data', async () => {
    const { client } = open([[userInfo.index, userFixture({ roles: ['user'] })]]);
    expect(await screen.findByRole('heading', { name: 'The control panel is for developers' })).toBeTruthy();
    expect(client.count(devApp.list) + client.count(devToken.list)).toBe(0);
  });
});

describe('publisher', () => {
  const proof = {
    host: 'keel.example.com',
    file_url: 'https://keel.example.com/.well-known/yunduo-publisher.txt',
    record: '_yunduo-publisher.keel.example.com',
    text: 'yunduo-publisher=1a2b',
    proved_at: null as string | null,
  };
  const keel = {
    name: { zh: '', en: 'Keel Studio' },
    support_email: 'help@keel.example.com',
    website: 'https://keel.example.com/',
    revision: 3,
    proof,
  };
  const section = () => screen.findByRole('region', { name: 'Publisher' });

  test('without an entry shows the nickname and edits it in a dialog', async () => {
    const { client, hand } = open([[devCenter.publisherSave, { ...keel, website: null, proof: null }]]);
    const own = within(await section());
    expect(
      await own.findByText(new RegExp(`shows the nickname of your account.*${developer.nickname}`)),
    ).toBeTruthy();
    await hand.click(own.getByRole('button', { name: 'Fill in details' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publisher details' }));
    await hand.type(dialog.getByLabelText('Publisher name (English)'), 'Keel Studio');
    await hand.type(dialog.getByLabelText('Email address for help'), 'help@keel.example.com');
    const saved = Promise.withResolvers<object>();
    client.answer(devCenter.publisherSave, () => saved.promise);
    await hand.click(dialog.getByRole('button', { name: 'Save details' }));
    expect(await dialog.findByRole('button', { name: 'Saving', busy: true })).toBeTruthy();
    saved.resolve({ ...keel, website: null, proof: null });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('Publisher details saved')).toBeTruthy();
    expect(client.calls.find(({ endpoint }) => endpoint === devCenter.publisherSave)?.input).toMatchObject({
      name: { zh: '', en: 'Keel Studio' },
      support_email: 'help@keel.example.com',
      revision: undefined,
    });
  });

  test('changed in another tab meanwhile keeps the text, takes over the other change, and is saved after a look', async () => {
    const stored = { ...keel, website: null, proof: null };
    const { client, hand } = open([[devCenter.publisher, { publisher: stored }]]);
    await hand.click(await within(await section()).findByRole('button', { name: en.publisher.edit }));
    const dialog = within(await screen.findByRole('dialog'));
    await hand.type(dialog.getByLabelText('Publisher name (English)'), ' Ltd');
    const now = {
      ...stored,
      name: { zh: '龙骨', en: 'Keel' },
      support_email: 'us@keel.example.com',
      revision: 4,
    };
    client.answer(devCenter.publisher, { publisher: now });
    client.answer(devCenter.publisherSave, ({ revision }: { revision: number }) => {
      if (revision !== now.revision) throw rejection('EDIT_CONFLICT', { revision: now.revision });
      return now;
    });
    await hand.click(dialog.getByRole('button', { name: 'Save details' }));
    await waitFor(() => expect(dialog.getByRole('alert').textContent).not.toBe(''));
    await hand.click(await dialog.findByRole('button', { name: 'Save details', busy: false }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(
      client.calls.findLast(({ endpoint }) => endpoint === devCenter.publisherSave)?.input,
    ).toMatchObject({
      name: { zh: '龙骨', en: 'Keel Studio Ltd' },
      support_email: 'us@keel.example.com',
      revision: 4,
    });
  });

  test('text of a developer who reopens the form is saved on the revision it was typed on, and is only theirs', async () => {
    const stored = { ...keel, name: { zh: 'Keel Studio', en: 'Keel Studio' }, website: null, proof: null };
    const edit = async ({ hand }: ReturnType<typeof open>) => {
      const own = within(await section());
      // One name for both languages is shown once.
      expect(await own.findByText('Keel Studio')).toBeTruthy();
      await hand.click(own.getByRole('button', { name: en.publisher.edit }));
      return within(await screen.findByRole('dialog'));
    };
    const name = (dialog: Awaited<ReturnType<typeof edit>>) =>
      dialog.getByLabelText<HTMLInputElement>('Publisher name (English)');
    const first = open([[devCenter.publisher, { publisher: stored }]]);
    await first.hand.type(name(await edit(first)), ' Ltd');
    cleanup();
    const other = open([
      [devCenter.publisher, { publisher: stored }],
      [userInfo.index, { ...developer, id: developer.id + 1 }],
    ]);
    expect(name(await edit(other)).value).toBe('Keel Studio');
    cleanup();
    const second = open([
      [devCenter.publisher, { publisher: { ...stored, revision: 4 } }],
      [devCenter.publisherSave, stored],
    ]);
    const dialog = await edit(second);
    expect(name(dialog).value).toBe('Keel Studio Ltd');
    await second.hand.click(dialog.getByRole('button', { name: 'Save details' }));
    await waitFor(() => expect(second.client.count(devCenter.publisherSave)).toBe(1));
    expect(
      second.client.calls.find(({ endpoint }) => endpoint === devCenter.publisherSave)?.input,
    ).toMatchObject({ revision: 3 });
  });

  test('an existing entry is shown and edited; “Cancel” discards the text', async () => {
    const { client, hand } = open([
      [devCenter.publisher, { publisher: { ...keel, website: null, proof: null } }],
    ]);
    const own = within(await section());
    expect(await own.findByText('Keel Studio')).toBeTruthy();
    const edit = () => hand.click(own.getByRole('button', { name: en.publisher.edit }));
    await edit();
    const dialog = within(await screen.findByRole('dialog'));
    const values = () =>
      [...document.querySelectorAll('dialog input, [role=dialog] input')].map(
        (input) => (input as HTMLInputElement).value,
      );
    expect(values()).toEqual(['', 'Keel Studio', 'help@keel.example.com', '']);
    await hand.type(dialog.getByLabelText('Publisher name (English)'), ' Ltd');
    await hand.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sessionStorage).toHaveLength(0);
    await edit();
    await waitFor(() => expect(values()).toEqual(['', 'Keel Studio', 'help@keel.example.com', '']));
    expect(client.count(devCenter.publisherSave)).toBe(0);
  });

  test('shows how to verify a website, why a check failed and when it is verified', async () => {
    let publisher = keel;
    let failure: string | null = 'content';
    const { client, hand } = open([
      [devCenter.publisher, () => ({ publisher })],
      [devCenter.publisherProve, () => ({ publisher, failure })],
    ]);
    const own = within(await section());
    expect(await own.findByText('Domain not verified')).toBeTruthy();
    expect(await own.findByText(proof.file_url)).toBeTruthy();
    expect(await outline()).toMatchSnapshot();
    expect((await copied()).map(([, text]) => text)).toContain(proof.text);
    await hand.click(own.getByRole('button', { name: 'Check the DNS record' }));
    expect(await own.findByText(/Copy the verification text exactly/)).toBeTruthy();
    // A check whose call failed shows no earlier result.
    client.answer(devCenter.publisherProve, () => {
      throw rejection('TOO_MANY_REQUESTS');
    });
    await hand.click(own.getByRole('button', { name: 'Check the file' }));
    await waitFor(() => expect(own.queryByText(/Copy the verification text exactly/)).toBeNull());
    client.answer(devCenter.publisherProve, () => ({ publisher, failure }));
    failure = 'dns';
    for (const [check, text] of [
      ['Check the file', en.publisher.failure.dns_file],
      ['Check the DNS record', en.publisher.failure.dns_record],
    ] as const) {
      const button = own.getByRole('button', { name: check });
      await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
      await hand.click(button);
      expect(await own.findByText(text)).toBeTruthy();
    }
    expect(
      client.calls.filter(({ endpoint }) => endpoint === devCenter.publisherProve).map(({ input }) => input),
    ).toEqual(['dns', 'file', 'file', 'dns'].map((method) => ({ method })));
    [publisher, failure] = [{ ...keel, proof: { ...proof, proved_at: '2026-11-20T02:00:00.000Z' } }, null];
    await hand.click(own.getByRole('button', { name: 'Check the file' }));
    expect(await own.findByText('Verified domain')).toBeTruthy();
    expect(own.queryByText(proof.file_url)).toBeNull();
    expect(
      await screen.findByText(en.publisher.proof.done.replace('{{host}}', proof.host), {
        selector: '[data-above-dialogs] *',
      }),
    ).toBeTruthy();
  });

  test('can be retried after a failed request', async () => {
    const { client, hand } = open([
      [
        devCenter.publisher,
        () => {
          throw silence();
        },
      ],
    ]);
    const own = within(await section());
    const again = await own.findByRole('button', { name: 'Try again' });
    client.answer(devCenter.publisher, { publisher: { ...keel, website: null, proof: null } });
    await hand.click(again);
    expect(await own.findByText('Keel Studio')).toBeTruthy();
  });
});

// The last test: the difference of the clocks is measured once.
test('the days of a browser whose clock is two days fast are the server’s, and so is the last week of a token', async () => {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-23T02:00:00.000Z'));
  const headers = { date: 'Sat, 21 Nov 2026 02:00:00 GMT' };
  globalThis.fetch = () => Promise.resolve(new Response('{}', { headers }));
  try {
    await runtimeConfig();
    const list = [
      token({ expires_at: '2026-11-28T02:00:00.000Z' }),
      token({ id: 90, expires_at: '2026-11-28T02:00:01.000Z' }),
    ];
    const { client } = open([[devToken.list, { list, limit: 20 }]]);
    await screen.findByText('1,234');
    const badges = await screen.findAllByText('Active');
    expect(badges.map((badge) => badge.closest('[data-tone]')?.getAttribute('data-tone'))).toEqual([
      'warn',
      'good',
    ]);
    expect(client.calls.find(({ endpoint }) => endpoint.url === devCenter.stats.url)?.input).toMatchObject({
      to: '2026-11-21',
    });
  } finally {
    clock.mockRestore();
  }
});
