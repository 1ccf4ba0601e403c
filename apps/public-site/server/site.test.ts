/** @jest-environment node */
import { get as httpGet, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { makeBody } from './body.ts';
import { readConfig } from './config.ts';
import { type Page, pageDataFrom } from './pages.ts';
import { cspHash, pagePolicy } from './security.ts';
import { createSite } from './site.ts';
import { readStaticFiles, type StaticFile } from './static-files.ts';
import { securityTxt } from './well-known.ts';

const file = (type: string, cacheControl: string, content: string): StaticFile => ({
  type,
  cacheControl,
  tag: 'file',
  bodies: { identity: Buffer.from(content), gzip: null, br: Buffer.from('compressed') },
});
const files = new Map([
  [
    '/assets/app-1.js',
    file('text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', 'run()'),
  ],
  ['/builds/latest.json', file('application/json; charset=utf-8', 'no-store', '{"id":"b1"}')],
]);
const fallback = {
  zh: { html: '<h1>出错</h1>', policy: "default-src 'none'" },
  en: { html: '<h1>Internal Server Error</h1>', policy: "default-src 'none'" },
};

const boots = new Map([['abc.js', await makeBody('boot()')]]);
const statusOf = (key: string): number => {
  if (key === '/store/busy') return 503;
  return /^(\/en)?(\/store.*|\/?)$/.test(key) ? 200 : 404;
};
const answerOf = (key: string) => ({
  'storeList({})': { endpointName: 'storeList', data: `${key} ${'x'.repeat(500)}` },
});
const stateOf = (key: string): string =>
  JSON.stringify({ api: { queries: answerOf(key), provided: {} }, common: { navId: 1 } });
const render = jest.fn(async (key: string, _before: Page | null, _revision: number): Promise<Page> => {
  return {
    status: statusOf(key),
    partial: key === '/store/partial',
    timed: key === '/store/timed',
    policy: pagePolicy({ scripts: [], styles: [] }, null),
    body: await makeBody(`<p>${key}</p>`.repeat(50)),
    location: null,
    boot: null,
    data: statusOf(key) === 200 ? pageDataFrom(stateOf(key)) : null,
  };
});
const preview = jest.fn(async (key: string, _revision: number): Promise<Page> => ({
  ...(await render(key, null, 0)),
  status: key.includes('=9.') ? 404 : 200,
  partial: true,
}));
const report = jest.fn();
const documented = await makeBody('<h1>Yunduo API</h1>'.repeat(50));
const reference = {
  paths: ['/developers'],
  has: (path: string) => path === '/developers',
  get: (path: string) => (path === '/developers' ? Promise.resolve(documented) : undefined),
};

const bootOf = jest.fn((name: string) => Promise.resolve(boots.get(name)));
function siteOf(env: Record<string, string> = {}) {
  const config = readConfig({ ORIGIN: 'https://yunduo.example', ...env });
  return createSite({
    config,
    maker: { buildId: 'b1', render, preview, boot: bootOf },
    files,
    fallback,
    reference,
    report,
  });
}
const get = (url: string, headers: Record<string, string> = {}, env?: Record<string, string>) =>
  siteOf(env).app.inject({ url, headers });

afterEach(() => {
  render.mockClear();
  preview.mockClear();
  report.mockClear();
});

describe('speculation rules', () => {
  const header = async (url: string, headers = {}) => (await get(url, headers)).headers['speculation-rules'];

  test('are named by content pages only', async () => {
    for (const url of ['/', '/en', '/store', '/en/store/7', '/store?q=a'])
      expect(await header(url)).toBe('"/speculation-rules.json"');
    const elsewhere = [
      ...['/store/busy', '/store/partial', '/nowhere', '/?preview=7.1795000000.' + 'a'.repeat(43)],
      ...['/boot/abc.js', '/assets/app-1.js', '/builds/latest.json', '/page-data/b1/store.json'],
      ...['/developers', '/robots.txt', '/speculation-rules.json'],
    ];
    for (const url of elsewhere) expect([url, await header(url)]).toEqual([url, undefined]);
  });

  test('are a cacheable file that names anonymous pages, and no address with values but those of lists', async () => {
    const answer = await get('/speculation-rules.json');
    expect(answer.headers['content-type']).toBe('application/speculationrules+json');
    expect(answer.headers['cache-control']).toBe('public, max-age=86400');
    const { prerender } = answer.json<{
      prerender: { where: { and: [{ href_matches: { pathname: string; search: string }[] }, object] } }[];
    }>();
    const pages = prerender.flatMap(({ where }) => where.and[0].href_matches);
    expect(pages).toContainEqual({ pathname: '/en/store/:id', search: '' });
    expect(pages.filter(({ search }) => search !== '').map(({ pathname }) => pathname)).toEqual([
      '/application',
      '/store',
      '/en/application',
      '/en/store',
    ]);
    const [rule] = answer.json<{
      prerender: { source: string; eagerness: string; where: { and: [object, object] } }[];
    }>().prerender;
    expect([rule?.source, rule?.eagerness, rule?.where.and[1]]).toEqual([
      'document',
      'moderate',
      {
        selector_matches:
          ':root:not([data-hydrated],[data-signed-in]) a:not([download],[target],[hreflang],[data-intent],[data-scripted])',
      },
    ]);
    const own = ['/user', '/login', '/feedback', '/subscribe', '/device', '/developer-center', '/api', '/*'];
    for (const { pathname } of pages) expect(own).not.toContain(pathname.replace(/^\/en(?=\/)/, ''));
  });
});

describe('preview', () => {
  const token = (id: number) => `${id}.1795000000.${'a'.repeat(43)}`;

  test.each(['/', '/en', '/about', '/en/about'])(
    'of %s is rendered per request, not cached and not indexed',
    async (path) => {
      const { app, cache } = siteOf();
      const address = `${path}?preview=${token(7)}&utm=x`;
      const answers = [await app.inject({ url: address }), await app.inject({ url: address })];
      for (const { statusCode, headers, body } of answers) {
        expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
        expect([headers['x-robots-tag'], headers['referrer-policy']]).toEqual(['noindex', 'no-referrer']);
        expect(headers.etag).toBeUndefined();
        expect(body).toContain(`${path}?preview=${token(7)}`);
      }
      expect(preview.mock.calls.map(([key]) => key)).toEqual(
        Array.from({ length: 2 }, () => `${path}?preview=${token(7)}`),
      );
      expect(cache.size).toBe(0);
    },
  );

  test('with an expired token returns the page’s 404', async () => {
    expect((await get(`/?preview=${token(9)}`)).statusCode).toBe(404);
  });

  test.each(['/?preview=x', '/?preview=', `/store?preview=${token(7)}`])(
    'is ignored for %s, which is served from the cache',
    async (address) => {
      const { headers } = await get(address);
      expect(headers['cache-control']).toContain('s-maxage=60');
      expect([preview.mock.calls.length, render.mock.calls.length]).toEqual([0, 1]);
    },
  );
});

test('[R2.09] redirects the old addresses to the home page of their language', async () => {
  const answers = await Promise.all(
    ['/download', '/product', '/en/download', '/en/product'].map((from) => get(from)),
  );
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual([
    [302, '/'],
    [302, '/'],
    [302, '/en'],
    [302, '/en'],
  ]);
});

test.each(['/download/x', '/downloads', '/en/download/x'])('does not redirect %s', async (path) => {
  expect((await get(path)).statusCode).toBe(404);
});

test.each([
  ['/go-demo', 'LINK_DEMO', 'https://demo.example/'],
  ['/en/yetu', 'LINK_FORUM', 'https://forum.example/'],
])('%s redirects to the configured URL and is 404 in production without one', async (path, name, target) => {
  const answer = await get(path, {}, { [name]: target });
  expect([answer.statusCode, answer.headers.location]).toEqual([302, target]);
  expect((await get(path, {}, { APP_MODE: 'production' })).statusCode).toBe(404);
});

test.each([
  ['/go-demo', 'LINK_DEMO', 'zh-CN', '在线演示尚未设置地址'],
  ['/yetu', 'LINK_FORUM', 'zh-CN', '官方论坛尚未设置地址'],
  ['/en/go-demo', 'LINK_DEMO', 'en', 'Online demo: no address set'],
  ['/en/yetu', 'LINK_FORUM', 'en', 'Official forum: no address set'],
])(
  '%s in trial mode without %s shows a page that names the variable',
  async (path, variable, lang, title) => {
    const { statusCode, headers, body } = await get(path, {}, { APP_MODE: 'trial' });
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toContain(`<html lang="${lang}">`);
    expect(body).toContain(`<h1>${title}</h1>`);
    expect(body).toContain(`<code>${variable}</code>`);
    const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? '';
    expect(headers['content-security-policy']).toContain(cspHash(style));
    expect(render).not.toHaveBeenCalled();
  },
);

test.each([
  ['/en/', '/en'],
  ['/store/?q=a', '/store?q=a'],
  ['//evil.example/', '/evil.example'],
  ['/index.html', '/'],
  ['/en/index.html', '/en'],
  ['/EN', '/en'],
  ['/En/user?panel=my-codes', '/en/user?panel=my-codes'],
  ['/EN/nothing', '/en/nothing'],
  ['/Store', '/store'],
  ['/STORE/7', '/store/7'],
  ['/en/Client-Download/', '/en/client-download'],
  ['/Download', '/download'],
  ['/e%6E/store', '/en/store'],
  ['/%65%6e', '/en'],
  ['/en/%73tore/%37', '/en/store/7'],
  ['/client%2Ddownload', '/client-download'],
  ['/subscribe?do=unsubscribe&amp;token=yde_x', '/subscribe?do=unsubscribe&token=yde_x'],
  ['/en/login?section=not-me&amp;amp%3Btoken=ydr_x', '/en/login?section=not-me&token=ydr_x'],
  ['/login?section=reset%EF%BC%8C', '/login?section=reset'],
  ['/user?panel=order-info&order=YD7).', '/user?panel=order-info&order=YD7'],
  ['/feedback?no=FB-7%E3%80%82', '/feedback?no=FB-7'],
  ['/store/7%EF%BC%8C', '/store/7'],
  ['/Client-Download.', '/client-download'],
  ['/Developers', '/developers'],
  ['/developers.', '/developers'],
  ['/%64evelopers%E3%80%82', '/developers'],
  ['/Developer-Center', '/developer-center'],
  ['/EN/Developer-Center/App-Versions?id=7', '/en/developer-center/app-versions?id=7'],
  ['/developer-center,', '/developer-center'],
])('%s redirects to %s', async (from, to) => {
  const answer = await get(from);
  expect([answer.statusCode, answer.headers.location]).toEqual([301, to]);
});

test.each(['/store?q=a.', '/store?q=%E5%95%86%EF%BC%8C', '/store?q=a%26amp%3Bb', '/nothing.'])(
  'what a person may have typed is kept: %s',
  async (from) => {
    expect((await get(from)).statusCode).not.toBe(301);
  },
);

test('a path whose page does not depend on case or encoding keeps its spelling', async () => {
  for (const path of [
    '/Nothing',
    '/english',
    '/protocol/User',
    '/store/%2F1',
    '/en/%E5%95%86',
    '/a%3Fb',
    '/%zz',
  ])
    expect([path, (await get(path)).statusCode]).not.toEqual([path, 301]);
});

test.each(['/store/%zz', '/%ff', '/en/%E0%A4%A'])(
  'a path with invalid UTF-8 is served without an error report: %s',
  async (path) => {
    const answer = await get(path);
    expect([200, 404]).toContain(answer.statusCode);
    expect(report).not.toHaveBeenCalled();
  },
);

test('only declared query values vary the page', async () => {
  const { app } = siteOf();
  await app.inject('/store?q=%E6%95%B0&utm=1');
  await app.inject('/store?utm=2&q=%E6%95%B0');
  await app.inject('/?q=1');
  expect(render.mock.calls.map(([key]) => key)).toEqual(['/store?q=%E6%95%B0', '/']);
});

test('a too long address is served but not cached', async () => {
  const { app, cache } = siteOf();
  expect((await app.inject(`/store?q=${'a'.repeat(2000)}`)).statusCode).toBe(200);
  expect(cache.size).toBe(0);
});

test('a page with a countdown has no stale-while-revalidate', async () => {
  const { app } = siteOf();
  for (const way of ['rendered', 'kept']) {
    const { headers } = await app.inject('/store/timed');
    expect([way, headers['cache-control']]).toEqual([
      way,
      'public, max-age=0, s-maxage=60, stale-if-error=86400',
    ]);
  }
});

test('sends surrogate keys and x-accel-expires; a redirect is not cached', async () => {
  const { app } = siteOf();
  const reported = async (url: string) => {
    const { headers } = await app.inject(url);
    return [headers['surrogate-key'], headers['cache-tag'], headers['x-accel-expires']];
  };
  const content = ['content', 'content', '1'];
  expect(await reported('/')).toEqual(content);
  expect(await reported('/')).toEqual(content);
  expect(await reported('/download')).toEqual([undefined, undefined, '0']);
});

test('a page is cached, tagged and compressed, and returns 304', async () => {
  const { app } = siteOf();
  const first = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } });
  expect(first.headers['content-encoding']).toBe('gzip');
  expect(first.headers['cache-control']).toContain('stale-while-revalidate');
  expect(first.headers.vary).toBe('accept-encoding');
  const again = await app.inject({ url: '/', headers: { 'if-none-match': String(first.headers.etag) } });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
  expect(render).toHaveBeenCalledTimes(1);
});

