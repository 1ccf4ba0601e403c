import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Toasts } from '@yunduo/app-shell';
import { markupOf, messageOrToast } from '@yunduo/app-shell/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { appStore, type AppRelease, site } from '@yunduo/api-contract';
import { storeContext } from '@yunduo/data-access';
import { fakeClient, rejection, silence, testStore, type FakeClient } from '@yunduo/data-access/testing';
import { RouterContextProvider } from 'react-router';
import { en as enShared } from '@yunduo/i18n/en';
import { zh } from '@yunduo/i18n/zh';
import { appDetail, appItem, RELEASES } from '../../../testing/apps.ts';
import { renderRoute } from '../../../testing/render-route.tsx';
import { SITE } from '../../../testing/site.ts';
import * as route from './route.tsx';
import { softwareApplication } from './software-application.ts';

let client: FakeClient;
beforeEach(() => {
  client = fakeClient(
    [site.info, SITE],
    [appStore.detail, appDetail()],
    [appStore.view, { counted: true }],
    [appStore.list, { list: [], total: 0, page: 1, page_size: 5 }],
    [appStore.changelog, { from: '8.2.1', to: '8.4.0', list: RELEASES.slice(0, 2) }],
  );
});

const show = (at: string, locale: 'zh' | 'en' = 'en') =>
  renderRoute(route, { client, pattern: '/store/:id', at, locale });
const section = (name: string) => within(screen.getByRole('region', { name }));

describe('id in the path', () => {
  test.each(['0', '-1', '007', '1.5', '1e3', 'nginx', '2147483648', '９', '%31%20'])(
    '[R2.24] rejects %s with a 404 that names the path, without an API request',
    async (id) => {
      show(`/store/${id}`);
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toBe(`404 Page Not Found: ${decodeURI(`/en/store/${id}`)}`);
      expect(client.calls).toEqual([]);
    },
  );

  test('of an unknown app is a 404', async () => {
    client.answer(appStore.detail, () => {
      throw rejection('APP_NOT_FOUND');
    });
    show('/store/404');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^404/);
  });
});

test('counts one view and ignores a failure', async () => {
  client.answer(appStore.view, () => {
    throw rejection('RATE_LIMITED');
  });
  renderRoute(route, { client, pattern: '/store/:id', at: '/store/7', frame: <Toasts /> });
  await screen.findByRole('heading', { level: 1, name: 'Redis' });
  await waitFor(() =>
    expect(client.calls.filter(({ endpoint }) => endpoint === appStore.view)).toMatchObject([
      { input: { id: 7 } },
    ]),
  );
  expect(messageOrToast('alert')).toBe('');
});

test('[R3.05] shows all data of an app', async () => {
  show('/store/7');
  expect(await screen.findByRole('heading', { level: 1, name: 'Redis' })).toBeTruthy();
  expect(client.calls.find(({ endpoint }) => endpoint === appStore.detail)?.input).toEqual({ id: 7 });

  for (const badge of ['Official', 'Certified', 'Free']) expect(screen.getByText(badge)).toBeTruthy();
  for (const fact of ['7.3 MB', '154,930']) expect(screen.getAllByText(fact).length).toBeGreaterThan(0);
  const shots = screen.getByRole('list', { name: '2 screenshots, scroll sideways' });
  expect(
    within(shots)
      .getAllByRole('img')
      .map((shot) => shot.getAttribute('alt')),
  ).toEqual(['Overview', 'Keys']);

  const requirements = section('Requirements');
  for (const [term, value] of [
    ['Operating system', 'Debian 11+, Ubuntu 20.04+'],
    ['CPU', '1 core'],
    ['Memory', '512 MB'],
    ['Disk', '200 MB'],
    ['Graphics', 'None'],
    ['Network', '100 Mbit/s'],
  ] as const) {
    expect(requirements.getByText(term).nextElementSibling?.textContent).toBe(value);
  }
  expect(section('Requires').getByText('OpenSSL', { exact: false })).toBeTruthy();
  expect(section('Conflicts with').getByRole('link', { name: 'Valkey' }).getAttribute('href')).toBe(
    '/en/store/31',
  );
});

