import { beforeEach, expect, test } from '@jest/globals';
import { markupOf } from '@yunduo/app-shell/testing';
import { screen, within } from '@testing-library/react';
import { appStore, type AppItem, site } from '@yunduo/api-contract';
import { fakeClient, silence, type FakeClient } from '@yunduo/data-access/testing';
import { appItem, foreignItem } from '../../../testing/apps.ts';
import { en } from '@yunduo/i18n-public-site/en';
import { renderRoute } from '../../../testing/render-route.tsx';
import { SITE } from '../../../testing/site.ts';
import * as route from './route.tsx';

const APPS: AppItem[] = [
  foreignItem({ id: 1, name: 'Nginx', cate: 'system', intro: 'Web server and reverse proxy.' }),
  appItem({ id: 7, name: 'Redis', cate: 'runtime', os: ['debian', 'ubuntu'], arch: ['x86_64'] }),
  appItem({
    id: 9,
    name: 'MySQL',
    cate: 'runtime',
    os: ['debian', 'ubuntu', 'centos', 'rocky', 'alma', 'opensuse'],
  }),
];

let client: FakeClient;
beforeEach(() => {
  client = fakeClient([site.info, SITE]);
  client.answer(appStore.list, ({ cate, os }) => {
    const list = APPS.filter((app) => app.cate === cate && (os === undefined || app.os.includes(os)));
    return { list, total: cate === 'runtime' ? list.length + 3 : list.length, page: 1, page_size: 30 };
  });
});

const show = (at = '/application', locale: 'zh' | 'en' = 'en') =>
  renderRoute(route, { client, pattern: '/application', at, locale });

test('[R2.05] groups official apps by purpose, each linked to its guide', async () => {
  show();
  const ground = within(await screen.findByRole('region', { name: 'Server essentials' }));
  expect(ground.getByRole('link', { name: 'Nginx' }).getAttribute('href')).toBe('/en/application/1');
  expect(ground.getByText('Web server and reverse proxy.')).toBeTruthy();
  const run = within(screen.getByRole('region', { name: 'Runtimes and databases' }));
  expect(run.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Redis',
    'MySQL',
  ]);
  // A purpose without apps is not shown.
  expect(screen.queryByRole('region', { name: 'Apps ready to use' })).toBeNull();
  const requests = client.calls
    .filter(({ endpoint }) => endpoint === appStore.list)
    .map(({ input }) => input);
  expect(requests).toHaveLength(3);
  for (const input of requests)
    expect(input).toMatchObject({ source: 'official', sort: 'recommend', page: 1, page_size: 30 });
});

test('links to the purposes only if there are several', async () => {
  const { unmount } = show();
  const links = within(await screen.findByRole('navigation', { name: en.guide.picker.purpose }));
  expect(links.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '#system',
    '#runtime',
  ]);
  unmount();
  client.answer(appStore.list, ({ cate }) => {
    const list = APPS.filter((app) => app.cate === cate && cate === 'system');
    return { list, total: list.length, page: 1, page_size: 30 };
  });
  show();
  await screen.findByRole('region', { name: 'Server essentials' });
  expect(screen.queryByRole('navigation', { name: en.guide.picker.purpose })).toBeNull();
});

test('shows the supported systems if an app does not run on all', async () => {
  show();
  expect(await screen.findByText('Debian, Ubuntu · x86_64 only')).toBeTruthy();
  expect(screen.getByText('MySQL').closest('li')?.textContent).not.toContain('only');
});

test('links the rest of a group to the store with the same filters', async () => {
  show('/application?os=ubuntu');
  const rest = await screen.findByRole('link', { name: '3 more in the app store' });
  expect(rest.getAttribute('href')).toBe('/en/store?cate=runtime&source=official&os=ubuntu');
});

test('filters by system', async () => {
  show('/application?os=ubuntu');
  await screen.findByRole('heading', { level: 1 });
  expect(screen.getByRole('link', { name: 'Ubuntu' }).getAttribute('aria-current')).toBe('page');
  expect(client.calls.find(({ endpoint }) => endpoint === appStore.list)?.input).toMatchObject({
    os: 'ubuntu',
  });
});

test('ignores an unknown system', async () => {
  show('/application?os=beos');
  expect((await screen.findByRole('link', { name: 'All systems' })).getAttribute('aria-current')).toBe(
    'page',
  );
});

test('without an app for a system links to all systems', async () => {
  client.answer(appStore.list, { list: [], total: 0, page: 1, page_size: 30 });
  show('/application?os=alma', 'zh');
  expect(await screen.findByText('暂无支持此系统的官方应用')).toBeTruthy();
  expect(screen.getByRole('link', { name: '查看全部系统' }).getAttribute('href')).toBe('/application');
});

test('without any official app links to the store', async () => {
  client.answer(appStore.list, { list: [], total: 0, page: 1, page_size: 30 });
  show();
  const heading = await screen.findByRole('heading', { name: 'No official apps yet' });
  const empty = within(heading.parentElement as HTMLElement);
  expect(empty.getByText(en.guide.empty.nothing)).toBeTruthy();
  expect(empty.getByRole('link', { name: en.guide.empty.store }).getAttribute('href')).toBe('/en/store');
});

test('an unavailable API shows the error page with status 503', async () => {
  client.answer(appStore.list, () => {
    throw silence();
  });
  show();
  expect((await screen.findByRole('alert')).textContent).toMatch(/^503/);
});

test.each(['/application', '/application?os=ubuntu'])('%s has the recorded markup', async (at) => {
  expect(await markupOf(() => show(at))).toMatchSnapshot();
});

test.each(['/application', '/application?os=alma'])('%s without apps has the recorded markup', async (at) => {
  client.answer(appStore.list, { list: [], total: 0, page: 1, page_size: 30 });
  expect(await markupOf(() => show(at))).toMatchSnapshot();
});
