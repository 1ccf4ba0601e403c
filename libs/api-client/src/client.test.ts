import { expect, jest, test } from '@jest/globals';
import {
  appStore,
  captcha,
  devApp,
  endpoint,
  feedback,
  order,
  userAuth,
  userInfo,
} from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { ApiError, createApiClient, type ApiClientOptions } from './index.ts';

const ok = (data: unknown, status = 200) =>
  new Response(JSON.stringify({ code: 'OK', msg: '', data }), { status });

/** A client with a function as its network; `sent()` is the last request. */
function clientWith(answer: () => Response | Promise<Response>, options: Partial<ApiClientOptions> = {}) {
  const fetch = jest.fn<(url: string, init: RequestInit) => Promise<Response>>(() =>
    Promise.resolve().then(answer),
  );
  const client = createApiClient({
    baseUrl: 'https://api.example',
    language: 'zh',
    ...options,
    fetch: fetch as unknown as typeof globalThis.fetch,
  });
  const sent = () => {
    const [url, init] = fetch.mock.calls.at(-1) as [string, RequestInit];
    return { url, init, headers: new Headers(init.headers) };
  };
  return { client, fetch, sent };
}

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => Promise.reject(new Error('It was not refused')),
    (error: unknown) => error as ApiError,
  );

test.each(['https://api.example', 'https://api.example/'])(
  '[R7.01] requests go to /api below the base URL %s',
  async (baseUrl) => {
    const { client, sent } = clientWith(() => ok({ list: [] }), { baseUrl });
    await client.call(appStore.categories, {});
    expect(sent().url).toBe('https://api.example/api/app_store/categories');
  },
);

test('a request does not follow redirects', async () => {
  const { client, sent } = clientWith(() => ok({ list: [] }), { token: 'yds_secret' });
  await client.call(appStore.categories, {});
  expect(sent().init.redirect).toBe('error');
  expect(sent().headers.get('authorization')).toBe('Bearer yds_secret');
});

test('[R7.01] without a base URL requests go to the page’s origin', async () => {
  const { client, sent } = clientWith(() => ok({ list: [] }), { baseUrl: '' });
  await client.call(appStore.categories, {});
  expect(sent().url).toBe('/api/app_store/categories');
});

test.each([
  ['zh', 'zh-cn'],
  ['en', 'us'],
] as const)(
  '[R7.02] on a %s page requests have the header Lang %s and the client markers',
  async (language, header) => {
    const { client, sent } = clientWith(() => ok(null), { language, deviceVersion: '6.2.1' });
    await client.call(userAuth.logout, {});
    expect(Object.fromEntries(sent().headers)).toEqual({
      accept: 'application/json',
      authorization: '',
      'content-type': 'application/json',
      'device-id': '2',
      'device-version': '6.2.1',
      lang: header,
      'upload-token': 'web',
      'x-requested-with': 'XMLHttpRequest',
    });
  },
);

test('[R6.02] [R7.02] a signed-in request has a bearer token, an anonymous one an empty value', async () => {
  let token = 'yd_secret';
  const { client, sent } = clientWith(() => ok(null), { token: () => token });
  await client.call(userAuth.logout, {});
  expect(sent().headers.get('authorization')).toBe('Bearer yd_secret');
  token = '';
  await client.call(userAuth.logout, {});
  expect(sent().headers.get('authorization')).toBe('');
});

test('language, token and device version are read for each request', async () => {
  let language: Locale = 'zh';
  const { client, sent } = clientWith(() => ok(null), {
    language: () => language,
    deviceVersion: () => language,
  });
  await client.call(userAuth.logout, {});
  language = 'en';
  await client.call(userAuth.logout, {});
  expect(sent().headers.get('lang')).toBe('us');
  expect(sent().headers.get('device-version')).toBe('en');
});

test('[R7.03] GET sends its input as a query without undefined values, and returns the data', async () => {
  const data = { list: [], total: 0, page: 2, page_size: 20 };
  const { client, sent } = clientWith(() => ok(data));
  const answer = await client.call(appStore.list, {
    q: '数据 & 库',
    cate: 'system',
    os: undefined,
    page: 2,
    certified: true,
  });
  const { url, init } = sent();
  expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
    q: '数据 & 库',
    cate: 'system',
    page: '2',
    certified: 'true',
  });
  expect(init.method).toBe('GET');
  expect(init.body).toBeUndefined();
  expect(answer).toEqual(data);
});

