import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { markupOf } from '@yunduo/app-shell/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { appStore, site } from '@yunduo/api-contract';
import { fakeClient, rejection, silence, type FakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { appDetail, appItem, foreignItem } from '../../../testing/apps.ts';
import { renderRoute } from '../../../testing/render-route.tsx';
import { SITE } from '../../../testing/site.ts';
import * as route from './route.tsx';

const NEIGHBOURS = [
  appItem(),
  appItem({ id: 31, name: 'Valkey' }),
  foreignItem({ id: 40, name: 'MySQL' }),
  appItem({ id: 41, name: 'Kafka' }),
];

let client: FakeClient;
beforeEach(() => {
  client = fakeClient(
    [site.info, SITE],
    [appStore.detail, appDetail()],
    [appStore.list, { list: NEIGHBOURS, total: 4, page: 1, page_size: 30 }],
  );
});

const show = (at = '/application/7', locale: 'zh' | 'en' = 'en') =>
  renderRoute(route, { client, pattern: '/application/:id', at, locale });
const section = (name: string) => within(screen.getByRole('region', { name }));

describe('id in the path', () => {
  test.each(['0', '-1', '007', '1.5', '1e3', 'nginx', '2147483648'])(
    '[R2.24] rejects %s with a 404 that names the path, without an API request',
    async (id) => {
      show(`/application/${id}`);
      expect((await screen.findByRole('alert')).textContent).toBe(
        `404 Page Not Found: /en/application/${id}`,
      );
      expect(client.calls).toEqual([]);
    },
  );

  test('of an unknown app is a 404', async () => {
    client.answer(appStore.detail, () => {
      throw rejection('APP_NOT_FOUND');
    });
    show('/application/404');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^404/);
  });

  test('of a community app is a 404', async () => {
    client.answer(appStore.detail, appDetail({ source: 'user' }));
    show();
    expect((await screen.findByRole('alert')).textContent).toBe('404 Page Not Found: /en/application/7');
  });
});

test('[R2.06] shows purpose, requirements, install steps and important changes', async () => {
  show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Install Redis' })).toBeTruthy();
  expect(
    section('What it does').getByText('In-memory data store for caches, queues and sessions.'),
  ).toBeTruthy();

  const before = section('Before you start');
  expect(before.getByText('Memory').nextElementSibling?.textContent).toBe('512 MB');
  expect(before.getByText(/OpenSSL/)).toBeTruthy();
  expect(before.getByRole('link', { name: 'Valkey' }).getAttribute('href')).toBe('/en/store/31');

  const steps = section('Install in the client')
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);
  // OpenSSL is a system package, which the client installs; Valkey is a conflicting app.
  expect(steps).toEqual([
    'Connect the server',
    'Check that the server does not run Valkey',
    'Find it in the app store',
    'Select the servers and click Install',
    'Wait for the installation to finish',
  ]);

  const after = section('After installation');
  expect(after.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Breaking8.4.0 save "" no longer turns AOF off',
    'Security8.2.3 Two holes in the Lua sandbox closed',
  ]);
  expect(after.getByRole('link', { name: 'View full changelog' }).getAttribute('href')).toBe(
    '/en/store/7#log',
  );
});

test('a dependency is a step of its own', async () => {
  client.answer(
    appStore.detail,
    appDetail({
      dependencies: [
        { name: 'Docker', id: 3, constraint: '24.0+', note: 'Comes with most systems' },
        { name: 'MySQL', id: 40, constraint: '', note: '' },
      ],
      conflicts: [],
      update_log: [],
    }),
  );
  show('/application/7', 'zh');
  expect(await screen.findByRole('heading', { level: 3, name: '先安装 Docker、MySQL' })).toBeTruthy();
  expect(screen.getByText('没有已知冲突。')).toBeTruthy();
  // Of a developer who writes in one language only.
  expect(screen.getByText('Comes with most systems').lang).toBe('en');
  expect(screen.queryByText('升级前须知')).toBeNull();
});

test('recommends related apps that do not conflict', async () => {
  show();
  await screen.findByRole('heading', { level: 1 });
  const next = section('Recommended next').getAllByRole('link');
  expect(next.map((link) => link.getAttribute('href'))).toEqual(['/en/application/40', '/en/application/41']);
});

