import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '@yunduo/e2e/free-port';
import { newDataFolder } from '@yunduo/e2e/product';
import { startProduct } from '../start/product.ts';
import type { Product } from '../start/product.ts';
import { provideNginx, startNginx } from '../test/nginx.ts';
import type { RunningEdge } from '../test/nginx.ts';
import { root } from './workspace.ts';

// nginx and the edge of `npm start` in front of the same processes: both must give the same responses.

const nginx = await provideNginx();
if (!nginx) console.log('Skipped: the edge with nginx. None is there and none could be installed.');

const START_LIMIT = 120_000;
const folder = mkdtempSync(join(tmpdir(), 'yunduo-edge-'));

/** A self-signed certificate for this machine; null without openssl. */
function selfSigned(): { certificate: string; key: string } | null {
  const [certificate, key] = [join(folder, 'edge.pem'), join(folder, 'edge.key')];
  const { status } = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'],
    ...['-keyout', key, '-out', certificate],
  ]);
  return status === 0 ? { certificate, key } : null;
}
const tls = nginx ? selfSigned() : null;
if (nginx && !tls) console.log('Skipped: the edge over TLS. No openssl is there.');
const kept = join(folder, 'kept');

/** The help widget, on its own host. */
const HELP = 'help.example.com';
const WIDGET = {
  WIDGET_SRC: 'https://chat.example.com/loader.js',
  WIDGET_APP_ID: 'help-7',
  WIDGET_ORIGIN: `https://${HELP}`,
};

