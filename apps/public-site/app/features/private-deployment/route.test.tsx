import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { copied, markupOf } from '@yunduo/app-shell/testing';
import { privateDeploy, site, type PrivateRelease } from '@yunduo/api-contract';
import { createWordsInstance } from '@yunduo/app-shell';
import { en } from '@yunduo/i18n-public-site/en';
import { fakeClient, type FakeClient } from '@yunduo/data-access/testing';
import { renderRoute } from '../../testing/render-route.tsx';
import { SITE } from '../../testing/site.ts';
import * as route from './route.tsx';

const VERSIONS = ['1.4.0', '1.3.0'].map((version, index) => ({
  version,
  published_at: `2026-1${String(1 - index)}-01T00:00:00.000Z`,
  current: index === 0,
  notes: `<p>Notes of ${version}</p>`,
}));
const detail = (version = '1.4.0'): PrivateRelease => ({
  published_at: '2026-11-01T00:00:00.000Z',
  current: version === '1.4.0',
  notes: `<p>Notes of ${version}</p>`,
  version,
  bash_command: `curl -fsSo install.sh '…?version=${version}' && sudo bash install.sh`,
  docker_command: `docker run -d registry.example/yunduo@sha256:${'d'.repeat(64)}`,
  image: 'registry.example/yunduo',
  digest: `sha256:${'d'.repeat(64)}`,
  script: { url: '/api/private_deploy/install.sh', sha256: 'c'.repeat(64) },
  items: [
    {
      name: `yunduo-${version}-x86_64.tar.gz`,
      arch: 'x86_64',
      size: 1,
      human_size: '48 MB',
      sha256: 'a'.repeat(64),
      url: '/api/private_deploy/file',
    },
  ],
  minutes: [3, 5],
});
/** Nothing is removed before its replacement is there. */
const UPGRADE = `docker pull ${detail().image}@${detail().digest} && docker rm -f yunduo && ${detail().docker_command}`;

let client: FakeClient;
beforeEach(() => {
  client = fakeClient(
    [site.info, SITE],
    [privateDeploy.versions, { list: VERSIONS }],
    [privateDeploy.detail, ({ version }: { version?: string }) => detail(version)],
  );
});
const show = (at = '/private', locale: 'zh' | 'en' = 'en') =>
  renderRoute(route, { client, pattern: '/private', at, locale });

test('shows the Bash and Docker commands with copy buttons and the digest', async () => {
  show();
  expect((await screen.findByRole('group', { name: 'Bash install command' })).textContent).toBe(
    detail().bash_command,
  );
  expect(screen.getByRole('group', { name: 'Docker install command' }).textContent).toBe(
    detail().docker_command,
  );
  const digest = `sha256:${'d'.repeat(64)}`;
  expect(await copied()).toEqual([
    ['Copy install command', detail().bash_command],
    ['Copy checksum of the script', 'c'.repeat(64)],
    ['Copy Docker command', detail().docker_command],
    ['Copy image name', 'registry.example/yunduo'],
    ['Copy digest', digest],
    ['Copy backup command', expect.stringContaining('yunduo-data:/data:ro')],
    ['Copy upgrade command', UPGRADE],
    ['Copy checksum of yunduo-1.4.0-x86_64.tar.gz', 'a'.repeat(64)],
  ]);
  expect(screen.getByText('3 to 5 minutes')).toBeTruthy();
  expect(screen.getByText('registry.example/yunduo')).toBeTruthy();
});

test('marks the sample image only', async () => {
  const { unmount } = show();
  expect(await screen.findByText(/^Sample image:/)).toBeTruthy();
  unmount();
  const image = 'registry.yunduo.cn:5000/example/private';
  client = fakeClient(
    [site.info, SITE],
    [privateDeploy.versions, { list: VERSIONS }],
    [privateDeploy.detail, { ...detail(), image }],
  );
  show();
  expect(await screen.findByText(image)).toBeTruthy();
  expect(screen.queryByText(/^Sample image:/)).toBeNull();
});