test('a documentation page is tagged, compressed and has a policy without scripts', async () => {
  const { app } = siteOf();
  const { statusCode, headers } = await app.inject({
    url: '/developers',
    headers: { 'accept-encoding': 'gzip' },
  });
  expect([statusCode, headers['content-type'], headers['content-encoding']]).toEqual([
    200,
    'text/html; charset=utf-8',
    'gzip',
  ]);
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'self'; img-src 'self';/,
  );
  expect(headers['content-security-policy']).not.toContain('script-src');
  const again = await app.inject({ url: '/developers', headers: { 'if-none-match': String(headers.etag) } });
  expect(again.statusCode).toBe(304);
  expect((await app.inject('/developers/')).headers.location).toBe('/developers');
  expect((await app.inject('/developers/nothing')).statusCode).toBe(404);
  expect(render).toHaveBeenCalledTimes(1);
});

test('a new content revision renders the page again', async () => {
  const { app, takeInfo } = siteOf();
  await app.inject('/');
  takeInfo({ content_revision: 2, name: '云舵' });
  await app.inject('/');
  expect(render).toHaveBeenCalledTimes(2);
});

describe('[R7.15] page data', () => {
  test('is cached, tagged and compressed like its page and rendered with it', async () => {
    const { app } = siteOf();
    const page = await app.inject('/store');
    const first = await app.inject({
      url: '/page-data/b1/store.json',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect([first.statusCode, first.headers['content-encoding']]).toEqual([200, 'gzip']);
    expect(first.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': page.headers['cache-control'],
      vary: 'accept-encoding',
      'x-robots-tag': 'noindex',
    });
    const plain = await app.inject('/page-data/b1/store.json');
    expect(plain.json()).toEqual({ queries: answerOf('/store') });
    expect(render).toHaveBeenCalledTimes(1);
    const known = await app.inject({
      url: '/page-data/b1/store.json',
      headers: { 'if-none-match': String(plain.headers.etag) },
    });
    expect([known.statusCode, known.body]).toEqual([304, '']);
    const head = await app.inject({ method: 'HEAD', url: '/page-data/b1/store.json' });
    expect([head.statusCode, head.headers.etag]).toEqual([200, plain.headers.etag]);
  });

  test('varies by language and declared query values', async () => {
    const { app } = siteOf();
    const files = {
      '/page-data/b1/index.json?utm=1': '/',
      '/page-data/b1/en.json': '/en',
      '/page-data/b1/en/store.json?utm=1&q=%E6%95%B0&cate=system': '/en/store?cate=system&q=%E6%95%B0',
      '/page-data/b1/store/7.json?from=1.0.0': '/store/7?from=1.0.0',
    };
    for (const [file, page] of Object.entries(files)) {
      expect((await app.inject(file)).json()).toEqual({ queries: answerOf(page) });
    }
    expect(render.mock.calls.map(([key]) => key)).toEqual(Object.values(files));
  });

  test('is renewed together with its page', async () => {
    const { app, takeInfo } = siteOf();
    await app.inject('/page-data/b1/store.json');
    takeInfo({ content_revision: 2, name: '云舵' });
    await app.inject('/page-data/b1/store.json');
    await app.inject('/store');
    expect(render.mock.calls.map(([key, , revision]) => [key, revision])).toEqual([
      ['/store', 0],
      ['/store', 2],
    ]);
  });

  test.each([
    ['/page-data/b0/store.json', 410, 'of another build'],
    ['/page-data/b1/login.json', 404, 'of a page without data'],
    ['/page-data/b1/user.json', 404, 'of an account page'],
    ['/page-data/b1/nowhere.json', 404, 'of an unknown page'],
    ['/page-data/b1/application/gone.json', 404, 'of a page that is missing'],
    ['/page-data/b1/download.json', 404, 'of an address that redirects'],
    ['/page-data/b1/store', 404, 'without its extension'],
    ['/page-data/b1//evil.example.json', 404, 'of another host'],
    [`/page-data/b1/store.json?q=${'a'.repeat(2000)}`, 404, 'with a too long query'],
    ['/page-data/b1/store/busy.json', 503, 'of a page that fails'],
    ['/page-data/b1/store/partial.json', 503, 'of a page without its frame'],
  ])('%s returns %i: %s', async (url, status) => {
    const answer = await get(url, { 'if-none-match': '*' });
    expect([answer.statusCode, answer.headers['cache-control'], answer.body]).toEqual([
      status,
      'no-store',
      '',
    ]);
  });

  test('does not depend on credentials', async () => {
    const { app } = siteOf();
    const url = '/page-data/b1/store.json';
    const anonymous = await app.inject(url);
    const member = await app.inject({
      url,
      headers: { authorization: 'Bearer yd_1', cookie: 'signed_in=1' },
    });
    expect(member.body).toBe(anonymous.body);
    expect(anonymous.headers['set-cookie']).toBeUndefined();
    expect(render).toHaveBeenCalledTimes(1);
  });

  test('returns 503 with no-store if rendering throws', async () => {
    render.mockRejectedValueOnce(new Error('broken'));
    const answer = await get('/page-data/b1/store.json');
    expect([answer.statusCode, answer.headers['cache-control'], answer.body]).toEqual([503, 'no-store', '']);
    expect(report).toHaveBeenCalledTimes(1);
  });
});

test.each([
  '/wp-login.php',
  '/foo.png',
  '/.env',
  '/.git/config',
  '/en/.env',
  '/store/x.php',
  '/.well-known/none',
  '/apple-app-site-association.json',
])('a missing file is a plain-text 404: %s', async (path) => {
  const answer = await get(path);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
  expect(answer.body.length).toBeLessThan(50);
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  expect(render).not.toHaveBeenCalled();
});

test.each([
  ['/foo.png', 404, 'public, max-age=60'],
  ['/apple-touch-icon-precomposed.png', 404, 'public, max-age=60'],
  ['/assets/gone-1.js', 404, 'no-store'],
  ['/builds/gone.json', 404, 'no-store'],
  ['/page-data/gone', 404, 'no-store'],
  ['/boot/gone.js', 404, 'no-store'],
  ['/widget', 404, 'no-store'],
  ['/widget/vendor', 404, 'no-store'],
  ['/store/', 301, 'public, max-age=300'],
  ['/download', 302, 'public, max-age=300'],
  ['/security.txt', 301, 'public, max-age=300'],
  ['/.well-known/change-password', 302, 'no-store'],
  ['/.well-known/security.txt', 200, 'public, max-age=3600'],
  ['/site.webmanifest', 200, 'public, max-age=3600'],
  ['/robots.txt', 200, 'public, max-age=86400'],
  ['/developers', 200, 'public, max-age=300, stale-if-error=86400'],
])('%s answers %i and may be kept as “%s” says', async (url, status, kept) => {
  const { statusCode, headers } = await get(url);
  expect([statusCode, headers['cache-control']]).toEqual([status, kept]);
});

test('a link to the forum or the demo may not be kept, because an operator can change it', async () => {
  const links = { LINK_DEMO: 'https://demo.example/' };
  const demo = await get('/en/go-demo', {}, links);
  expect([demo.statusCode, demo.headers.location, demo.headers['cache-control']]).toEqual([
    302,
    'https://demo.example/',
    'no-store',
  ]);
});

test.each(['/nope', '/en/wp-admin', '/a/b/c'])('a missing page is an HTML 404: %s', async (path) => {
  const answer = await get(path);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(render).toHaveBeenCalledTimes(1);
});

test.each([
  [undefined, '/user?panel=change-password'],
  ['zh-CN,zh;q=0.9,en;q=0.8', '/user?panel=change-password'],
  ['en-GB,en;q=0.9', '/en/user?panel=change-password'],
  ['fr', '/user?panel=change-password'],
])('redirects /.well-known/change-password to the password panel: for %s to %s', async (language, panel) => {
  const answer = await get('/.well-known/change-password', language ? { 'accept-language': language } : {});
  expect([answer.statusCode, answer.headers.location]).toEqual([302, panel]);
});

test('security.txt names the contact and expires in 170 to 365 days', async () => {
  const { app, takeInfo } = siteOf();
  takeInfo({ content_revision: 1, name: '云舵', support_email: 'help@yunduo.example' });
  const answer = await app.inject('/.well-known/security.txt');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const fields = answer.body.trim().split('\n');
  expect(fields.filter((line) => line.startsWith('Contact:'))).toEqual([
    'Contact: mailto:help@yunduo.example',
    'Contact: https://yunduo.example/feedback',
  ]);
  expect(fields).toContain('Preferred-Languages: zh, en');
  expect(fields).toContain('Canonical: https://yunduo.example/.well-known/security.txt');
  const until = (now: string) => {
    const text = securityTxt('https://yunduo.example', '', new Date(now));
    return Date.parse(/^Expires: (\S+Z)$/m.exec(text)?.[1] ?? '') - Date.parse(now);
  };
  // RFC 9116: less than a year ahead.
  for (const now of ['2026-11-25T00:00:00Z', '2027-02-28T23:59:59Z', '2040-06-01T12:00:00Z']) {
    expect(until(now)).toBeGreaterThan(170 * 86_400_000);
    expect(until(now)).toBeLessThan(365 * 86_400_000);
  }
  expect((await app.inject('/security.txt')).headers.location).toBe('/.well-known/security.txt');
});

test('a 404 is cached for 10 seconds and never becomes a 304', async () => {
  const { app } = siteOf();
  const first = await app.inject('/nope');
  expect(first.statusCode).toBe(404);
  expect(first.headers['cache-control']).toBe('public, max-age=0, s-maxage=10');
  const again = await app.inject({ url: '/nope', headers: { 'if-none-match': String(first.headers.etag) } });
  expect(again.statusCode).toBe(404);
});

test.each([
  ['/store/1', '出错'],
  ['/en/store/1', 'Internal Server Error'],
])('[R2.33] %s returns 500 with the prebuilt error page if rendering throws', async (path, text) => {
  render.mockRejectedValueOnce(new Error('broken'));
  const answer = await get(path);
  expect(answer.statusCode).toBe(500);
  expect(answer.body).toContain(text);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(report).toHaveBeenCalledTimes(1);
});

test('[R2.33] an error page keeps its status and is not cached', async () => {
  const { app, cache } = siteOf();
  const answer = await app.inject({ url: '/store/busy', headers: { 'if-none-match': '*' } });
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([503, 'no-store']);
  expect(answer.body).toContain('/store/busy');
  expect(cache.size).toBe(0);
});

test('hashed files are immutable, latest.json is no-store', async () => {
  const script = await get('/assets/app-1.js', { 'accept-encoding': 'br' });
  expect(script.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
  });
  const latest = await get('/builds/latest.json?t=1');
  expect(latest.headers['cache-control']).toBe('no-store');
  expect(latest.json()).toEqual({ id: 'b1' });
  expect((await get('/assets/gone-1.js')).statusCode).toBe(404);
});