test('[R7.03] other methods send their input as a JSON body and return the data', async () => {
  const { client, sent } = clientWith(() => ok({ resend_after: 60, expires_in: 600 }));
  const input = { email: 'a@b.test', scene: 'AUTH_RESET_PWD', captcha_ticket: 't' } as const;
  expect(await client.call(userAuth.sendEmail, input)).toEqual({ resend_after: 60, expires_in: 600 });
  const { url, init } = sent();
  expect(url).toBe('https://api.example/api/user_auth/send_email');
  expect(init.method).toBe('POST');
  expect(JSON.parse(String(init.body))).toEqual(input);
});

test('[R7.03] FormData is sent unchanged, without a content type', async () => {
  const { client, sent } = clientWith(() => ok({ head_image: '/a.webp' }));
  const body = new FormData();
  body.append('file', new Blob(['x']));
  await client.call(userInfo.uploadHeadImg, body);
  expect(sent().init.body).toBe(body);
  expect(sent().headers.get('content-type')).toBeNull();
});

test('a raw endpoint returns the whole document', async () => {
  const raw = endpoint<{ data: unknown }>('GET', '/openapi.json', 'public', 'raw');
  const { client } = clientWith(() => new Response('{"openapi":"3.1.0"}'));
  expect(await client.call(raw, undefined)).toEqual({ openapi: '3.1.0' });
});

test.each([400, 401, 403, 404, 429, 500, 503])(
  '[R8.05] status %d rejects with the response body',
  async (status) => {
    const body = { code: 'CODE_INVALID', msg: '验证码不对', data: { fields: { code: 'code_invalid' } } };
    const { client } = clientWith(() => new Response(JSON.stringify(body), { status }));
    const error = await rejection(client.call(userAuth.logout, {}));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, body, ...body });
    expect(error.toFailure()).toEqual({ status, ...body });
  },
);

test('[R8.05] a response without an envelope rejects with UNREADABLE and its text', async () => {
  const { client } = clientWith(() => new Response('<h1>Bad Gateway</h1>', { status: 502 }));
  const error = await rejection(client.call(userAuth.logout, {}));
  expect(error).toMatchObject({
    status: 502,
    code: 'UNREADABLE',
    msg: '',
    data: {},
    body: '<h1>Bad Gateway</h1>',
  });
});

test.each(['<html>sign in to this Wi-Fi</html>', '[]', '"text"', 'null', '{"list":[]}'])(
  'a 200 response without an envelope rejects with UNREADABLE: %s',
  async (text) => {
    const { client } = clientWith(() => new Response(text));
    expect(await rejection(client.call(appStore.categories, {}))).toMatchObject({
      code: 'UNREADABLE',
      status: 200,
    });
  },
);

test('a malformed error envelope still yields code, msg and data', async () => {
  const { client } = clientWith(
    () => new Response('{"code":"INTERNAL","msg":7,"data":"x"}', { status: 500 }),
  );
  expect(await rejection(client.call(userAuth.logout, {}))).toMatchObject({
    code: 'INTERNAL',
    msg: '',
    data: {},
  });
});

test('a failed fetch rejects with status 0 and NO_ANSWER', async () => {
  const { client } = clientWith(() => Promise.reject(new TypeError('fetch failed')));
  const error = await rejection(client.call(userAuth.logout, {}));
  expect(error).toMatchObject({ status: 0, code: 'NO_ANSWER', body: null });
});

/** A network that never responds, but reacts to an abort. */
const silent = () => {
  const fetch = (_url: string, init: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      const fail = () => reject(new DOMException('aborted', 'AbortError'));
      if (init.signal?.aborted) fail();
      init.signal?.addEventListener('abort', fail);
    });
  return createApiClient({
    baseUrl: '',
    language: 'zh',
    timeout: 1000,
    fetch: fetch as unknown as typeof globalThis.fetch,
  });
};

