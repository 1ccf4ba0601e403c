import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  /** As received. */
  body: string;
  event: { type: string; timestamp: string; data: Record<string, unknown> };
}

export interface Receiver {
  /** With a trailing slash. */
  url: string;
  /** Received requests, oldest first. */
  received: Received[];
  /** Sets the answer to the next requests; default: 204. */
  answer(how: (response: ServerResponse) => void): void;
  /** Number of connections. */
  connections(): number;
  close(): Promise<void>;
}

/** A developer's webhook receiver, on loopback. */
export async function receiver(): Promise<Receiver> {
  const usual = (response: ServerResponse): void => void response.writeHead(204).end();
  let how = usual;
  let connections = 0;
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body, event: JSON.parse(body) as Received['event'] });
      how(response);
    });
  });
  server.on('connection', () => (connections += 1));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    answer: (next) => void (how = next),
    connections: () => connections,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