test('a hydration entry outlives its page and can be rendered again from it', async () => {
  expect((await get('/boot/abc.js?page=%2F')).body).toBe('boot()');
  const { app } = siteOf();
  await app.inject('/boot/new.js?page=%2Fstore%3Fq%3Da%26utm%3D1');
  expect(render.mock.calls).toEqual([['/store?q=a', null, 0]]);
  for (const page of ['//evil.example/', 'https://evil.example/', '@evil.example', '']) {
    render.mockClear();
    const answer = await app.inject(`/boot/none.js?page=${encodeURIComponent(page)}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
  render.mockClear();
  for (const query of ['page=%2Fa&page=%2Fb', `page=%2F${'a'.repeat(1024)}`]) {
    expect((await app.inject(`/boot/none.js?${query}`)).statusCode).toBe(404);
    expect(render).not.toHaveBeenCalled();
  }
  render.mockRejectedValueOnce(new Error('broken'));
  expect((await app.inject('/boot/none.js?page=%2Fabout')).statusCode).toBe(404);
  expect(render).toHaveBeenCalledTimes(1);
});

test('a failure outside the rendering of pages is reported and answered with the error page', async () => {
  bootOf.mockRejectedValueOnce(new Error('broken'));
  const { statusCode, body, headers } = await get('/boot/abc.js');
  expect([statusCode, body, headers['cache-control']]).toEqual([500, fallback.zh.html, 'no-store']);
  expect(report.mock.calls).toEqual([[new Error('broken'), '/boot/abc.js']]);
});

test('slow and idle connections are closed', () => {
  const { requestTimeout, headersTimeout, keepAliveTimeout } = siteOf().app.server;
  // Longer than nginx keeps an idle connection: it must never send on a closed one.
  expect([requestTimeout, headersTimeout, keepAliveTimeout]).toEqual([15_000, 10_000, 72_000]);
});

const WIDGET = { WIDGET_SRC: 'https://chat.example/w.js', WIDGET_APP_ID: 'a"b' };
const policyOf = (answer: { headers: Record<string, unknown> }): Map<string, string> =>
  new Map(
    String(answer.headers['content-security-policy'])
      .split('; ')
      .map((rule) => [rule.split(' ', 1)[0] ?? '', rule.split(' ').slice(1).join(' ')]),
  );

test('widget pages exist only if the widget is configured to run in a frame', async () => {
  for (const path of ['/widget', '/widget/vendor']) {
    expect((await get(path)).statusCode).toBe(404);
    expect((await get(path, {}, { ...WIDGET, WIDGET_MODE: 'page' })).statusCode).toBe(404);
  }
  const vendor = await get('/widget/vendor?locale=en', {}, WIDGET);
  expect(vendor.body).toContain(
    '<script async src="https://chat.example/w.js" data-app-id="a&quot;b" data-locale="en" data-theme="light" data-position="bottom-right">',
  );
  expect((await get('/widget/vendor?locale=fr', {}, WIDGET)).body).toContain('data-locale="zh"');
  for (const path of ['/widget', '/widget/vendor']) {
    const { headers } = await get(path, {}, WIDGET);
    expect([headers['content-type'], headers['cache-control']]).toEqual([
      'text/html; charset=utf-8',
      'private, max-age=300',
    ]);
  }
});

test('without WIDGET_ORIGIN the vendor page is sandboxed and only its own script runs', async () => {
  const ours = await get('/widget?locale=en', {}, WIDGET);
  expect(ours.body).toContain(
    'sandbox="allow-scripts allow-forms allow-popups" src="/widget/vendor?locale=en"',
  );
  const policy = policyOf(ours);
  for (const rule of ['object-src', 'base-uri', 'form-action']) expect(policy.get(rule)).toBe("'none'");
  expect(policy.get('script-src')).toMatch(/^'sha256-[\w+/=]+'$/);
  expect([policy.get('default-src'), policy.get('frame-src'), policy.get('frame-ancestors')]).toEqual([
    "'none'",
    "'self'",
    "'self'",
  ]);
  const vendor = policyOf(await get('/widget/vendor', {}, WIDGET));
  expect(vendor.get('sandbox')).toBe('allow-scripts allow-forms allow-popups');
  expect(vendor.get('script-src')).toMatch(/^'sha256-[\w+/=]+' https:\/\/chat\.example$/);
  expect(vendor.get('frame-ancestors')).toBe("'self'");
});

test('with WIDGET_ORIGIN the vendor page is served only there, framed by the site', async () => {
  const env = {
    ...WIDGET,
    ORIGIN: 'https://yunduo.example',
    WIDGET_ORIGIN: 'https://help.yunduo.example',
    WIDGET_HOSTS: 'https://*.chat.example,wss://relay.chat.example',
  };
  const there = { host: 'help.yunduo.example' };
  const ours = await get('/widget?locale=zh', {}, env);
  expect(ours.body).toContain('src="https://help.yunduo.example/widget/vendor?locale=zh"');
  expect(policyOf(ours).get('frame-src')).toBe('https://help.yunduo.example');
  const vendor = await get('/widget/vendor', there, env);
  const policy = policyOf(vendor);
  expect(policy.get('sandbox')).toBe('allow-scripts allow-forms allow-popups allow-same-origin');
  expect(policy.get('frame-ancestors')).toBe('https://yunduo.example');
  for (const rule of [
    'script-src',
    'img-src',
    'frame-src',
    'style-src',
    'font-src',
    'media-src',
    'form-action',
  ]) {
    expect(policy.get(rule)).toContain('https://chat.example https://*.chat.example');
    expect(policy.get(rule)).not.toContain('wss:');
  }
  for (const rule of ['default-src', 'object-src', 'base-uri']) expect(policy.get(rule)).toBe("'none'");
  expect(policy.get('connect-src')).toBe(
    'https://chat.example wss://chat.example https://*.chat.example wss://relay.chat.example',
  );
  // The vendor page is never served on our origin, nor the rest of the site on the widget's, whichever proxy header
  // names it.
  expect((await get('/widget/vendor', {}, env)).statusCode).toBe(404);
  for (const path of ['/', '/widget', '/robots.txt', '/assets/app-1.js']) {
    expect((await get(path, there, env)).statusCode).toBe(404);
    expect((await get(path, { 'x-forwarded-host': 'help.yunduo.example' }, env)).statusCode).toBe(404);
  }
});

test.each([
  ['a page', '/', 200],
  ['a missing page', '/nope', 404],
  ['a file', '/assets/app-1.js', 200],
  ['a missing file', '/assets/none.js', 404],
  ['a redirect', '/download', 302],
  ['robots', '/robots.txt', 200],
  ['a boot file', '/boot/abc.js', 200],
])('%s has the security headers', async (_name, path, status) => {
  const { statusCode, headers } = await get(path);
  expect(statusCode).toBe(status);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  });
  expect(headers['permissions-policy']).toContain('camera=()');
  const policy = String(headers['content-security-policy']);
  for (const part of [
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    'require-trusted-types-for',
  ]) {
    expect(policy).toContain(part);
  }
});

test('a 500 has the security headers', async () => {
  render.mockRejectedValueOnce(new Error('broken'));
  const { headers } = await get('/store/2');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toBe("default-src 'none'");
});

test('rejects other methods with 405', async () => {
  const answer = await siteOf().app.inject({ method: 'POST', url: '/', payload: 'x' });
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
});

test('redirects a form submitted without scripts to its page on this host', async () => {
  const send = (url: string) =>
    siteOf().app.inject({ method: 'POST', url, payload: 'x', headers: { accept: 'text/html,*/*;q=0.8' } });
  const answer = await send('/login?from=/user');
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/login?from=/user']);
  // Its body is not read.
  expect([answer.headers.connection, answer.headers['cache-control']]).toEqual(['close', 'no-store']);
  expect((await send('//evil.example/login')).headers.location).toBe('/evil.example/login');
});

test('a POST to a cached page does not change the cache entry', async () => {
  const { app, cache } = siteOf();
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const cached = await (await fetch(`${origin}/store?q=a`)).text();
  await (await fetch(`${origin}/store?q=a`)).text();
  expect(cache.peek('/store?q=a')).not.toBeNull();
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const answer = await fetch(`${origin}/store?q=a`, { method, redirect: 'manual' });
    expect([method, answer.status, await answer.text()]).toEqual([method, 405, '']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  }
  const form = await fetch(`${origin}/store?q=a`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ q: 'b' }),
    headers: { accept: 'text/html' },
  });
  expect([form.status, form.headers.get('location'), await form.text()]).toEqual([303, '/store?q=a', '']);
  const head = await fetch(`${origin}/store?q=a`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(await (await fetch(`${origin}/store?q=a`)).text()).toBe(cached);
  expect(render).toHaveBeenCalledTimes(1);
  await app.close();
});

test('a partial page is served but not cached', async () => {
  const { app, cache } = siteOf();
  const answer = await app.inject('/store/partial');
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(cache.size).toBe(0);
});

/** The answer as it is sent: its bytes are not decompressed. */
const raw = (url: string, headers: Record<string, string>) =>
  new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; bytes: Buffer }>(
    (resolve, reject) => {
      httpGet(url, { headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(parts) }),
        );
      }).on('error', reject);
    },
  );

test.each([
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, BR', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['br;q=0, gzip;q=0.0', undefined],
])(
  'a cached page is the same on the fast path as on the regular one: accept-encoding “%s”',
  async (accepted, encoding) => {
    const { app, cache } = siteOf();
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    await app.inject('/');
    await cache.peek('/')?.body?.finish();
    const asked = { 'accept-encoding': accepted };
    const sent = ({ date: _, connection: __, 'keep-alive': ___, ...headers }: IncomingHttpHeaders) => headers;
    for (const [known, status] of [
      [{}, 200],
      [{ 'if-none-match': '*' }, 304],
    ] as const) {
      // An injected request never takes the fast path.
      const regular = await app.inject({ url: '/', headers: { ...asked, ...known } });
      const fast = await raw(`${origin}/`, { ...asked, ...known });
      expect(fast.status).toBe(status);
      if (status === 200) expect(fast.headers['content-encoding']).toBe(encoding);
      expect(sent(fast.headers)).toEqual(sent(regular.headers as IncomingHttpHeaders));
      expect(fast.bytes.equals(regular.rawPayload)).toBe(true);
    }
    expect(render).toHaveBeenCalledTimes(1);
    await app.close();
  },
);

test('a cached page is not served on the origin of the widget', async () => {
  const env = { ...WIDGET, WIDGET_ORIGIN: 'https://help.yunduo.example' };
  const { app, cache } = siteOf(env);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  await app.inject('/');
  expect(cache.peek('/')).not.toBeNull();
  for (const headers of [{ host: 'help.yunduo.example' }, { 'x-forwarded-host': 'help.yunduo.example' }])
    expect((await raw(`${origin}/`, headers as never)).status).toBe(404);
  expect((await raw(`${origin}/`, { host: 'yunduo.example' })).status).toBe(200);
  await app.close();
});

describe('sitemap', () => {
  const apps = { list: [{ id: 7, updated_at: '2026-11-20T08:00:00.000Z' }], total: 1 };
  const dates = { list: [{ published_at: '2026-11-15T00:00:00.000Z' }] };
  let asked: jest.SpiedFunction<typeof fetch>;
  let now = 0;
  beforeEach(() => {
    now = Date.parse('2026-11-25T00:00:00Z');
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    asked = jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (url) =>
        Response.json({ data: String(url).includes('/app_store/list') ? apps : dates }),
      );
  });
  afterEach(() => void jest.restoreAllMocks());

  test('lists apps, dated pages and documentation, and asks the API every ten minutes', async () => {
    const { app } = siteOf({ API_BASE_URL: 'http://api:4310' });
    const first = await app.inject('/sitemap.xml');
    expect([first.statusCode, first.headers['content-type'], first.headers['cache-control']]).toEqual([
      200,
      'application/xml; charset=utf-8',
      'public, max-age=600',
    ]);
    for (const path of ['/en/store/7', '/en/developers', '/en/private'])
      expect(first.body).toContain(`<loc>https://yunduo.example${path}</loc>`);
    const requests = asked.mock.calls.length;
    expect(asked.mock.calls.every(([url]) => String(url).startsWith('http://api:4310/api/'))).toBe(true);
    now += 600_000;
    expect((await app.inject('/sitemap.xml')).body).toBe(first.body);
    expect(asked).toHaveBeenCalledTimes(requests);
    now += 1;
    apps.list.push({ id: 8, updated_at: '2026-11-25T00:00:00.000Z' });
    expect((await app.inject('/sitemap.xml')).body).toContain('/en/store/8<');
  });

  test('keeps the last list while the API is away, and is 503 without one', async () => {
    const { app } = siteOf();
    asked.mockRejectedValue(new Error('away'));
    const none = await app.inject('/sitemap.xml');
    expect([none.statusCode, none.headers['cache-control'], none.headers['retry-after']]).toEqual([
      503,
      'no-store',
      '60',
    ]);
    expect(report).toHaveBeenCalledTimes(1);
    asked.mockImplementation(async (url) =>
      Response.json({ data: String(url).includes('/app_store/list') ? apps : dates }),
    );
    const { body } = await app.inject('/sitemap.xml');
    now += 600_001;
    asked.mockRejectedValue(new Error('away'));
    const kept = await app.inject('/sitemap.xml');
    expect([kept.statusCode, kept.body]).toEqual([200, body]);
    expect(report).toHaveBeenCalledTimes(2);
    // For half a minute, without a call.
    now += 30_000;
    const requests = asked.mock.calls.length;
    expect((await app.inject('/sitemap.xml')).body).toBe(body);
    expect([asked.mock.calls.length, report.mock.calls.length]).toEqual([requests, 2]);
    now += 1;
    expect((await app.inject('/sitemap.xml')).body).toBe(body);
    expect(report).toHaveBeenCalledTimes(3);
  });

  test('is built once for concurrent requests, also while the API is away', async () => {
    const { app } = siteOf();
    const ten = async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => app.inject('/sitemap.xml')));
      return new Set(answers.map(({ statusCode }) => statusCode));
    };
    asked.mockRejectedValue(new Error('away'));
    expect(await ten()).toEqual(new Set([503]));
    expect(report).toHaveBeenCalledTimes(1);
    asked.mockClear();
    asked.mockImplementation(async (url) =>
      Response.json({ data: String(url).includes('/app_store/list') ? apps : dates }),
    );
    expect(await ten()).toEqual(new Set([200]));
    const lists = asked.mock.calls.filter(([url]) => String(url).includes('/app_store/list?page=1&'));
    expect(lists).toHaveLength(1);
  });
});