test('a request without a response rejects with TIMEOUT', async () => {
  jest.useFakeTimers();
  try {
    const rejected = rejection(silent().call(userAuth.logout, {}));
    await jest.advanceTimersByTimeAsync(1000);
    expect(await rejected).toMatchObject({ status: 0, code: 'TIMEOUT' });
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

test('a request can set its own timeout', async () => {
  jest.useFakeTimers();
  try {
    const rejected = rejection(silent().call(userAuth.logout, {}, { timeout: 20 }));
    await jest.advanceTimersByTimeAsync(20);
    expect(await rejected).toMatchObject({ code: 'TIMEOUT' });
  } finally {
    jest.useRealTimers();
  }
});

test('a request can be aborted before and while it runs', async () => {
  const running = new AbortController();
  const rejected = rejection(silent().call(userAuth.logout, {}, { signal: running.signal }));
  running.abort();
  expect(await rejected).toMatchObject({ status: 0, code: 'ABORTED' });
  expect(await rejection(silent().call(userAuth.logout, {}, { signal: running.signal }))).toMatchObject({
    code: 'ABORTED',
  });
});

test('an idempotent call keeps its key until the server has responded', async () => {
  let answer = (): Response => {
    throw new TypeError('the line broke');
  };
  const { client, sent } = clientWith(() => answer());
  const key = () => sent().headers.get('idempotency-key');
  const buy = (plan: 'm1' | 'm12') => client.call(order.create, { plan, quantity: 1 });

  await rejection(buy('m1'));
  const first = key();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  await rejection(buy('m12'));
  expect(key()).not.toBe(first);
  answer = () => ok(null, 503);
  await rejection(buy('m1'));
  expect(key()).toBe(first);
  // A captive portal, a proxy, and a response cut on its way: the order may exist.
  for (const [body, status] of [
    ['<html>', 200],
    ['<html>', 403],
    ['{"code":"OK","data":{', 200],
  ] as const) {
    answer = () => new Response(body, { status });
    expect((await rejection(buy('m1'))).code).toBe('UNREADABLE');
    expect(key()).toBe(first);
  }
  answer = () => ok({});
  await Promise.all([buy('m1'), buy('m1')]);
  expect(key()).toBe(first);
  await buy('m1');
  expect(key()).not.toBe(first);
});

test('another change makes the next attempt use a new key; a pending request keeps its key', async () => {
  let answer = (): Response | Promise<Response> => {
    throw new TypeError('the line broke');
  };
  const { client, sent } = clientWith(() => answer());
  const submit = () => client.call(devApp.submit, { version_id: 7 });
  await rejection(submit());
  const first = sent().headers.get('idempotency-key');
  // No rejection and no captcha between two attempts.
  answer = () => ok(null, 400);
  await rejection(client.call(devApp.revoke, { version_id: 8 }));
  answer = () => ok({});
  await client.call(captcha.challenge, {} as never);
  const { promise: late, resolve: arrive } = Promise.withResolvers<Response>();
  const { promise: underway, resolve: started } = Promise.withResolvers<void>();
  answer = () => {
    started();
    return late;
  };
  const trying = rejection(submit());
  await underway;
  expect(sent().headers.get('idempotency-key')).toBe(first);
  answer = () => ok({});
  await client.call(devApp.revoke, { version_id: 8 });
  arrive(ok(null, 503));
  await trying;
  answer = () => ok({});
  await client.call(devApp.revoke, { version_id: 7 });
  await submit();
  expect(sent().headers.get('idempotency-key')).not.toBe(first);
});

test('a retry with another captcha ticket keeps the key', async () => {
  const { client, sent } = clientWith(() => {
    throw new TypeError('the line broke');
  });
  const send = async (captcha_ticket: string, title = 'The cursor jumps') => {
    const input = { type: 'defect', title, description: 'x', contact: null, attachment_ids: [4] };
    await rejection(client.call(feedback.submit, { ...input, captcha_ticket }));
    return sent().headers.get('idempotency-key');
  };
  const first = await send('ticket-1');
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(await send('ticket-2')).toBe(first);
  expect(await send('ticket-3', 'Another title')).not.toBe(first);
});

test('other calls send no key', async () => {
  const { client, sent } = clientWith(() => ok(null));
  await client.call(userAuth.logout, {});
  expect(sent().headers.has('idempotency-key')).toBe(false);
});

test.each(['an answer', 'no answer'])('a call that ended with %s removes its abort listener', async (how) => {
  const { client } = clientWith(() =>
    how === 'an answer' ? Promise.resolve(ok({})) : Promise.reject(new TypeError('fetch failed')),
  );
  const { signal } = new AbortController();
  const [added, removed] = [
    jest.spyOn(signal, 'addEventListener'),
    jest.spyOn(signal, 'removeEventListener'),
  ];
  await client.call(appStore.list, {}, { signal }).catch(() => undefined);
  expect(added).toHaveBeenCalledTimes(1);
  expect(removed.mock.calls).toEqual(added.mock.calls);
});
