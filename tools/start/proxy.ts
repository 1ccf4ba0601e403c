import { Agent, request as send } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { ipAddress } from '@yunduo/validation/ip-address';
import { consoleHeaders } from './console-headers.ts';

// Meant for one connection, never for the next one (RFC 9110 §7.6.1).
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

// As many as there are requests: of a number that all share, readers who take their time leave none to the others.
const agent = new Agent({ keepAlive: true });

export interface ProxyOptions {
  /** Whether a proxy that we know stands in front and its forwarding headers may be believed. */
  trustProxy: boolean;
  /** Host of the help widget's foreign page: the public site answers there, and nobody else. */
  widgetHost?: string | undefined;
}

/** The last entry of a header that proxies append to: what stands before it a client could have written. */
const lastOf = (header: string | string[] | undefined): string =>
  String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim() ?? '';

/** The one address of the client: the socket's, or the last one that a trusted proxy wrote down. */
function clientAddress(incoming: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? ipAddress(lastOf(incoming.headers['x-forwarded-for'])) : null;
  return forwarded ?? incoming.socket.remoteAddress ?? '';
}

/** The host that the client asked for: the request's own, or the last one that a trusted proxy wrote down. */
export function hostOf(incoming: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? lastOf(incoming.headers['x-forwarded-host']) : '';
  return isHost(forwarded) ? forwarded : (incoming.headers.host ?? '');
}

function forwardedHeaders(incoming: IncomingMessage, { trustProxy }: ProxyOptions): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (!hopByHop.has(name) && !name.startsWith('x-forwarded-') && name !== 'forwarded')
      headers[name] = value;
  }
  // A body of unknown length stays one: without this line Node would send it without any framing.
  if (incoming.headers['transfer-encoding']) headers['transfer-encoding'] = 'chunked';
  const proto = trustProxy ? lastOf(incoming.headers['x-forwarded-proto']).toLowerCase() : '';
  headers['x-forwarded-for'] = clientAddress(incoming, trustProxy);
  headers['x-forwarded-host'] = hostOf(incoming, trustProxy);
  headers['x-forwarded-proto'] = proto === 'https' ? 'https' : 'http';
  return headers;
}

/** True for a name or an address with or without a port, as a Host header has it. */
const isHost = (text: string): boolean => /^(?:[a-z\d_.-]+|\[[a-f\d:.]+\])(?::\d{1,5})?$/i.test(text);

/** True unless the request names no host, two, or something that is none (RFC 9112 §3.2). */
export function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  );
  if (hosts.length === 0) return httpVersion === '1.0';
  return hosts.length === 1 && isHost(hosts[0] ?? '');
}

function responseHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  // `x-accel-…` tells an edge how long to keep an answer; this one keeps none.
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !name.startsWith('x-accel-')),
  );
}

/**
 * What a request asks for, as a path with its query: of an absolute address what stands behind the host (RFC 9112
 * §3.2.2). Null of what names nothing here, such as `*`.
 */
export function originForm(target = '/'): string | null {
  if (target.startsWith('/')) return target;
  const address = URL.parse(target);
  return address && /^https?:$/.test(address.protocol) ? address.pathname + address.search : null;
}

/** Passes a request on to `target` (an origin) as a stream, both ways. */
export function proxy(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: string,
  options: ProxyOptions,
): void {
  // By its framing, not by its method: a GET may have a body, and what is announced has to follow.
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
      // The kept connection was closed by the other side just as we took it; nothing was answered yet.
      if (again && bodiless && upstream.reusedSocket && error.code === 'ECONNRESET') attempt(false);
      else if (outgoing.headersSent) outgoing.destroy();
      else reject(incoming, outgoing, 502);
    });
    if (bodiless) upstream.end();
    else incoming.pipe(upstream);
  };
  attempt(true);
}

/** Of every answer that the edge gives by itself: nothing in it runs, and no cache keeps it. */
const REFUSAL_HEADERS = { ...consoleHeaders({ https: false }), 'cache-control': 'no-store' };

/** Answers on a connection whose request Node could not read: it reaches no handler. */
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
 * The edge's own answer when nobody behind it can give one, or (400) is to be asked; the API's in the envelope that
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

/** Joins a WebSocket with `target`: hot reload in development speaks one. */
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