test('the manifest has the name of the site once it is known', async () => {
  const { app, takeInfo } = siteOf();
  const manifest = async () => (await app.inject('/site.webmanifest')).json<Record<string, unknown>>();
  expect(await manifest()).not.toHaveProperty('name');
  takeInfo({ content_revision: 1, name: '云舵' });
  expect(await manifest()).toMatchObject({
    name: '云舵',
    short_name: '云舵',
    start_url: '/',
    display: 'browser',
    lang: 'zh-CN',
    background_color: '#ffffff',
    theme_color: '#27b2bc',
  });
});

describe('site icons', () => {
  const built = readStaticFiles(join(import.meta.dirname, '../public'));
  const icons = createSite({
    config: readConfig({ ORIGIN: 'https://yunduo.example' }),
    maker: { buildId: 'b1', render, preview, boot: () => Promise.resolve(undefined) },
    files: built,
    fallback,
    reference,
    report,
  }).app;
  /** Width and height from a PNG header. */
  const sizeOf = (png: Buffer): [number, number] => [png.readUInt32BE(16), png.readUInt32BE(20)];

  test.each(['/favicon.ico', '/apple-touch-icon.png', '/apple-touch-icon-precomposed.png'])(
    '%s is served',
    async (path) => {
      const answer = await icons.inject(path);
      expect([answer.statusCode, String(answer.headers['content-type'])]).toEqual([
        200,
        expect.stringMatching(/^image\//),
      ]);
      if (path.endsWith('.png')) expect(sizeOf(answer.rawPayload)).toEqual([180, 180]);
      else expect(answer.rawPayload.subarray(0, 4)).toEqual(Buffer.from('00000100', 'hex'));
    },
  );

  test('the manifest lists existing icons with their sizes, one maskable', async () => {
    const manifest = (await icons.inject('/site.webmanifest')).json<{
      icons: { src: string; sizes: string; type: string; purpose?: string }[];
    }>();
    const pngs = manifest.icons.filter(({ type }) => type === 'image/png');
    expect(pngs.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ]);
    for (const { src, sizes } of manifest.icons) {
      const answer = await icons.inject(src);
      expect(answer.statusCode).toBe(200);
      if (src.endsWith('.png')) expect(sizeOf(answer.rawPayload).join('x')).toBe(sizes);
    }
  });
});