test('shows requirements, price, and upgrade and backup commands for the same volume', async () => {
  show();
  const needs = within(await screen.findByRole('region', { name: 'Requirements' }));
  expect(needs.getByText('Linux on x86_64')).toBeTruthy();
  const price = within(screen.getByRole('region', { name: 'Price' }));
  expect(price.getByRole('link').getAttribute('href')).toBe(
    `mailto:${SITE.support_email}?subject=Quote%20for%20a%20private%20deployment`,
  );
  const upgrade = screen.getByRole('group', { name: 'Command that upgrades a Docker deployment' });
  expect(upgrade.textContent).toBe(UPGRADE);
  expect(screen.getByRole('group', { name: 'Command that backs up the data volume' }).textContent).toContain(
    'yunduo-data:/data:ro',
  );
});

test('lists each package with architecture, size and checksum', async () => {
  show('/private', 'zh');
  const table = within(await screen.findByRole('table', { name: '安装包' }));
  expect(table.getByRole('link').textContent).toBe('yunduo-1.4.0-x86_64.tar.gz');
  expect(table.getByText('x86_64')).toBeTruthy();
  expect(table.getByText('48 MB')).toBeTruthy();
  expect(table.getByText('a'.repeat(64))).toBeTruthy();
});

test('[R8.09h] a dead package link shows a message above the packages', async () => {
  show('/private?link=gone', 'zh');
  expect(await screen.findByText('下载链接不存在')).toBeTruthy();
  expect(screen.getByRole('table', { name: '安装包' })).toBeTruthy();
});

test('an older version has its own URL, a notice and a link to the latest', async () => {
  show('/private?version=1.3.0');
  expect(await screen.findByText(/an older version, 1\.3\.0/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View latest version' }).getAttribute('href')).toBe('/en/private');
  const versions = within(screen.getByRole('navigation', { name: 'All versions' }));
  expect(versions.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/en/private',
    '/en/private?version=1.3.0',
  ]);
  expect(versions.getAllByRole('link')[1]?.getAttribute('aria-current')).toBe('page');
});

test.each([
  [false, true],
  [true, false],
])('if the version is older (%s), search engines may index the page (%s)', (older, indexed) => {
  const handle = { locale: 'en', words: createWordsInstance('en', en) };
  const site = { origin: 'https://yunduo.example', siteName: 'Yunduo' };
  const tags = route.meta({
    matches: [{ handle, loaderData: site }],
    location: { pathname: '/en/private', search: '' },
    loaderData: { input: {}, older, gone: false },
  } as never);
  expect(tags?.some((tag) => 'content' in tag && tag.content === 'noindex')).toBe(!indexed);
});

test.each([
  ['/private', undefined, '1.4.0'],
  ['/private?version=1.4.0', false, '1.4.0'],
  ['/private?version=1.3.0', true, '1.3.0'],
])('%s is a page for search engines only if it is the current version', async (at, older, version) => {
  const { router } = show(at);
  await screen.findByRole('table');
  expect(Object.values(router.state.loaderData)).toEqual([
    { input: { version }, older: older ?? false, gone: false },
  ]);
});

test('an invalid version is a 404', async () => {
  show('/private?version=latest');
  expect(await screen.findByText(/404/)).toBeTruthy();
  expect(client.count(privateDeploy.detail)).toBe(0);
});

test('shows an empty state without releases', async () => {
  client.answer(privateDeploy.versions, { list: [] });
  show();
  expect(await screen.findByText('Nothing to deploy yet')).toBeTruthy();
  expect(screen.getByText(new RegExp(SITE.support_email))).toBeTruthy();
  expect(client.count(privateDeploy.detail)).toBe(0);
});

test.each(['/private', '/private?version=1.3.0', '/private?link=gone'])(
  '%s has the recorded markup',
  async (at) => {
    expect(await markupOf(() => show(at))).toMatchSnapshot();
  },
);

test('without releases it has the recorded markup', async () => {
  client.answer(privateDeploy.versions, { list: [] });
  expect(await markupOf(() => show())).toMatchSnapshot();
});