let product: Product;
let edge: RunningEdge;
const ends: (() => Promise<void>)[] = [];

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a browser's request: redirects are not followed, bodies not decompressed. */
function ask(
  origin: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const outgoing = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
      answer.once('error', reject);
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

const plain = ({ headers, body }: Answer): string => {
  const encoding = headers['content-encoding'];
  return (
    encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
  ).toString();
};
/** Without the request's id, which an error of the API contains. */
const output = (answer: Answer): string => plain(answer).replace(/,"request_id":"[^"]*"/, '');

/** From the cache, or revalidated with the site, which happens after a second. */
const KEPT = /^(HIT|REVALIDATED|UPDATING)$/;

/** Headers that describe the transfer, not the content. */
const OF_THE_WAY = new Set([
  'date',
  'server',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'x-cache',
  'age',
  'x-request-id',
]);
/** A page's brotli copy is ready shortly after gzip: which one arrives is random. */
const ofTheAnswer = ({ headers }: Answer): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !OF_THE_WAY.has(name))
      .map(([name, value]) => {
        if (name === 'etag') return [name, String(value).replace(/^W\/|-(?:br|gzip)(?="$)/g, '')];
        return [name, name === 'content-encoding' ? 'compressed' : value];
      }),
  );

(nginx ? describe : describe.skip)('nginx in front', () => {
  beforeAll(async () => {
    const dataDir = newDataFolder('yunduo-edge-data-');
    ends.push(() => rm(dataDir, { recursive: true, force: true }));
    product = await startProduct(
      {
        mode: 'trial',
        host: '127.0.0.1',
        port: 0,
        origin: undefined,
        dataDir,
        trustProxy: true,
      },
      {
        env: { ...process.env, NODE_OPTIONS: '', LOG_LEVEL: 'warn', DATABASE_URL: '', ...WIDGET },
        print: () => undefined,
        signal: new AbortController().signal,
        prepare: () => Promise.resolve(),
      },
    );
    ends.push(() => product.stop());
    for (const app of ['public-site', 'developer-console']) {
      const assets = join(kept, app, 'assets');
      mkdirSync(assets, { recursive: true });
      writeFileSync(join(assets, 'earlier-12345678.js'), `export default '${app} '; // ${'.'.repeat(400)}`);
    }
    const at = (origin: string): string[] => [new URL(origin).host];
    edge = await startNginx(nginx ?? '', {
      site: at(product.targets.site),
      api: at(product.targets.api),
      console: at(product.targets.console),
      trust: ['127.0.0.1'],
      kept,
      widget: HELP,
      dev: true,
    });
    ends.push(() => edge.stop());
  }, START_LIMIT);
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
    rmSync(folder, { recursive: true, force: true });
  });

  const chunkOf = (app: string): string =>
    readdirSync(join(root, `apps/${app}/dist/build/client/assets`)).find((name) =>
      /^manifest-.*\.js$/.test(name),
    ) ?? '';
  const gzip = { headers: { 'accept-encoding': 'gzip, deflate' } };
  const brotli = { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } };
  const json = { 'content-type': 'application/json' };

  test.each([
    ['a page', '/', brotli],
    ['the same page as gzip', '/en/store', gzip],
    ['a page without encodings', '/en', {}],
    ['a HEAD request of a page', '/store', { method: 'HEAD' }],
    ['a page with a query', '/store?cate=runtime&utm_source=mail', brotli],
    ['a missing page', '/en/nowhere', brotli],
    ['a trailing slash', '/store/', {}],
    ['leading slashes that would name another host', '//evil.example/', {}],
    ['an old address', '/download', {}],
    ['a form sent to a page', '/store', { method: 'POST' }],
    ['a script', () => `/assets/${chunkOf('public-site')}`, brotli],
    ['a script as gzip', () => `/assets/${chunkOf('public-site')}`, gzip],
    ['the newest build', '/builds/latest.json', {}],
    ['robots.txt', '/robots.txt', {}],
    ['the landing page of the console', '/developer-center', brotli],
    ['the English landing page of the console', '/en/developer-center', gzip],
    ['a client-rendered page of the console', '/developer-center/applications', brotli],
    ['a missing page of the console', '/developer-center/nowhere', brotli],
    ['a trailing slash in the console', '/developer-center/', {}],
    ['the configuration of the console', '/developer-center/config.json', {}],
    ['a script of the console', () => `/developer-center/assets/${chunkOf('developer-console')}`, brotli],
    ['the newest build of the console', '/developer-center/builds/latest.json', {}],
    ['the data of the landing page', '/developer-center.data', gzip],
    ['a path with the console’s prefix in its name', '/developer-centers', {}],
    ['an API call', '/api/site/info', { headers: { lang: 'us' } }],
    [
      'an API call that requires a session',
      '/api/user_info/index',
      { headers: { authorization: 'Bearer none' } },
    ],
    ['an unknown API call', '/api/none', {}],
    [
      'an invalid JSON body',
      '/api/user_auth/login',
      { method: 'POST', headers: json, body: Buffer.from('{') },
    ],
    [
      'a body above the API’s limit',
      '/api/user_auth/login',
      { method: 'POST', headers: json, body: Buffer.alloc(300_000, ' ') },
    ],
    ['metrics', '/api/metrics', {}],
    ['readiness', '/api/health/ready', {}],
    ['an unknown health path', '/api/health/none', {}],
    ['a missing picture', '/uploads/none.webp', {}],
    ['a private file', '/uploads/.private/a.txt', {}],
    ['the mailbox of a trial', '/dev/mail.json', {}],
  ])('responds like the edge of npm start: %s', async (_what, address, options) => {
    const path = typeof address === 'string' ? address : address();
    const small = await ask(product.origin, path, options);
    const large = await ask(edge.origin, path, options);
    const again = await ask(edge.origin, path, options);
    for (const answer of [large, again]) {
      expect({ status: answer.status, ...ofTheAnswer(answer) }).toEqual({
        status: small.status,
        ...ofTheAnswer(small),
      });
      if (!path.startsWith('/dev/')) expect(output(answer)).toBe(output(small));
    }
  });

  test('caches pages per encoding only and answers their ETag with 304', async () => {
    const path = '/protocol/user-agreement';
    const first = await ask(edge.origin, path, brotli);
    const cached = await ask(edge.origin, path, {
      headers: { 'accept-encoding': 'br;q=1.0, gzip;q=0.8', cookie: 'signed_in=1' },
    });
    expect(first.headers['x-cache']).toBe('MISS');
    expect(cached.headers['x-cache']).toMatch(KEPT);
    expect(['br', 'gzip']).toContain(cached.headers['content-encoding']);
    expect(first.body.equals(cached.body)).toBe(true);
    const rejected = await ask(edge.origin, path, { headers: { 'accept-encoding': 'gzip, br;q=0' } });
    expect(rejected.headers['content-encoding']).toBe('gzip');
    const fresh = await ask(edge.origin, path, {
      headers: { ...brotli.headers, 'if-none-match': String(first.headers.etag) },
    });
    expect([fresh.status, fresh.body.length]).toEqual([304, 0]);
  });

  test('campaign parameters do not create another cache entry', async () => {
    const first = await ask(edge.origin, '/en/store?cate=runtime', brotli);
    for (const address of [
      '/en/store?cate=runtime&utm_source=mail&utm_medium=x',
      '/en/store?gclid=1&cate=runtime',
      '/en/store?utm_id=1&cate=runtime&fbclid=2',
      '/en/store?cate=runtime&bd_vid=7',
    ]) {
      const again = await ask(edge.origin, address, brotli);
      expect([address, again.headers['x-cache']]).toEqual([address, expect.stringMatching(KEPT)]);
      expect(plain(again)).toBe(plain(first));
    }
    // Query values that a route reads are part of the key, and so are values that only look like a campaign.
    for (const address of ['/en/store?cate=website&utm_source=mail', '/en/store?cate=runtime&utm=1'])
      expect((await ask(edge.origin, address, brotli)).headers['x-cache']).toBe('MISS');
    // A redirect keeps the visitor's own query, not that of an earlier visitor.
    const moved = await Promise.all(
      ['/en/about/?utm_source=a', '/en/about/?utm_source=b'].map((address) => ask(edge.origin, address)),
    );
    expect(moved.map(({ headers }) => headers.location)).toEqual([
      '/en/about?utm_source=a',
      '/en/about?utm_source=b',
    ]);
  });

  test('published content appears on a cached page and no stale copy returns', async () => {
    let token = '';
    const reported = async <T>(path: string, body: unknown): Promise<T> => {
      const answer = await fetch(product.origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: token && `Bearer ${token}` },
        body: JSON.stringify(body),
      });
      const { code, data } = (await answer.json()) as { code: string; data: T };
      expect([path, code]).toEqual([path, 'OK']);
      return data;
    };
    const signIn = { email: 'operator@yunduo.test', password: 'Yunduo2026', agree: true };
    ({ token } = await reported<{ token: string }>('/api/user_auth/login', signIn));
    const title = `At the edge ${Date.now()}`;
    const read = async (): Promise<boolean> =>
      plain(await ask(edge.origin, '/en/about', brotli)).includes(title);
    expect(await read()).toBe(false);
    const draft = await reported<{ id: number; revision: number }>('/api/admin_content/save', {
      use_to: 'about',
      title: { zh: title, en: title },
    });
    await reported('/api/admin_content/publish', { id: draft.id, revision: draft.revision });
    const end = Date.now() + 30_000;
    while (!(await read()) && Date.now() < end) await pause(100);
    // The cache is revalidated each second: the new page stays.
    for (let times = 0; times < 5; times += 1) expect(await read()).toBe(true);
  });

  test('the widget’s origin serves only the widget', async () => {
    const help = { headers: { host: HELP } };
    const ours = await ask(edge.origin, '/widget?locale=en');
    expect(plain(ours)).toContain(`src="https://${HELP}/widget/vendor?locale=en"`);
    expect(String(ours.headers['content-security-policy'])).toContain(`frame-src https://${HELP};`);
    for (let tries = 0; tries < 2; tries += 1) {
      const vendor = await ask(edge.origin, '/widget/vendor?locale=en', help);
      expect([vendor.status, plain(vendor).includes(WIDGET.WIDGET_SRC)]).toEqual([200, true]);
      const policy = String(vendor.headers['content-security-policy']);
      expect(policy).toContain(`frame-ancestors ${product.origin};`);
      expect(policy).toContain('sandbox allow-scripts');
      // Third-party code never runs on our own origin.
      expect((await ask(edge.origin, '/widget/vendor?locale=en')).status).toBe(404);
    }
    const elsewhere = [
      '/',
      '/about',
      '/widget',
      '/api/site/info',
      '/api/health/live',
      '/uploads/none.webp',
      '/developer-center',
      `/assets/${chunkOf('public-site')}`,
      '/builds/latest.json',
      '/dev/mail.json',
    ];
    for (const path of elsewhere) {
      await ask(edge.origin, path);
      const { status, body } = await ask(edge.origin, path, help);
      expect([path, status, body.toString()]).toEqual([path, 404, 'Not found']);
      // As at the edge of npm start, which leaves the rejection to the site.
      expect([path, (await ask(product.origin, path, help)).status]).toEqual([path, 404]);
    }
    // If nginx has no host configured, it serves no cached page of the site there either.
    const at = (origin: string): string[] => [new URL(origin).host];
    const { site, api, console } = product.targets;
    const unaware = await startNginx(nginx ?? '', { site: at(site), api: at(api), console: at(console) });
    try {
      expect((await ask(unaware.origin, '/about', brotli)).status).toBe(200);
      expect((await ask(unaware.origin, '/about', brotli)).headers['x-cache']).toMatch(KEPT);
      expect(
        (await ask(unaware.origin, '/about', { headers: { ...brotli.headers, ...help.headers } })).status,
      ).toBe(404);
    } finally {
      await unaware.stop();
    }
  });

  test('caches no API response and nothing with no-store', async () => {
    for (const path of [
      '/api/site/info',
      '/api/app_store/list',
      '/builds/latest.json',
      '/developer-center/config.json',
    ]) {
      await ask(edge.origin, path);
      expect([path, (await ask(edge.origin, path)).headers['x-cache'] ?? 'none']).not.toEqual([path, 'HIT']);
    }
  });

  test('serves byte ranges, cached and uncached', async () => {
    const list = JSON.parse((await ask(edge.origin, '/api/app_store/list')).body.toString()) as {
      data: { list: { logo: string }[] };
    };
    const picture = list.data.list[0]?.logo ?? '';
    const whole = await ask(product.origin, picture);
    for (const state of ['MISS', 'HIT']) {
      const part = await ask(edge.origin, picture, { headers: { range: 'bytes=5-14' } });
      expect([part.status, part.headers['content-range'], part.headers['x-cache']]).toEqual([
        206,
        `bytes 5-14/${whole.body.length}`,
        state,
      ]);
      expect(part.body.equals(whole.body.subarray(5, 15))).toBe(true);
    }
  });

  test.each(['/assets', '/developer-center/assets'])(
    'a chunk of an earlier build is served below %s with the same headers',
    async (below) => {
      const chunk = `${below}/${chunkOf(below === '/assets' ? 'public-site' : 'developer-console')}`;
      const now = await ask(edge.origin, chunk, brotli);
      const earlier = await ask(edge.origin, `${below}/earlier-12345678.js`, brotli);
      expect(earlier.status).toBe(200);
      for (const name of [
        'content-type',
        'cache-control',
        'x-content-type-options',
        'cross-origin-resource-policy',
      ]) {
        expect([name, earlier.headers[name]]).toEqual([name, now.headers[name]]);
      }
      const missing = await ask(edge.origin, `${below}/never-12345678.js`);
      expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store']);
      expect((await ask(edge.origin, `${below}/../kept.json`)).status).toBe(404);
    },
  );

  test('passes exactly one client address to the API', async () => {
    // Pictures are limited per address, by the one that the proxy in front recorded.
    const from = (forwarded: string): Promise<Answer> =>
      ask(edge.origin, '/api/captcha/challenge', {
        method: 'POST',
        headers: { ...json, 'x-forwarded-for': forwarded, lang: 'us' },
        body: Buffer.from(JSON.stringify({ scene: 'login' })),
      });
    const statuses: number[] = [];
    for (let n = 0; n < 200 && statuses.at(-1) !== 400 && statuses.at(-1) !== 429; n += 1) {
      // A visitor's forged header changes with every call.
      statuses.push((await from(`10.1.${n}.1, 198.51.100.7`)).status);
    }
    expect(statuses.at(-1)).not.toBe(200);
    expect((await from('10.1.1.1, 198.51.100.8')).status).toBe(200);
  });

  test('rejects a too large body with FILE_TOO_LARGE in the API’s envelope', async () => {
    const answer = await ask(edge.origin, '/api/user_auth/login', {
      method: 'POST',
      headers: { ...json, lang: 'us', 'content-length': String(20 * 1024 * 1024) },
    }).catch((error: unknown) => error as Error);
    expect(answer).toMatchObject({ status: 400 });
    expect(JSON.parse((answer as Answer).body.toString())).toMatchObject({
      code: 'FILE_TOO_LARGE',
      data: null,
    });
  });

  test.each([
    ['TRACE', 'TRACE', '/', 405],
    ['a too long URL', 'GET', `/${'a'.repeat(20_000)}`, 414],
    ['a body above the location’s limit', 'POST', '/store', 413],
  ])('nginx itself rejects %s with the security headers', async (_what, method, path, status) => {
    const answer = await ask(edge.origin, path, {
      method,
      ...(status === 413 && { headers: { 'content-length': '2000' }, body: Buffer.alloc(2000) }),
    });
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });

  test.each(['public site', 'API', 'developer center'])('the %s behind it rejects TRACE', async (name) => {
    const { site, api, console: consoleHost } = product.targets;
    const [origin, path] =
      name === 'API'
        ? [api, '/api/site/info']
        : name === 'public site'
          ? [site, '/']
          : [consoleHost, '/developer-center'];
    const answer = await ask(origin, path, { method: 'TRACE', headers: { 'x-secret': 'echoed' } });
    expect([404, 405, 501].includes(answer.status) || answer.status === 400).toBe(true);
    expect(answer.body.toString()).not.toContain('echoed');
  });

  test('limits the rate per address with RATE_LIMITED', async () => {
    const flood = await Promise.all(
      Array.from({ length: 700 }, () =>
        ask(edge.origin, '/api/health/live', {
          headers: { 'x-forwarded-for': '198.51.100.99', lang: 'zh-cn' },
        }),
      ),
    );
    const rejected = flood.filter(({ status }) => status === 429);
    expect(rejected.length).toBeGreaterThan(0);
    expect(flood.every(({ status }) => status === 200 || status === 429)).toBe(true);
    expect(JSON.parse(rejected[0]?.body.toString() ?? '')).toMatchObject({
      code: 'RATE_LIMITED',
      data: { retry_after: 1 },
    });
    expect(rejected[0]?.headers['retry-after']).toBe('1');
    // Other clients are not affected.
    expect(
      (await ask(edge.origin, '/api/health/live', { headers: { 'x-forwarded-for': '198.51.100.98' } }))
        .status,
    ).toBe(200);
  });

  test('rate limits count a /64 of IPv6 as one address and each IPv4 address separately', async () => {
    const refusedOf = async (address: (n: number) => string): Promise<number> => {
      const flood = await Promise.all(
        Array.from({ length: 700 }, (_, n) =>
          ask(edge.origin, '/api/health/live', { headers: { 'x-forwarded-for': address(n) } }),
        ),
      );
      return flood.filter(({ status }) => status === 429).length;
    };
    expect(await refusedOf((n) => `2001:db8:1:1:${n.toString(16)}::1`)).toBeGreaterThan(0);
    expect(await refusedOf((n) => `2001:db8:1:${(n + 16).toString(16)}::1`)).toBe(0);
    expect(await refusedOf((n) => `203.0.${n >> 8}.${n & 255}`)).toBe(0);
    expect(await refusedOf((n) => `::ffff:203.1.${n >> 8}.${n & 255}`)).toBe(0);
  });

  test('upstreams that answer 503 are not taken out of service', async () => {
    // Running, but without their dependencies: two, because nginx never excludes its only upstream.
    const behind = [1, 2].map(() =>
      createServer((request, answer) => {
        answer.statusCode = request.url === '/api/health/ready' ? 503 : 200;
        answer.end('{}');
      }).listen(0, '127.0.0.1'),
    );
    await Promise.all(behind.map((one) => once(one, 'listening')));
    const api = behind.map((one) => `127.0.0.1:${(one.address() as AddressInfo).port}`);
    const own = await startNginx(nginx ?? '', { site: api, api, console: api });
    try {
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => ask(own.origin, '/api/health/ready')),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      expect((await ask(own.origin, '/api/site/info')).status).toBe(200);
    } finally {
      await own.stop();
      for (const one of behind) one.close();
    }
  });

  test('long URLs do not take upstreams out of service', async () => {
    // Their responses have headers as long as the site's.
    const headers = { 'content-security-policy': 'a'.repeat(2000) };
    const behind = [1, 2].map(() =>
      createServer((_asked, answer) => answer.writeHead(200, headers).end('{}')).listen(0, '127.0.0.1'),
    );
    await Promise.all(behind.map((one) => once(one, 'listening')));
    const api = behind.map((one) => `127.0.0.1:${(one.address() as AddressInfo).port}`);
    const own = await startNginx(nginx ?? '', { site: api, api, console: api });
    try {
      const seen = new Set<number>();
      for (const length of [1000, 7000, 8100, 9000, 14_000, 15_500, 16_200]) {
        for (const begin of [
          '/uploads/',
          '/store?q=',
          '/assets/',
          '/developer-center/assets/',
          '/api/none?q=',
        ]) {
          const requests = Array.from({ length: 8 }, (_, n) =>
            ask(own.origin, `${begin}${n}${'a'.repeat(length)}`),
          );
          for (const { status } of await Promise.all(requests)) seen.add(status);
        }
        expect((await ask(own.origin, '/api/site/info')).status).toBe(200);
        expect((await ask(own.origin, '/about')).status).toBe(200);
      }
      expect([...seen].sort()).toEqual([200, 414]);
    } finally {
      await own.stop();
      for (const one of behind) one.close();
    }
  });

  test('malformed URLs do not crash an upstream', async () => {
    for (const path of [
      '//[/../developer-center',
      '/developer-center/[/..//[',
      '/developer-center?%',
      '//[/store',
    ]) {
      const { status } = await ask(edge.origin, path);
      expect([path, status < 500]).toEqual([path, true]);
    }
    expect((await ask(edge.origin, '/developer-center')).status).toBe(200);
  });

  test('serves stale pages while upstreams are down and 502 otherwise', async () => {
    const page = await ask(edge.origin, '/about', brotli);
    expect(page.status).toBe(200);
    // An open page needs chunks of its own build: the edge keeps them for later requests.
    const boot = / data-boot="([^"]+)"/.exec(plain(page))?.[1] ?? '';
    expect([boot.slice(0, 6), (await ask(edge.origin, boot, brotli)).status]).toEqual(['/boot/', 200]);
    const nobody = ['127.0.0.1:1'];
    await edge.reload({ site: nobody, api: nobody, console: nobody });
    // The old worker ends with its connections: every request here opens a new one.
    const end = Date.now() + 20_000;
    let away = await ask(edge.origin, '/api/health/live');
    while (away.status !== 502 && Date.now() < end) away = await ask(edge.origin, '/api/health/live');
    expect(JSON.parse(away.body.toString())).toMatchObject({ code: 'UNAVAILABLE', data: null });
    expect(away.headers['retry-after']).toBe('2');
    const stale = await ask(edge.origin, '/about', brotli);
    expect([stale.status, plain(stale)]).toEqual([200, plain(page)]);
    const booted = await ask(edge.origin, boot, brotli);
    expect([booted.status, booted.headers['x-cache']]).toEqual([200, 'HIT']);
    let missing = stale;
    for (let n = 0; n < 200 && missing.status !== 502; n += 1) {
      missing = await ask(edge.origin, `/en/about?never=${n}`, brotli);
    }
    expect([missing.status, missing.headers['content-type']]).toEqual([502, 'text/plain; charset=utf-8']);
    expect(missing.body.toString()).toContain('服务器繁忙');
  });

  (tls ? test : test.skip)(
    'serves TLS and HTTP/2 and redirects HTTP, except for API calls, which get 400',
    async () => {
      const at = (origin: string): string[] => [new URL(origin).host];
      const { certificate = '', key = '' } = tls ?? {};
      const plainPort = await freePort();
      const secure = await startNginx(nginx ?? '', {
        site: at(product.targets.site),
        api: at(product.targets.api),
        console: at(product.targets.console),
        tls: { certificate, key, redirect: `127.0.0.1:${plainPort}` },
      });
      // The certificate is verified: no TLS error is ignored.
      const session = connect(secure.origin, { ca: readFileSync(certificate) });
      try {
        const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
          session.once('error', reject);
          const stream = session.request({ ':path': '/en/store', 'accept-encoding': 'identity' });
          let [status, text] = [0, ''];
          stream.on('response', (headers) => (status = headers[':status'] ?? 0));
          stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          stream.once('error', reject).once('end', () => resolve({ status, text }));
          stream.end();
        });
        expect([session.alpnProtocol, answer.status]).toEqual(['h2', 200]);
        expect(answer.text).toContain('lang="en"');
        const sent = await ask(`http://127.0.0.1:${plainPort}`, '/en/store?cate=runtime', {
          headers: { host: 'www.example.com' },
        });
        expect([sent.status, sent.headers.location]).toEqual([
          301,
          'https://www.example.com/en/store?cate=runtime',
        ]);
        // A client that calls without TLS gets an error, before its token is sent in plain text again.
        const called = await ask(`http://127.0.0.1:${plainPort}`, '/api/site/info');
        expect([called.status, called.headers.location]).toEqual([400, undefined]);
        expect(JSON.parse(called.body.toString())).toMatchObject({ code: 'BAD_REQUEST', data: null });
        // nginx's own responses keep browsers on TLS too.
        const rejected = await new Promise<Record<string, unknown>>((resolve, reject) => {
          const stream = session.request({ ':path': '/', ':method': 'TRACE' });
          stream.on('response', resolve).once('error', reject);
          stream.end();
        });
        expect(rejected).toMatchObject({
          ':status': 405,
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
        });
      } finally {
        session.destroy();
        await secure.stop();
      }
    },
  );

  test('logged no errors of its own', () => {
    const own = edge
      .errors()
      .split('\n')
      .filter((line) => /\[(crit|alert|emerg)\]/.test(line));
    expect(own).toEqual([]);
  });
});