test('shows the reviewed commit and the package’s SHA-256 in full, with copy buttons', async () => {
  const [current] = appDetail({}).update_log;
  show('/store/7');
  await screen.findByRole('heading', { level: 1, name: 'Redis' });
  const about = section('Details');
  for (const [term, value, copy] of [
    ['Commit reviewed', current?.git_commit, 'Copy commit ID'],
    ['Package SHA‑256', current?.package_sha256, 'Copy SHA-256'],
  ] as const) {
    expect(about.getByText(term).nextElementSibling?.querySelector('code')?.textContent).toBe(value);
    expect(about.getByRole('button', { name: copy })).toBeTruthy();
  }
});

test('omits commit and SHA-256 for a version without them', async () => {
  const app = appDetail({});
  const log = app.update_log.map((one) => ({ ...one, git_commit: null, package_sha256: null }));
  client.answer(appStore.detail, { ...app, update_log: log });
  show('/store/7');
  await screen.findByRole('heading', { level: 1, name: 'Redis' });
  expect(section('Details').queryByText('Commit reviewed')).toBeNull();
  expect(section('Details').queryByText('Package SHA‑256')).toBeNull();
});

test.each([
  ['', null],
  ['?from=8.2.1', '8.2.1'],
  ['?from=9.9.9', null],
])('search engines learn what the app of /store/7%s is', async (query, from) => {
  const app = appDetail({ only_in: 'en' });
  client.answer(appStore.detail, app);
  const { router } = show(`/store/7${query}`);
  await screen.findByRole('heading', { level: 1, name: 'Redis' });
  expect(Object.values(router.state.loaderData)).toEqual([
    {
      id: 7,
      cate: 'runtime',
      from,
      about: { name: 'Redis', intro: app.intro, onlyIn: 'en' },
      jsonLd: softwareApplication(app),
    },
  ]);
});

