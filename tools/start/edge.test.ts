import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders, RequestListener, Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createEdge, targetOf } from './edge.ts';
import type { Edge } from './edge.ts';
import { StartError } from './settings.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

async function upstream(listener: RequestListener): Promise<{ origin: string; server: Server }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

async function edge(trustProxy = false, webSockets = false): Promise<Edge> {
  const made = await createEdge({ host: '127.0.0.1', port: 0 }, { trustProxy, webSockets });
  open.push(() => made.close(0));
  return made;
}

/** An edge with the same listener behind every path. */
async function edgeBefore(listener: RequestListener, trustProxy = false): Promise<string> {
  const { origin } = await upstream(listener);
  const made = await edge(trustProxy);
  made.open({ api: origin, site: origin, console: origin });
  return made.origin;
}

const echoHeaders: RequestListener = (incoming, outgoing) => outgoing.end(JSON.stringify(incoming.headers));
const headersSeen = async (origin: string, headers: Record<string, string>): Promise<IncomingHttpHeaders> =>
  (await (await fetch(`${origin}/api/x`, { headers })).json()) as IncomingHttpHeaders;

test.each([
  ['/api/site/info', 'api'],
  ['/api', 'api'],
  ['/uploads/a.webp', 'api'],
  ['/dev/mail?x=1', 'api'],
  ['/developer-center', 'console'],
  ['/developer-center/applications?page=2', 'console'],
  ['/en/developer-center', 'console'],
  ['/en/developer-center/applications', 'console'],
  ['/', 'site'],
  ['/en', 'site'],
  ['/page-data/b1/en/store.json?q=a', 'site'],
  ['/en/developer-center/document', 'console'],
  ['/apiary', 'site'],
  ['/developer-centers', 'site'],
  ['/en/api', 'site'],
  ['/store?from=/api/', 'site'],
])('%s goes to %s', (url, target) => {
  expect(targetOf(url)).toBe(target);
});

test('the widget’s host is served by the public site only, with a trusted or direct Host', async () => {
  const named = async (name: string): Promise<string> =>
    (await upstream((_, outgoing) => outgoing.end(name))).origin;
  const targets = { api: await named('api'), site: await named('site'), console: await named('console') };
  const requests = async (trustProxy: boolean, header: string, host: string): Promise<string[]> => {
    const made = await createEdge(
      { host: '127.0.0.1', port: 0 },
      { trustProxy, widgetHost: 'help.example.com' },
    );
    open.push(() => made.close(0));
    made.open(targets);
    const lines = header === 'host' ? `Host: ${host}` : `Host: x\r\n${header}: ${host}`;
    return Promise.all(
      ['/api/site/info', '/uploads/a', '/dev/mail', '/developer-center', '/'].map(async (path) => {
        const answer = await output(
          made.origin,
          `GET ${path} HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`,
        );
        return /\r\n(?:\d+\r\n)?(api|site|console)\b[^:]*$/.exec(answer)?.[1] ?? answer;
      }),
    );
  };
  const siteAlone = Array.from({ length: 5 }, () => 'site');
  const everyone = ['api', 'api', 'api', 'console', 'site'];
  expect(await requests(false, 'host', 'help.example.com')).toEqual(siteAlone);
  expect(await requests(false, 'host', 'HELP.example.com')).toEqual(siteAlone);
  expect(await requests(false, 'host', 'www.example.com')).toEqual(everyone);
  expect(await requests(true, 'x-forwarded-host', 'help.example.com')).toEqual(siteAlone);
  expect(await requests(false, 'x-forwarded-host', 'help.example.com')).toEqual(everyone);
});

test('keep-alive lasts 72 seconds', async () => {
  const answer = await fetch(`${await edgeBefore(echoHeaders)}/api/x`);
  expect(answer.headers.get('keep-alive')).toBe('timeout=72');
  await answer.body?.cancel();
});