test('recommends four apps, repeats five warnings, and knows an app of a category without a group', async () => {
  client.answer(
    appStore.detail,
    appDetail({
      cate: 'recommend',
      dependencies: [],
      conflicts: [],
      requirements: { os: '', cpu: '', mem: '', hard_disk: '', network_card: '', gpu: '' },
      update_log: appDetail().update_log.flatMap((one, at) => ({
        ...one,
        version: `8.${9 - at}.0`,
        changes: [
          { kind: 'breaking' as const, text: `b${at}` },
          { kind: 'security' as const, text: `s${at}` },
        ],
      })),
    }),
  );
  const list = Array.from({ length: 6 }, (_, at) => appItem({ id: at + 50, name: `App ${at}` }));
  client.answer(appStore.list, { list, total: 6, page: 1, page_size: 30 });
  const { router } = show();
  await screen.findByRole('heading', { level: 1 });
  expect(section('Recommended next').getAllByRole('link')).toHaveLength(4);
  expect(
    section('After installation')
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Breaking8.9.0 b0',
    'Security8.9.0 s0',
    'Breaking8.8.0 b1',
    'Security8.8.0 s1',
    'Breaking8.7.0 b2',
  ]);
  // What the developer did not write is taken from the list of systems, or left out.
  const before = section('Before you start');
  expect(before.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Debian, Ubuntu',
    'x86_64, ARM64',
  ]);
  expect(before.getByText(en.guide.before.needs_none)).toBeTruthy();
  expect(client.calls.find(({ endpoint }) => endpoint === appStore.list)?.input).toEqual({
    cate: 'system',
    source: 'official',
    sort: 'recommend',
    page: 1,
    page_size: 30,
  });
  expect(Object.values(router.state.loaderData)).toEqual([
    { id: 7, purpose: 'system', name: 'Redis', changed: appDetail().updated_at, onlyIn: appDetail().only_in },
  ]);
});

test('a warning in the other language is marked as such', async () => {
  const [release] = appDetail().update_log;
  const changes = [{ kind: 'breaking' as const, text: '配置文件换了位置' }];
  client.answer(
    appStore.detail,
    appDetail({ update_log: release ? [{ ...release, changes, untranslated: true }] : [] }),
  );
  show();
  const text = await screen.findByText('配置文件换了位置');
  expect(text.closest('[lang]')?.getAttribute('lang')).toBe('zh-CN');
});

test('renders without recommendations if they fail to load', async () => {
  client.answer(appStore.list, () => {
    throw silence();
  });
  show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Install Redis' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Recommended next' })).toBeNull();
});

test('copies the app key; several apps that an app needs or excludes are one step each', async () => {
  const both = (...names: string[]) =>
    names.map((name, at) => ({ name, id: 50 + at, constraint: '', note: '' }));
  client.answer(
    appStore.detail,
    appDetail({ dependencies: both('MySQL', 'Kafka'), conflicts: both('Valkey', 'KeyDB') }),
  );
  const user = userEvent.setup();
  show();
  const write = jest.spyOn(navigator.clipboard, 'writeText');
  await user.click(await screen.findByRole('button', { name: 'Copy app ID' }));
  expect(write).toHaveBeenCalledWith('redis');
  const steps = section('Install in the client').getAllByRole('heading', { level: 3 });
  expect(steps.map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('MySQL and Kafka'),
      expect.stringContaining('Valkey or KeyDB'),
    ]),
  );
});

test('/application/7 has the recorded markup, with the language of texts in the other one', async () => {
  client.answer(
    appStore.detail,
    appDetail({
      logo: '/uploads/logo.webp',
      untranslated: ['intro', 'description'],
      requirements: { ...appDetail().requirements, network_card: '千兆网卡' },
      conflicts: [{ name: 'Valkey', id: 31, constraint: '<9', note: '占用同一端口' }],
    }),
  );
  expect(await markupOf(() => show())).toMatchSnapshot();
});

test('an app that needs nothing and has no neighbours has the recorded markup', async () => {
  client.answer(
    appStore.detail,
    appDetail({
      dependencies: [],
      conflicts: [],
      update_log: [],
      requirements: { os: '', cpu: '', mem: '', hard_disk: '', network_card: '', gpu: '' },
    }),
  );
  client.answer(appStore.list, { list: [], total: 0, page: 1, page_size: 30 });
  expect(await markupOf(() => show())).toMatchSnapshot();
});
