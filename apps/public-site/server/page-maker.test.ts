/** @jest-environment node */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { redirect, type ServerBuild } from 'react-router';
import { REVISION_HEADER } from '../app/revision-header.ts';
import { createPageMaker, isKeepable, pageKey, weighPage } from './pages.ts';

const STATE = JSON.stringify({ api: { queries: { 'storeList({})': { data: 1 } } }, common: {} });
const html = (main: string) =>
  `<!DOCTYPE html><html><head><title>t</title><link rel="modulepreload" href="/assets/entry.js"/></head><body><main>${main}</main><script id="app-state" type="application/json">${STATE}</script><script type="module">import("/assets/entry.js");</script></body></html>`;

let seen: Request[] = [];
let answer: (path: string) => Response;
beforeEach(() => {
  seen = [];
  answer = (path) => new Response(html(path), { headers: { 'content-type': 'text/html; charset=utf-8' } });
});

/** As the framework builds it: the routes run in its request handler, `answer` is the rendering. */
const route = (id: string, path: string, parentId?: string) => ({
  id,
  path,
  parentId,
  module: {
    default: () => null,
    loader: ({ request }: { request: Request }) => {
      if (id === 'page') seen.push(request);
      if (new URL(request.url).pathname === '/old') throw redirect('/new', 301);
      return null;
    },
  },
});
const asset = { module: '/assets/x.js', hasLoader: true };
const build = {
  entry: { module: { default: (request: Request) => answer(new URL(request.url).pathname) } },
  routes: { root: route('root', ''), page: route('page', '*', 'root') },
  assets: {
    entry: { module: '/assets/entry.js', imports: [] },
    routes: { root: { ...asset, id: 'root' }, page: { ...asset, id: 'page', parentId: 'root', path: '*' } },
    url: '/assets/manifest.js',
    version: 'b1',
  },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial' },
} as unknown as ServerBuild;

const maker = (widget: 'frame' | 'page' | null = null, styles = new Map<string, string>()) =>
  createPageMaker({
    build,
    config: {
      origin: 'https://yunduo.example',
      widget: widget && {
        src: 'https://chat.example/w.js',
        appId: 'a',
        mode: widget,
        origin: null,
        hosts: [],
      },
    },
    headScript: { source: 'head()', hash: "'sha256-head'" },
    styles,
  });
const textOf = (page: { body: { identity: Buffer } | null }) => String(page.body?.identity);

test('renders a page for its address and revision, with boot file and data', async () => {
  const { render, boot, buildId } = maker('frame');
  const page = await render('/store?q=a', null, 7);
  expect(seen.map(({ url, headers }) => [url, headers.get('accept'), headers.get(REVISION_HEADER)])).toEqual([
    ['https://yunduo.example/store?q=a', 'text/html', '7'],
  ]);
  expect(page).toMatchObject({ status: 200, partial: false, timed: false, location: null });
  expect(textOf(page)).toContain('<main>/store</main>');
  expect(textOf(page)).toContain(
    ` data-build="${buildId}" data-boot="/boot/${page.boot ?? ''}?page=%2Fstore%3Fq%3Da"`,
  );
  expect(textOf(page)).toContain(' data-widget="frame"');
  expect(page.policy).toContain("script-src 'self' 'sha256-head'");
  expect(JSON.parse(String((await page.data?.file())?.identity))).toEqual({
    queries: { 'storeList({})': { data: 1 } },
  });
  const script = await boot(page.boot ?? '');
  expect(String(script?.identity)).toContain('import("/assets/entry.js")');
  // Compressed once, and not per request.
  expect(await boot(page.boot ?? '')).toBe(script);
  expect(await boot('none.js')).toBeUndefined();
  // Each request for a file may be the first that needs it in Brotli.
  for (const file of [() => boot(page.boot ?? ''), () => page.data?.file()]) {
    const body = await file();
    const finish = jest.fn(() => Promise.resolve());
    Object.assign(body ?? {}, { finish });
    await file();
    expect(finish).toHaveBeenCalledTimes(1);
  }
  expect(weighPage(page)).toBeGreaterThan(weighPage({ ...page, data: null }));
});

test('a page has its styles, the names of the drafts that it shows, and the policy of its widget', async () => {
  answer = () =>
    new Response(html('x').replace('</head>', '<link rel="stylesheet" href="/assets/a.css"/></head>'), {
      headers: { 'content-type': 'text/html' },
    });
  const styles = new Map([['/assets/a.css', 'main{color:red}']]);
  const page = await maker('page', styles).render('/client-download', null, 0);
  expect(textOf(page)).toContain('<style>main{color:red}</style>');
  expect(textOf(page)).toContain(' data-keeps="typed:claim typed:invite"');
  expect(page.policy).toContain('https://chat.example');
});