describe('client address', () => {
  test('is the socket’s address without a trusted proxy', async () => {
    const origin = await edgeBefore(echoHeaders);
    const seen = await headersSeen(origin, {
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-proto': 'https',
      'x-request-id': 'not an id',
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      forwarded: 'for=1.2.3.4',
    });
    expect(seen['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(seen).not.toHaveProperty('traceparent');
    expect(seen['x-forwarded-for']).toBe('127.0.0.1');
    expect(seen['x-forwarded-proto']).toBe('http');
    expect(seen['x-forwarded-host']).toBe(new URL(origin).host);
    expect(seen.forwarded).toBeUndefined();
  });

  test('is only the last one written by a trusted proxy', async () => {
    const origin = await edgeBefore(echoHeaders, true);
    const seen = await headersSeen(origin, {
      'x-forwarded-for': '6.6.6.6, 1.2.3.4',
      'x-forwarded-proto': 'https',
    });
    expect(seen['x-forwarded-for']).toBe('1.2.3.4');
    expect(seen['x-forwarded-proto']).toBe('https');
  });
});

test.each([
  ['203.0.113.9:4711', '203.0.113.9'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['"[2001:db8::1]"', '2001:db8::1'],
  ['2001:DB8::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['6.6.6.6, 203.0.113.9 ', '203.0.113.9'],
  ['203.0.113.9:99999999', '127.0.0.1'],
  ['203.0.113', '127.0.0.1'],
  ['unknown', '127.0.0.1'],
  ['_hidden', '127.0.0.1'],
  ['203.0.113.9, ', '127.0.0.1'],
  ['203.0.113.9;x', '127.0.0.1'],
])('a trusted proxy’s X-Forwarded-For %p results in %p', async (written, address) => {
  const origin = await edgeBefore(echoHeaders, true);
  expect((await headersSeen(origin, { 'x-forwarded-for': written }))['x-forwarded-for']).toBe(address);
});

test('passes only a valid host and scheme of a trusted proxy on', async () => {
  const origin = await edgeBefore(echoHeaders, true);
  const passed = async (host: string, proto: string) => {
    const seen = await headersSeen(origin, { 'x-forwarded-host': host, 'x-forwarded-proto': proto });
    return [seen['x-forwarded-host'], seen['x-forwarded-proto']];
  };
  const own = new URL(origin).host;
  expect(await passed('www.example.com', 'https')).toEqual(['www.example.com', 'https']);
  expect(await passed('evil.example, www.example.com:8443', 'http, HTTPS')).toEqual([
    'www.example.com:8443',
    'https',
  ]);
  expect(await passed('evil.example/path', 'gopher')).toEqual([own, 'http']);
  expect(await passed('a b', '')).toEqual([own, 'http']);
});

const OF_EVERY_ANSWER = [
  'cache-control: no-store',
  'content-security-policy: ',
  'permissions-policy: ',
  'referrer-policy: ',
  'x-content-type-options: nosniff',
];

test.each([
  ['two Host headers', 'GET / HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n', 400],
  ['the same Host header twice', 'GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n', 400],
  ['no Host header', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['an invalid Host header', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n', 400],
  ['a Host header with a user', 'GET / HTTP/1.1\r\nHost: me@a\r\n\r\n', 400],
  ['an empty Host header', 'GET / HTTP/1.1\r\nHost:\r\n\r\n', 400],
  ['an unsupported URL scheme', 'GET ftp://x/ HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['bytes that are not HTTP', 'HELLO\r\n\r\n', 400],
  ['a space in a header name', 'GET / HTTP/1.1\r\nHost: x\r\nbad name: 1\r\n\r\n', 400],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
  ],
  ['too many headers', `GET / HTTP/1.1\r\nHost: x\r\nbig: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
])('rejects %s with the security headers, before any upstream', async (_, text, status) => {
  let requests = 0;
  const origin = await edgeBefore((_incoming, outgoing) => {
    requests += 1;
    outgoing.end('here');
  });
  const answer = await output(origin, text);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  for (const line of OF_EVERY_ANSWER) expect(answer.toLowerCase()).toContain(`\r\n${line}`);
  expect(requests).toBe(0);
});

test('300 slow responses do not block another request', async () => {
  const origin = await edgeBefore((incoming, outgoing) => {
    if (incoming.url === '/api/info') outgoing.end('here');
    else outgoing.write('begun');
  });
  const { hostname, port } = new URL(origin);
  const slow = await Promise.all(
    Array.from({ length: 300 }, async () => {
      const socket = connect(Number(port), hostname);
      socket.write('GET /uploads/large HTTP/1.1\r\nhost: x\r\n\r\n');
      await once(socket, 'readable');
      return socket;
    }),
  );
  open.push(async () => slow.forEach((socket) => socket.destroy()));
  expect(await (await fetch(`${origin}/api/info`)).text()).toBe('here');
});

test('leaves the request timeout to the upstreams', async () => {
  expect((await edge()).server.requestTimeout).toBe(0);
});

test('passes bodies, status and headers in both directions', async () => {
  const origin = await edgeBefore((incoming, outgoing) => {
    outgoing.writeHead(201, { 'x-own': 'kept', 'set-cookie': ['a=1', 'b=2'] });
    incoming.pipe(outgoing);
  });
  const body = 'x'.repeat(200_000);
  const answer = await fetch(`${origin}/api/echo`, { method: 'POST', body });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('x-own')).toBe('kept');
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await answer.text()).toBe(body);
});

test('passes range requests and 206 responses on', async () => {
  const origin = await edgeBefore((incoming, outgoing) => {
    outgoing.writeHead(206, { 'content-range': 'bytes 2-3/10' }).end(incoming.headers.range);
  });
  const answer = await fetch(`${origin}/uploads/file`, { headers: { range: 'bytes=2-3' } });
  expect(answer.status).toBe(206);
  expect(answer.headers.get('content-range')).toBe('bytes 2-3/10');
  expect(await answer.text()).toBe('bytes=2-3');
});

test('streams responses', async () => {
  let finish = (): void => undefined;
  const origin = await edgeBefore((_, outgoing) => {
    outgoing.write('first');
    finish = () => outgoing.end('last');
  });
  const reader = (await fetch(`${origin}/`)).body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toBe('first');
  finish();
  const last = await reader?.read();
  expect(new TextDecoder().decode(last?.value)).toBe('last');
});

test('an unreachable upstream is a 502, for the API in its envelope and language', async () => {
  const dead = await upstream(() => undefined);
  await new Promise((resolve) => dead.server.close(resolve));
  const made = await edge();
  made.open({ api: dead.origin, site: dead.origin, console: dead.origin });
  const api = await fetch(`${made.origin}/api/x`, { headers: { lang: 'us' } });
  expect(api.status).toBe(502);
  expect(await api.json()).toEqual({
    code: 'UNAVAILABLE',
    msg: 'The server is busy, please try again later',
    data: null,
  });
  const page = await fetch(`${made.origin}/`);
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(await page.text()).toContain('服务器繁忙');
});

test('responds 503 with Retry-After before the product is ready', async () => {
  const made = await edge();
  const answer = await fetch(`${made.origin}/`);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('2');
});

test('aborts the upstream request when the client aborts', async () => {
  let missing: Promise<unknown> | undefined;
  let arrived = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (arrived = resolve));
  const origin = await edgeBefore((incoming) => {
    missing = new Promise((resolve) => incoming.socket.once('close', resolve));
    arrived();
  });
  const sent = request(`${origin}/`);
  sent.on('error', () => undefined);
  sent.end();
  await waiting;
  sent.destroy();
  expect(await missing).toBeDefined();
});

/** The response bytes to `text` on one connection, until the server closes it. */
function output(origin: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(heard));
  });
}

test('accepts an absolute URL, rejects an invalid one with 400 and keeps running', async () => {
  const origin = await edgeBefore((incoming, outgoing) => outgoing.end(incoming.url));
  const absolute = await output(
    origin,
    'GET http://x/api/a?b=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  );
  expect(absolute).toMatch(/^HTTP\/1.1 200 [^]*\/api\/a\?b=1$/);
  for (const request of ['OPTIONS *', 'GET ftp://x/', 'GET http://']) {
    expect(await output(origin, `${request} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 /);
  }
  const odd = await output(origin, 'GET //[/../x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(odd).toMatch(/\r\n\/\/\[\/\.\.\/x$/);
});

test('the unread body of a GET does not become the next request', async () => {
  const seen: string[] = [];
  const origin = await edgeBefore((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    incoming.resume().once('end', () => outgoing.end('ok'));
  });
  const hidden = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n';
  for (let round = 0; round < 3; round += 1) {
    await output(
      origin,
      `GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    );
    expect((await fetch(`${origin}/b`, { method: 'POST', body: hidden })).status).toBe(200);
  }
  expect(new Set(seen)).toEqual(new Set(['GET /a', 'POST /b']));
});

test('ignores an Upgrade header', async () => {
  const origin = await edgeBefore(echoHeaders);
  const answer = await output(
    origin,
    'GET /api/x HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 6.6.6.6\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
  );
  const seen = JSON.parse(
    answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1),
  ) as IncomingHttpHeaders;
  expect(seen['x-forwarded-for']).toBe('127.0.0.1');
  expect(seen.upgrade).toBeUndefined();
});

test('forwards WebSockets if enabled', async () => {
  const { server, origin } = await upstream(() => undefined);
  server.on('upgrade', (incoming, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n');
    socket.write(incoming.url ?? '');
    socket.on('end', () => socket.end());
  });
  const made = await edge(false, true);
  made.open({ api: origin, site: origin, console: origin });
  const heard = await new Promise<string>((resolve) => {
    const { hostname, port } = new URL(made.origin);
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET /hot HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n`);
    });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (text.includes('/hot')) {
        socket.destroy();
        resolve(text);
      }
    });
  });
  expect(heard).toMatch(/^HTTP\/1.1 101 /);
});

test('a port in use is a StartError', async () => {
  const made = await edge();
  const port = Number(new URL(made.origin).port);
  const second = createEdge({ host: '127.0.0.1', port }, { trustProxy: false });
  await expect(second).rejects.toThrow(StartError);
  await expect(second).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use.`);
});
