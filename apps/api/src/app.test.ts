import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { health, homeArticle, userInfo } from '@yunduo/api-contract';
import { RELEASE } from '@yunduo/validation';
import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { DatabaseAway } from './db/errors.ts';
import { requestContext } from './plugins/request-context.ts';
import { apiHeaders } from './plugins/security-headers.ts';
import { OPENAPI_FILES, openapiDocuments } from './openapi-document.ts';
import { testApp, type TestApp } from './testing/app.ts';
import type { Audience } from './plugins/openapi.ts';
import { signInSeeded } from './testing/dev-apps.ts';
import { newcomer } from './testing/people.ts';

let api: TestApp;
const logs: string[] = [];
beforeAll(async () => {
  const logStream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logs.push(chunk.toString());
      done();
    },
  });
  api = await testApp({ seeded: true, logStream, env: { ORIGIN: 'https://yunduo.example' } });
});
afterAll(() => api.close());

const post = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  api.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });
const LOGIN = '/api/user_auth/login';

describe('API calls', () => {
  test('are exactly those of calls.tsv, with their access', () => {
    const listed = readFileSync(new URL('./calls.tsv', `file://${OPENAPI_FILES.public}`), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .sort();
    const paths = api.app.swagger().paths ?? {};
    const running = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods ?? {}).map(([method, operation]) =>
        [method.toUpperCase(), path, (operation as Record<string, unknown>)['x-access']].join('\t'),
      ),
    );
    expect(running.sort()).toEqual(listed);
  });

  test('are documented by the committed OpenAPI files, as served to the public and to operators', async () => {
    const committed = (audience: Audience) => readFileSync(OPENAPI_FILES[audience], 'utf8');
    const made = await openapiDocuments();
    expect(made.public).toBe(committed('public'));
    expect(made.operators).toBe(committed('operators'));
    const served = await api.app.inject('/api/openapi.json');
    expect(served.json()).toEqual(JSON.parse(committed('public')));
    const token = await signInSeeded(api, 'operator@yunduo.test');
    const toOperators = await api.app.inject({
      url: '/api/openapi.operators.json',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(toOperators.json()).toEqual(JSON.parse(committed('operators')));
    expect((await api.app.inject('/api/openapi.operators.json')).statusCode).toBe(401);
  });

  test('a route without declared access throws', () => {
    const app = Fastify();
    requestContext(app);
    expect(() => app.get('/api/secret', () => 'x')).toThrow('route /api/secret declares no access');
  });

  test('[R7.04] specialArticle returns the articles of a place', async () => {
    const answer = await api.call(homeArticle.specialArticle, { use_to: 'banner' });
    expect(answer).toMatchObject({ status: 200, code: 'OK' });
    expect(answer.data.list.length).toBeGreaterThan(0);
    expect(answer.data.list.every(({ use_to }) => use_to === 'banner')).toBe(true);
  });
});

describe('API response', () => {
  test('[R8.01] is an envelope in the language of the header, also for an unknown path', async () => {
    for (const [lang, msg] of [
      ['zh-cn', '内容不存在'],
      ['us', 'Not found'],
      ['fr', 'Not found'],
    ] as const) {
      const response = await api.app.inject({ url: '/api/none?x=1', headers: { lang } });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual({ code: 'NOT_FOUND', msg, data: null, request_id: expect.any(String) });
    }
    expect((await api.app.inject('/api/none')).json()).toMatchObject({ msg: '内容不存在' });
  });

  test('has security headers', async () => {
    for (const url of ['/api/health/live', '/api/none', '/uploads/none.webp', '/api/user_info/index']) {
      const { headers } = await api.app.inject(url);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['content-security-policy']).toBe(
        "default-src 'none';object-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none';require-trusted-types-for 'script'",
      );
      expect(headers['permissions-policy']).toBe(
        'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      );
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('to an address that cannot be read has the headers and language of any other', async () => {
    const headers = { lang: 'us' };
    const other = await api.app.inject({ url: '/api/none', headers });
    for (const url of ['/api/%zz', `/dev/mail/${'x'.repeat(201)}`]) {
      const answer = await api.app.inject({ url, headers });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({
        code: 'BAD_REQUEST',
        msg: 'The request is invalid. Check it and try again.',
        data: null,
        request_id: answer.headers['x-request-id'],
      });
      expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(other.headers).sort());
    }
  });

  test('pins the browser to TLS only where the site has it', () => {
    expect(apiHeaders({ origin: 'http://127.0.0.1:4300' }).hsts).toBe(false);
  });

  test('to a wrong method is 405 with Allow', async () => {
    for (const [method, url, allow] of [
      ['POST', '/api/site/info?x=1', 'GET'],
      ['GET', LOGIN, 'POST'],
    ] as const) {
      const answer = await api.app.inject({ method, url, ...(method === 'POST' && { payload: {} }) });
      expect([answer.statusCode, answer.headers['allow']]).toEqual([405, allow]);
      expect(answer.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED', data: null });
    }
    const none = await api.app.inject({ method: 'POST', url: '/api/none', payload: {} });
    expect([none.statusCode, none.headers['allow']]).toEqual([404, undefined]);
  });

  test('with 401 has a WWW-Authenticate header', async () => {
    const { statusCode, headers } = await api.app.inject('/api/user_info/index');
    expect([statusCode, headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  test('with personal data has Cache-Control no-store', async () => {
    const { token } = await newcomer(api);
    const { headers } = await api.call(userInfo.index, undefined, { token });
    expect([headers['cache-control'], headers.vary]).toEqual(['no-store', 'Lang, Authorization']);
    expect((await api.app.inject('/api/user_info/index')).headers['cache-control']).toBe('no-store');
  });
});

describe('Response language', () => {
  const ask = async (headers: Record<string, string>) => {
    const answer = await api.app.inject({ url: '/api/nowhere', headers });
    return answer.json<{ msg: string }>().msg;
  };

  test('follows Lang, then Accept-Language, then Chinese', async () => {
    const [zh, en] = [await ask({ lang: 'zh-cn' }), await ask({ lang: 'us' })];
    expect(zh).not.toBe(en);
    expect(await ask({})).toBe(zh);
    expect(await ask({ 'accept-language': 'en-GB,en;q=0.9' })).toBe(en);
    expect(await ask({ 'accept-language': 'fr,*;q=0.5' })).toBe(zh);
    expect(await ask({ lang: 'zh-cn', 'accept-language': 'en' })).toBe(zh);
  });

  test('adds Accept-Language to Vary without Lang', async () => {
    const vary = async (headers: Record<string, string>) =>
      (await api.app.inject({ url: '/api/app_store/categories', headers })).headers.vary;
    expect(await vary({ lang: 'us' })).toBe('Lang, Authorization');
    expect(await vary({})).toBe('Lang, Accept-Language, Authorization');
  });
});

describe('Unknown query parameter', () => {
  test('is ignored by public reads, and rejected by other calls', async () => {
    const open = await api.app.inject('/api/app_store/list?page_size=1&colour=red&__proto__=x');
    expect([open.statusCode, open.json<{ code: string }>().code]).toEqual([200, 'OK']);
    const { token } = await newcomer(api);
    const own = await api.app.inject({
      url: '/api/order/list?colour=red',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(own.json()).toMatchObject({
      code: 'VALIDATION_FAILED',
      data: { fields: { colour: 'field_invalid' } },
    });
  });

  test('does not relax the known parameters', async () => {
    const answer = await api.app.inject('/api/app_store/list?page=0&colour=red');
    expect(answer.json()).toMatchObject({ data: { fields: { page: 'field_invalid' } } });
  });
});

test('slow and large requests are limited', () => {
  const { initialConfig, server } = api.app;
  expect(initialConfig).toMatchObject({
    bodyLimit: 262_144,
    connectionTimeout: 60_000,
    requestTimeout: RELEASE.transfer,
    routerOptions: { maxParamLength: 200 },
  });
  expect([server.headersTimeout, server.requestTimeout, server.timeout]).toEqual([
    15_000,
    RELEASE.transfer,
    60_000,
  ]);
});

describe('Unreadable request', () => {
  test.each([
    ['invalid JSON', '{"email":', 'BAD_REQUEST'],
    ['an empty body', '', 'BAD_REQUEST'],
    ['an array for an object', '[]', 'VALIDATION_FAILED'],
    ['__proto__', '{"email":"a@b.cd","password":"x","agree":true,"__proto__":{"admin":true}}', 'BAD_REQUEST'],
    ['a constructor', '{"constructor":{"prototype":{"admin":true}}}', 'BAD_REQUEST'],
    ['excessive nesting', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'BAD_REQUEST'],
    ['a number for a text', '{"email":1,"password":"x","agree":true}', 'VALIDATION_FAILED'],
    ['a text for a boolean', '{"email":"a@b.cd","password":"x","agree":"true"}', 'VALIDATION_FAILED'],
  ])('is rejected with 400: %s', async (_what, payload, code) => {
    const response = await post(LOGIN, payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code });
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });

  test('is rejected with 400: a NUL or lone surrogate anywhere in a text', async () => {
    for (const body of [
      { email: 'a\0@b.cd', password: 'x', agree: true },
      { email: { deep: [{ '\0': 1 }] } },
      { email: 'an emoji cut in two \ud83d', password: 'x', agree: true },
      { email: { deep: [{ '\udc00': 1 }] } },
    ]) {
      const response = await post(LOGIN, JSON.stringify(body));
      expect(response.json()).toMatchObject({
        code: 'VALIDATION_FAILED',
        data: { fields: { email: 'field_invalid' } },
      });
    }
    const query = await api.app.inject('/api/app_store/list?q=%00');
    expect(query.json()).toMatchObject({
      code: 'VALIDATION_FAILED',
      data: { fields: { q: 'field_invalid' } },
    });
  });

  test('is rejected with 400, never 413, 415 or 422', async () => {
    const large = await post(LOGIN, JSON.stringify({ email: 'a'.repeat(300_000) }));
    expect([large.statusCode, large.json<{ code: string }>().code]).toEqual([400, 'FILE_TOO_LARGE']);
    const xml = await post(LOGIN, '<login/>', { 'content-type': 'application/xml' });
    expect([xml.statusCode, xml.json<{ code: string }>().code]).toEqual([400, 'BAD_REQUEST']);
    expect((await api.app.inject('/api/app_store/list?sort=rude')).json()).toMatchObject({
      code: 'VALIDATION_FAILED',
      data: { fields: { sort: 'field_invalid' } },
    });
    expect((await api.app.inject('/api/%zz')).statusCode).toBe(400);
  });
});

describe('Unavailable dependency', () => {
  test('without the database calls return 503 with Retry-After, and liveness stays 200', async () => {
    const { app, db, database } = api;
    const working = { execute: db.execute, select: db.select, ping: database.ping };
    const away = (): never => {
      throw new DatabaseAway('away');
    };
    Object.assign(db, { execute: away, select: away });
    Object.assign(database, { ping: () => Promise.reject(new DatabaseAway('away')) });
    try {
      const response = await app.inject('/api/site/info');
      expect(response.statusCode).toBe(503);
      expect(response.json()).toEqual({
        code: 'UNAVAILABLE',
        msg: '服务器繁忙，请稍后重试',
        data: { retry_after: 5 },
        request_id: expect.any(String),
      });
      expect(response.headers['retry-after']).toBe('5');
      expect((await api.call(health.live, undefined)).status).toBe(200);
      const ready = await api.call(health.ready, undefined);
      expect(ready).toMatchObject({
        status: 503,
        data: { status: 'unavailable', database: false, storage: true },
      });
    } finally {
      Object.assign(db, { execute: working.execute, select: working.select });
      Object.assign(database, { ping: working.ping });
    }
    expect((await app.inject('/api/site/info')).statusCode).toBe(200);
  });
});

test('an overloaded process returns UNAVAILABLE, and health and metrics stay 200', async () => {
  const behind = await testApp({ maxEventLoopDelay: 1 });
  try {
    let wait: unknown = null;
    const until = Date.now() + 5_000;
    let rejected = null;
    // The delay is sampled about once a second; a busy event loop makes it long.
    while (rejected === null && Date.now() < until) {
      const busy = Date.now() + 50;
      while (Date.now() < busy);
      await new Promise((resolve) => setImmediate(resolve));
      const response = await behind.app.inject('/api/none');
      if (response.statusCode === 503) rejected = response.json<{ code: string }>().code;
      wait = response.headers['retry-after'];
    }
    expect([rejected, wait]).toEqual(['UNAVAILABLE', '5']);
    // Looked at most under load.
    for (const url of ['/api/health/live', '/api/metrics'])
      expect((await behind.app.inject(url)).statusCode).toBe(200);
  } finally {
    await behind.close();
  }
});

test('event loop delay during the start does not reject the first requests', async () => {
  const starting = await testApp({ maxEventLoopDelay: 1 });
  try {
    // Blocks the loop as long as preparation does on a busy machine, until the delay has been sampled.
    const busy = Date.now() + 1_100;
    while (Date.now() < busy);
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    expect((await starting.app.inject('/api/none')).statusCode).toBe(404);
  } finally {
    await starting.close();
  }
});

describe('Logs', () => {
  test('are JSON lines with the request id, and contain no secret', async () => {
    const { token, email } = await newcomer(api);
    await api.call(userInfo.index, undefined, { token });
    await api.app.inject({ url: '/api/none?token=in-the-query', headers: { cookie: 'secret-cookie=1' } });
    const failing = api.db.execute("insert into users (email) values ('logged@example.com')");
    await failing.catch((err: unknown) => api.app.log.error({ err }, 'database'));
    api.app.log.info({ password: 'in-the-log', token }, 'careless');
    const lines = logs.map((line) => JSON.parse(line) as { reqId?: string; msg: string });
    expect(lines.some(({ reqId }) => reqId !== undefined)).toBe(true);
    const text = logs.join('');
    for (const secret of [token, email, 'in-the-query', 'secret-cookie', 'in-the-log', 'Harbour-light7']) {
      expect(text).not.toContain(secret);
    }
  });
});