test.each([
  ['/', '/'],
  ['/about', '/about'],
  ['/client-download', '/client-download?link=x'],
  ['/private', '/private?version=x&link=x'],
  ['/auth', '/auth?plan=x&quantity=x'],
  ['/application', '/application?os=x'],
  ['/application/7', '/application/7'],
  ['/store', '/store?cate=x&q=x&os=x&arch=x&certified=x&source=x&sort=x&page=x'],
  ['/store/7', '/store/7?from=x'],
  ['/protocol/user-agreement', '/protocol/user-agreement?version=x'],
  ['/activity', '/activity'],
  ['/feedback', '/feedback?view=x&no=x'],
  ['/subscribe', '/subscribe?do=x'],
  ['/login', '/login?section=x&from=x&r_url=x'],
  ['/device', '/device'],
  ['/user', '/user?panel=x'],
  ['/nowhere', '/nowhere'],
])('of the query of %s only what its server rendering depends on is part of the key', (path, key) => {
  const names = [
    ...['arch', 'cate', 'certified', 'code', 'do', 'from', 'link', 'no', 'order', 'os', 'page', 'panel'],
    ...['plan', 'preview', 'q', 'quantity', 'r_url', 'section', 'sort', 'source', 'token', 'utm', 'version'],
    'view',
  ];
  const query = new URLSearchParams(names.map((name) => [name, 'x']));
  for (const locale of ['', '/en'])
    expect(pageKey(new URL(`https://yunduo.example${locale}${path}?${query.toString()}`))).toBe(
      (locale + key).replace(/^\/en\/$/, '/en/'),
    );
});

test('an address of 1024 characters is cached, a longer one is not', () => {
  expect([1024, 1025].map((length) => isKeepable('/'.padEnd(length, 'a')))).toEqual([true, false]);
});

test('a page that reads like the one before keeps its body with all encodings', async () => {
  const { render } = maker();
  const before = await render('/store', null, 1);
  expect((await render('/store', before, 2)).body).toBe(before.body);
  answer = () => new Response(html('other'), { headers: { 'content-type': 'text/html' } });
  expect((await render('/store', before, 3)).body).not.toBe(before.body);
});

test('a redirect of a route has a location and nothing else', async () => {
  const page = await maker().render('/old', null, 0);
  expect(page).toEqual({
    status: 301,
    location: '/new',
    partial: false,
    timed: false,
    policy: '',
    body: null,
    boot: null,
    data: null,
  });
  expect(weighPage(page)).toBe(0);
});

test('an address that ends in .data is an ordinary page, not a request of the router', async () => {
  await maker().render('/store.data', null, 0);
  expect(new URL(seen[0]?.url ?? '').pathname).toBe('/store%2Edata');
});

test.each([
  ['/user', 200, true],
  ['/user', 404, false],
  ['/store', 200, false],
])('%s with status %i starts its scripts at once: %s', async (path, status, eager) => {
  answer = () => new Response(html('x'), { status, headers: { 'content-type': 'text/html' } });
  const page = await maker().render(path, null, 0);
  expect([page.status, textOf(page).includes(' data-eager')]).toEqual([status, eager]);
});

test.each([
  ['/store', 200, true],
  ['/store', 404, false],
  ['/login', 200, false],
])('%s with status %i has page data: %s', async (path, status, data) => {
  answer = () => new Response(html('x'), { status, headers: { 'content-type': 'text/html' } });
  expect((await maker().render(path, null, 0)).data !== null).toBe(data);
});

test('a page rendered without its frame is partial; a counted time makes it timed', async () => {
  answer = () =>
    new Response(html('<p role="timer">1</p>'), {
      headers: { 'content-type': 'text/html', 'x-partial': '1' },
    });
  expect(await maker().render('/store', null, 0)).toMatchObject({ partial: true, timed: true });
});

test('an answer that is no HTML is an error that names the page', async () => {
  answer = () => Response.json({});
  await expect(maker().render('/store', null, 0)).rejects.toThrow('/store is no page: application/json');
});

test('a preview is for one request, in its language, without widget, boot file and data', async () => {
  const page = await maker('frame').preview('/en?preview=1.2.x', 3);
  expect(seen[0]?.headers.get(REVISION_HEADER)).toBe('3');
  expect(page).toMatchObject({
    status: 200,
    partial: true,
    timed: false,
    location: null,
    boot: null,
    data: null,
  });
  expect(textOf(page)).not.toMatch(/data-(boot|widget)=/);
  const [, note = ''] = textOf(page).split('<body>');
  expect(note.startsWith('<main>')).toBe(false);
  expect(note).toContain('>Preview:');
  expect(textOf(await maker().preview('/?preview=1.2.x', 3))).toContain('>预览：');
  expect(page.policy).toContain("'sha256-head'");
  expect(page.policy).not.toContain('chat.example');
});