test('links to the app in the client and to the client’s download', async () => {
  show('/store/7');
  const open = await screen.findByRole('link', { name: 'Open in the client' });
  expect(open.getAttribute('href')).toBe('yunduo://store/redis');
  expect(screen.getByRole('button', { name: 'Copy app ID' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Download the client' }).getAttribute('href')).toBe(
    '/en/client-download',
  );
});

test('lists similar apps of the category, alternatives first', async () => {
  const names = ['Redis', 'PostgreSQL', 'PHP', 'Node.js', 'Valkey'];
  const ids = [7, 2, 3, 4, 31];
  client.answer(appStore.list, {
    list: names.map((name, index) => appItem({ name, id: ids[index] ?? 0 })),
    total: 22,
    page: 1,
    page_size: 5,
  });
  show('/store/7');
  const more = within(await screen.findByRole('region', { name: 'Similar apps' }));
  expect(more.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Valkey',
    'PostgreSQL',
    'PHP',
    'Node.js',
  ]);
  expect(more.getByRole('link', { name: 'Valkey' }).getAttribute('href')).toBe('/en/store/31');
  expect(more.getByRole('link', { name: 'All apps in Runtime' }).getAttribute('href')).toBe(
    '/en/store?cate=runtime',
  );
});

test('renders without similar apps if they fail to load', async () => {
  client.answer(appStore.list, () => {
    throw silence();
  });
  show('/store/7');
  expect(await screen.findByRole('heading', { level: 1, name: 'Redis' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Similar apps' })).toBeNull();
});

test('explains a badge in Chinese', async () => {
  show('/store/7', 'zh');
  await userEvent.click(await screen.findByText('官方'));
  expect(screen.getByText('由Yunduo团队打包和维护，与上游版本同步更新。')).toBeTruthy();
  expect(screen.getByRole('navigation', { name: '当前位置' })).toBeTruthy();
});

test('labels an uncertified community app and omits empty sections', async () => {
  client.answer(
    appStore.detail,
    appDetail({
      source: 'user',
      certified: false,
      screenshots: [],
      dependencies: [],
      conflicts: [],
      homepage: 'javascript:alert(1)',
      repo_url: 'https://user:secret@git.example/repo',
    }),
  );
  show('/store/7');
  expect(await screen.findByText('Community')).toBeTruthy();
  expect(screen.getByText('Not certified')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Screenshots' })).toBeNull();
  expect(screen.getByText('No dependencies.')).toBeTruthy();
  expect(screen.getByText('No known conflicts.')).toBeTruthy();
  // Only http(s) URLs are linked.
  expect(screen.queryByText('Homepage')).toBeNull();
  expect(screen.queryByText('Source code')).toBeNull();
});

describe('facts of the app', () => {
  const facts = () =>
    section('Details')
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  const publisher = {
    website: 'https://redis.example/about',
    verified_host: 'redis.example',
    support_email: 'help@redis.example',
  };
  const requirements = { ...appDetail().requirements, os: '', cpu: '' };
  const [{ git_commit = '', package_sha256 = '' } = {}] = RELEASES;

  test('name a verified publisher, and the systems if the developer wrote none', async () => {
    client.answer(appStore.detail, appDetail({ publisher, requirements }));
    show('/store/7');
    await screen.findByRole('heading', { level: 1, name: 'Redis' });
    expect(facts()).toEqual([
      ['Developer', 'Redis Ltd.'],
      ['Website', 'redis.example Verified domain'],
      ['Help', 'help@redis.example'],
      ['Licence', 'AGPL-3.0'],
      ['Operating systems', 'Debian, Ubuntu'],
      ['CPU architecture', 'x86_64, ARM64'],
      ['First published', '5\u00a0Jan\u00a02026'],
      ['Homepage', 'redis.io'],
      ['Source code', 'github.com'],
      ['Commit reviewed', expect.stringContaining(String(git_commit))],
      ['Package SHA‑256', expect.stringContaining(String(package_sha256))],
    ]);
    const help = section('Details').getByRole('link', { name: 'help@redis.example' });
    expect(help.getAttribute('href')).toBe('mailto:help@redis.example');
  });

  test.each([
    ['another host is verified', { ...publisher, verified_host: 'www.redis.example' }, 'redis.example '],
    ['no host is verified', { ...publisher, verified_host: null }, 'redis.example '],
    ['there is no website', { ...publisher, website: null, verified_host: null }, undefined],
    ['it is no web address', { ...publisher, website: 'javascript:alert(1)' }, undefined],
  ])('claim no verified website if %s', async (_what, given, website) => {
    client.answer(appStore.detail, appDetail({ publisher: given, requirements }));
    show('/store/7', 'zh');
    await screen.findByRole('heading', { level: 1, name: 'Redis' });
    const shown = new Map(
      within(screen.getByRole('region', { name: zh.appPage.about.heading }))
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    );
    expect(shown.get(zh.appPage.about.website)).toBe(website);
    expect(shown.get(zh.appPage.about.contact)).toBe('help@redis.example');
    expect(shown.get(zh.appPage.about.systems)).toBe('Debian、Ubuntu');
    expect(screen.queryByText(zh.appPage.about.verified)).toBeNull();
  });

  test('link to its place in the store, its rivals and, if official, its guide', async () => {
    const { unmount } = show('/store/7');
    const place = within(await screen.findByRole('navigation', { name: enShared.appPage.breadcrumb }));
    expect(place.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/en/store',
      '/en/store?cate=runtime',
    ]);
    expect(section('Requires').getByRole('listitem').textContent).toBe('OpenSSL 3.0+comes with the system');
    expect(section('Conflicts with').getByRole('listitem').textContent).toBe(
      'Valkeylistens on port 6379 too',
    );
    expect(screen.getByRole('link', { name: 'View guide' }).getAttribute('href')).toBe('/en/application/7');
    unmount();
    client.answer(appStore.detail, appDetail({ source: 'user', free: false }));
    show('/store/7');
    await screen.findByRole('heading', { level: 1, name: 'Redis' });
    expect([screen.queryByRole('link', { name: 'View guide' }), screen.queryByText('Free')]).toEqual([
      null,
      null,
    ]);
  });
});

test('the explanation of a badge closes when the focus leaves it', async () => {
  show('/store/7');
  const badge = (await screen.findByText('Free')).closest('details') as HTMLDetailsElement;
  const summary = badge.querySelector('summary') as HTMLElement;
  summary.tabIndex = 0;
  badge.open = true;
  summary.focus();
  // The window loses the focus: the text stays.
  summary.blur();
  expect(badge.open).toBe(true);
  summary.focus();
  screen.getByRole('link', { name: 'Open in the client' }).focus();
  expect(badge.open).toBe(false);
});

test('opens the website in a new window without referrer', async () => {
  show('/store/7');
  const website = await screen.findByRole('link', { name: 'redis.io (opens in a new window)' });
  expect(website.getAttribute('href')).toBe('https://redis.io/');
  expect(website.getAttribute('target')).toBe('_blank');
  expect(website.getAttribute('rel')).toBe('noopener noreferrer nofollow');
});

test('copies the app ID', async () => {
  const user = userEvent.setup();
  show('/store/7');
  const write = jest.spyOn(navigator.clipboard, 'writeText');
  await user.click(await screen.findByRole('button', { name: 'Copy app ID' }));
  expect(write).toHaveBeenCalledWith('redis');
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
});

test('opens a screenshot in the lightbox, pages and closes by Escape', async () => {
  const user = userEvent.setup();
  show('/store/7');
  await user.click(await screen.findByRole('img', { name: 'Overview' }));
  const box = await screen.findByRole('dialog', { name: 'Screenshots' });
  // A live region is mounted first and filled in a second step.
  expect(await within(box).findByText('1 of 2')).toBe(within(box).getByRole('status'));
  await user.click(within(box).getByRole('button', { name: 'Next' }));
  expect(within(box).getByRole('img', { name: 'Keys' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

describe('the update log', () => {
  test('claims no changes since a withdrawn version that is newer than the current one', async () => {
    const withdrawn = [{ version: '9.0.0', released_at: '2026-11-20T02:00:00.000Z', reason: 'Loses data' }];
    client.answer(appStore.detail, { ...appDetail(), withdrawn });
    client.answer(appStore.changelog, { from: '9.0.0', to: '8.4.0', list: [] });
    show('/store/7?from=9.0.0');
    expect(await screen.findByText('Loses data')).toBeTruthy();
    await waitFor(() => expect(client.count(appStore.changelog)).toBe(1));
    expect(screen.queryByText(/Important changes since/)).toBeNull();
  });

  test('shows the changes since the given version, most serious first, and marks it', async () => {
    show('/store/7?from=8.2.1');
    expect(await screen.findByRole('heading', { name: 'Important changes since 8.2.1' })).toBeTruthy();
    expect(screen.getByText('You run 8.2.1, 2 versions behind')).toBeTruthy();
    const [since] = screen.getAllByRole('list').filter((list) => /AOF/.test(list.textContent ?? ''));
    expect(
      within(since as HTMLElement)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'Breaking save "" no longer turns AOF off',
      'Security Two holes in the Lua sandbox closed',
      'New Slow queries in the client',
    ]);
    expect(screen.getByText('Your version', { selector: 'span' }).closest('li')?.textContent).toContain(
      '8.2.1',
    );
  });

  test('shows six versions and mine; older ones behind a disclosure', async () => {
    const versions = ['9.4', '9.3', '9.2', '9.1', '9.0', '8.9', '8.8', '8.7', '8.6'];
    const update_log = versions.map((version, index) => ({
      ...(RELEASES[0] as AppRelease),
      version,
      released_at: `2026-11-${String(20 - index)}T02:00:00.000Z`,
    }));
    client.answer(appStore.detail, appDetail({ update_log, version: '9.4' }));
    const log = async () => {
      await screen.findByRole('region', { name: 'Changelog' });
      const lists = document.querySelectorAll('#log ol');
      return [...lists].map((list) => [...list.querySelectorAll('h3')].map(({ textContent }) => textContent));
    };
    const first = show('/store/7');
    expect(await log()).toEqual([versions.slice(0, 6), versions.slice(6)]);
    expect(screen.getByText('3 older versions')).toBeTruthy();
    expect(screen.getByText('Current').closest('li')?.querySelector('h3')?.textContent).toBe('9.4');
    expect(screen.getByText('20 Nov 2026').parentElement?.textContent).toBe('20\u00a0Nov\u00a02026 · 7.3 MB');
    first.unmount();
    const second = show('/store/7?from=8.7');
    expect(await log()).toEqual([versions.slice(0, 8), ['8.6']]);
    expect(screen.getByText('1 older version')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Stop comparing' }).getAttribute('href')).toBe('/en/store/7#log');
    second.unmount();
    client.answer(appStore.detail, appDetail({ update_log: update_log.slice(0, 1) }));
    show('/store/7');
    expect(await log()).toEqual([['9.4']]);
    // Nothing to compare with.
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  test.each([
    ['?from=8.2.1', 1],
    ['?from=8.4.0', 0],
  ])('of the address “%s” is there before the page is rendered', async (query, calls) => {
    const context = new RouterContextProvider();
    context.set(storeContext, testStore({ client }));
    const request = new Request(`https://yunduo.example/store/7${query}`);
    await route.loader({ context, params: { id: '7' }, request } as never);
    expect([client.count(appStore.changelog), client.count(appStore.list)]).toEqual([calls, 1]);
  });

  test('requests no changes for the latest version', async () => {
    show('/store/7?from=8.4.0');
    expect(await screen.findByText('You run 8.4.0, the latest')).toBeTruthy();
    expect(client.count(appStore.changelog)).toBe(0);
  });

  test('ignores an unknown version', async () => {
    show('/store/7?from=99.0.0');
    await screen.findByRole('heading', { level: 1, name: 'Redis' });
    expect(client.count(appStore.changelog)).toBe(0);
    expect(screen.queryByText(/Important changes since/)).toBeNull();
  });

  test('shows a version that was withdrawn in its place, with the reason, and marks it as mine', async () => {
    const withdrawn = [
      {
        version: '8.3.0',
        released_at: '2026-10-20T02:00:00.000Z',
        reason: '会丢数据',
        untranslated: true as const,
      },
    ];
    const update_log = appDetail().update_log.map((release, index) => ({
      ...release,
      released_at: `2026-${index === 0 ? '11' : '09'}-10T02:00:00.000Z`,
    }));
    client.answer(appStore.detail, { ...appDetail(), update_log, withdrawn });
    show('/store/7?from=8.3.0');
    const entry = (await screen.findByRole('heading', { level: 3, name: '8.3.0' })).closest('li');
    expect(entry?.textContent).toMatch(/8\.3\.0.*Your version.*Withdrawn.*会丢数据/);
    expect(screen.getByText('会丢数据').lang).toBe('zh-CN');
    expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('8.3.0');
    const versions = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(versions.filter((text) => /^8\.\d/.test(text ?? ''))).toEqual([
      '8.4.0',
      '8.3.0',
      '8.2.3',
      '8.2.1',
    ]);
  });

  test('renders the page if the changes fail to load', async () => {
    client.answer(appStore.changelog, () => {
      throw silence();
    });
    show('/store/7?from=8.2.1');
    expect(
      await screen.findByText('The changes could not be loaded. The full changelog is below.'),
    ).toBeTruthy();
    expect(screen.getByRole('heading', { level: 3, name: '8.2.3' })).toBeTruthy();
  });

  test('has a version form that works without scripts', async () => {
    const { router } = show('/store/7');
    const select = await screen.findByLabelText('Your version');
    expect(select.closest('form')?.getAttribute('method')).toBe('get');
    await userEvent.selectOptions(select, '8.2.1');
    await userEvent.click(screen.getByRole('button', { name: 'View changes' }));
    await waitFor(() => expect(router.state.location.search).toBe('?from=8.2.1'));
    // The page stays where it is; the hash leads on a page without scripts.
    expect([router.state.location.hash, router.state.preventScrollReset]).toEqual(['#log', true]);
    await userEvent.click(await screen.findByRole('link', { name: 'Stop comparing' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(router.state.preventScrollReset).toBe(true);
    expect(screen.getByLabelText<HTMLSelectElement>('Your version').value).toBe('');
  });
});

describe('app described in the other language only', () => {
  const shots = appDetail().screenshots;
  const foreign = appDetail({
    name: '内存数据库',
    intro: '放在内存里的键值存储',
    description: '<p>中文介绍</p>',
    only_in: 'zh',
    untranslated: ['name', 'intro', 'description', 'screenshots', 'requirements'],
    update_log: RELEASES.map((release) => ({ ...release, untranslated: true as const })),
    conflicts: [{ name: 'Valkey', id: 8, constraint: '', note: '占用同一个端口' }],
  });

  test('shows a notice and marks foreign texts with lang', async () => {
    client.answer(appStore.detail, () => foreign);
    show('/store/7');
    const heading = await screen.findByRole('heading', { level: 1, name: '内存数据库' });
    expect(
      screen.getByText('Not translated: the developer has provided a description in Chinese only.'),
    ).toBeTruthy();
    const langOf = (element: Element | null) => element?.closest('[lang]')?.getAttribute('lang');
    expect(langOf(heading)).toBe('zh-CN');
    expect(langOf(screen.getByText('放在内存里的键值存储'))).toBe('zh-CN');
    const description = screen.getByRole('region', { name: 'About this app' });
    expect(description.querySelector('h2 + [lang]')?.getAttribute('lang')).toBe('zh-CN');
    expect(langOf(screen.getByRole('img', { name: shots[0]?.alt ?? '' }))).toBe('zh-CN');
    expect(langOf(section('Requirements').getByText(foreign.requirements.mem))).toBe('zh-CN');
    expect(langOf(screen.getByText('占用同一个端口'))).toBe('zh-CN');
    expect(langOf(screen.getByText(RELEASES[0]?.changes[0]?.text ?? ''))).toBe('zh-CN');
    expect(langOf(screen.getByRole('heading', { name: 'Requirements' }))).not.toBe('zh-CN');
  });

  test('a requirement in the other language is marked, without a notice about the description', async () => {
    const requirements = { ...appDetail().requirements, mem: '至少 4 GB' };
    client.answer(appStore.detail, appDetail({ requirements, untranslated: ['requirements'] }));
    show('/store/7');
    const text = await screen.findByText('至少 4 GB');
    expect(text.closest('[lang]')?.getAttribute('lang')).toBe('zh-CN');
    expect(screen.queryByText(/^Not translated/)).toBeNull();
  });

  test('has no lang attribute if all texts are in the page’s language', async () => {
    show('/store/7');
    const heading = await screen.findByRole('heading', { level: 1, name: 'Redis' });
    expect(screen.queryByText(/^Not translated/)).toBeNull();
    expect(heading.getAttribute('lang')).toBeNull();
  });
});

test.each(['/store/7', '/store/7?from=8.2.1'])('%s has the recorded markup', async (at) => {
  expect(await markupOf(() => show(at))).toMatchSnapshot();
});

test('an app with the least that it must have has the recorded markup', async () => {
  client.answer(
    appStore.detail,
    appDetail({
      certified: false,
      source: 'user',
      free: false,
      screenshots: [],
      update_log: [],
      dependencies: [],
      conflicts: [],
      homepage: '',
      repo_url: null,
      licence: '',
      os: [],
      arch: [],
    }),
  );
  expect(await markupOf(() => show('/store/7'))).toMatchSnapshot();
});
