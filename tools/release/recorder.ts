import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call as a web app made it, and what it was answered. */
export interface Exchange {
  method: string;
  /** The path of the contract, without a query. */
  path: string;
  query: Record<string, string>;
  /** JSON; undefined when nothing or a form was sent. */
  body?: unknown;
  status: number;
  answer: unknown;
}

export interface Recorder {
  origin: string;
  heard: Exchange[];
  close(): Promise<void>;
}

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'host', 'content-length']);

/** Stands before an API and remembers what is said in JSON; the rest passes unheard. */
export async function startRecorder(target: string): Promise<Recorder> {
  const heard: Exchange[] = [];
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const headers = new Headers();
      for (const [name, value] of Object.entries(incoming.headers)) {
        if (!HOP_BY_HOP.has(name)) headers.set(name, String(value));
      }
      // Whoever fetches unpacks; the answer goes on as plain text.
      headers.set('accept-encoding', 'identity');
      const answer = await fetch(target + incoming.url, {
        method: incoming.method,
        headers,
        body: body.length ? body : undefined,
        redirect: 'manual',
      });
      const content = Buffer.from(await answer.arrayBuffer());
      const json = (answer.headers.get('content-type') ?? '').startsWith('application/json');
      const url = new URL(incoming.url ?? '/', target);
      if (json && url.pathname.startsWith('/api/')) {
        const sentJson = String(incoming.headers['content-type'] ?? '').startsWith('application/json');
        heard.push({
          method: incoming.method ?? 'GET',
          path: url.pathname,
          query: Object.fromEntries(url.searchParams),
          ...(sentJson && body.length > 0 && { body: JSON.parse(body.toString('utf8')) as unknown }),
          status: answer.status,
          answer: JSON.parse(content.toString('utf8')) as unknown,
        });
      }
      answer.headers.forEach((value, name) => {
        if (!HOP_BY_HOP.has(name)) outgoing.setHeader(name, value);
      });
      for (const cookie of answer.headers.getSetCookie()) outgoing.appendHeader('set-cookie', cookie);
      outgoing.writeHead(answer.status).end(content);
    })().catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    heard,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
