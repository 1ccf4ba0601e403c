import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  /** As it came. */
  body: string;
  event: { type: string; timestamp: string; data: Record<string, unknown> };
}

export interface Receiver {
  /** Ends in a slash. */
  url: string;
  /** What came, the oldest first. */
  received: Received[];
  /** How the next requests are answered; 204 unless told. */
  answer(how: (response: ServerResponse) => void): void;
  /** How many connections were made to it. */
  connections(): number;
  close(): Promise<void>;
}

/** What a developer runs: it takes the events of webhooks, on this machine. */
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
