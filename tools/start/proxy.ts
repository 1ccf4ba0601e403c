import { Agent, request as send } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { requestIdOf } from '@yunduo/tracing';
import { ipAddress } from '@yunduo/validation/ip-address';
import { consoleHeaders } from './console-headers.ts';

// Hop-by-hop headers (RFC 9110 §7.6.1).
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Set by processes behind the edge only: a stranger chooses neither an address nor the parent of a span. */
const UNTRUSTED = new Set(['forwarded', 'traceparent', 'tracestate']);

// As many sockets as requests: with a shared limit, slow readers would block the others.
const agent = new Agent({ keepAlive: true });

export interface ProxyOptions {
  /** True if a trusted proxy is in front, whose forwarding headers are used. */
  trustProxy: boolean;
  /** Host of the help widget's page: only the public site answers there. */
  widgetHost?: string | undefined;
}

/** The last entry of a header that proxies append to: a client can forge the earlier ones. */
const lastOf = (header: string | string[] | undefined): string =>
  String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim() ?? '';

/** The client's address: the socket's, or the last one that a trusted proxy appended. */
function clientAddress(incoming: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? ipAddress(lastOf(incoming.headers['x-forwarded-for'])) : null;
  return forwarded ?? incoming.socket.remoteAddress ?? '';
}

/** The requested host: the request's own, or the last one that a trusted proxy appended. */
export function hostOf(incoming: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? lastOf(incoming.headers['x-forwarded-host']) : '';
  return isHost(forwarded) ? forwarded : (incoming.headers.host ?? '');
}

function forwardedHeaders(incoming: IncomingMessage, { trustProxy }: ProxyOptions): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (!hopByHop.has(name) && !name.startsWith('x-forwarded-') && !UNTRUSTED.has(name))
      headers[name] = value;
  }
  headers['x-request-id'] = requestIdOf(incoming.headers['x-request-id']);
  // A body of unknown length stays chunked: without this line Node would send it without framing.
  if (incoming.headers['transfer-encoding']) headers['transfer-encoding'] = 'chunked';
  const proto = trustProxy ? lastOf(incoming.headers['x-forwarded-proto']).toLowerCase() : '';
  headers['x-forwarded-for'] = clientAddress(incoming, trustProxy);
  headers['x-forwarded-host'] = hostOf(incoming, trustProxy);
  headers['x-forwarded-proto'] = proto === 'https' ? 'https' : 'http';
  return headers;
}

/** True for a valid Host header: a name or an address, with or without a port. */
const isHost = (text: string): boolean => /^(?:[a-z\d_.-]+|\[[a-f\d:.]+\])(?::\d{1,5})?$/i.test(text);

/** True if the request has exactly one valid Host header (RFC 9112 §3.2). */
export function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  );
  if (hosts.length === 0) return httpVersion === '1.0';
  return hosts.length === 1 && isHost(hosts[0] ?? '');
}

function responseHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  // `x-accel-…` controls an edge's cache; this edge has none.
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !name.startsWith('x-accel-')),
  );
}

/**
 * The request target as a path with query; of an absolute URL, the part after the host (RFC 9112 §3.2.2).
 * Null for targets such as `*`.
 */
export function originForm(target = '/'): string | null {
  if (target.startsWith('/')) return target;
  const address = URL.parse(target);
  return address && /^https?:$/.test(address.protocol) ? address.pathname + address.search : null;
}

/** Forwards a request to `target` (an origin) as a stream, both ways. */
export function proxy(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: string,
  options: ProxyOptions,
): void {
  // By its framing, not by its method: a GET may have a body, which must then be forwarded.
  const { 'transfer-encoding': chunked, 'content-length': length = '0' } = incoming.headers;
  const bodiless = chunked === undefined && Number(length) === 0;
  const path = originForm(incoming.url);
  if (path === null) return reject(incoming, outgoing, 400);
  const { hostname, port } = new URL(target);
  const attempt = (again: boolean): void => {
    const upstream = send({
      hostname,
      port,
      path,
      method: incoming.method,
      headers: forwardedHeaders(incoming, options),
      agent,
    });
    const abort = (): void => {
      upstream.destroy();
    };
    outgoing.once('close', abort);
    upstream.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, responseHeaders(answer.headers));
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      outgoing.off('close', abort);
      if (outgoing.destroyed) return;
      // The upstream closed the kept-alive connection just as it was reused, before any response.
      if (again && bodiless && upstream.reusedSocket && error.code === 'ECONNRESET') attempt(false);
      else if (outgoing.headersSent) outgoing.destroy();
      else reject(incoming, outgoing, 502);
    });
    if (bodiless) upstream.end();
    else incoming.pipe(upstream);
  };
  attempt(true);
}

/** Headers of every response by the edge itself: no code in it runs, and no cache stores it. */
const REFUSAL_HEADERS = { ...consoleHeaders({ https: false }), 'cache-control': 'no-store' };

/** Responds to a request that Node could not parse: it reaches no handler. */
export function rejectUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const status =
      {
        ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
        HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
      }[error.code ?? ''] ?? '400 Bad Request';
    const headers = { ...REFUSAL_HEADERS, connection: 'close', 'content-length': '0' };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.write(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n`);
  }
  socket.destroy();
}

/**
 * The edge's own response if no origin can respond, or (400) none should; for the API in the envelope that
 * clients expect.
 */
export function reject(incoming: IncomingMessage, outgoing: ServerResponse, status: 400 | 502 | 503): void {
  if (status === 400) {
    outgoing.writeHead(400, { ...REFUSAL_HEADERS, connection: 'close', 'content-length': 0 }).end();
    return;
  }
  const api = incoming.url?.startsWith('/api') ?? false;
  const chinese = (incoming.headers.lang ?? 'zh-cn') === 'zh-cn';
  const msg = chinese ? '服务器繁忙，请稍后重试' : 'The server is busy, please try again later';
  const body = api
    ? JSON.stringify({ code: 'UNAVAILABLE', msg, data: null })
    : '服务器繁忙，请稍后重试 · The server is busy, please try again later\n';
  outgoing.writeHead(status, {
    'content-type': api ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    ...REFUSAL_HEADERS,
    'retry-after': '2',
  });
  outgoing.end(incoming.method === 'HEAD' ? undefined : body);
}

/** Connects a WebSocket with `target`: hot reload in development uses one. */
export function proxyUpgrade(incoming: IncomingMessage, client: Duplex, head: Buffer, target: string): void {
  const { hostname, port } = new URL(target);
  const upstream = connect(Number(port), hostname, () => {
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
    for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
      lines.push(`${incoming.rawHeaders[index]}: ${incoming.rawHeaders[index + 1]}`);
    }
    upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
    if (head.length) upstream.write(head);
    upstream.pipe(client).pipe(upstream);
  });
  upstream.on('error', () => client.destroy());
  client.on('error', () => upstream.destroy());
  client.on('close', () => upstream.destroy());
}
