import { createHash } from 'node:crypto';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * WebDriver cannot read WebKit's console and cannot run a script before a page's own. A small proxy in front
 * of the product does both, in the same way for each engine: it adds a first script to every page that
 * reports errors, and records them together with each response that a console would complain about.
 */
export interface Front {
  origin: string;
  close(): Promise<void>;
}

/** The address where a test fetches its browser's new reports, by the browser's user agent. */
export const HEARD = '/__heard';

/** Runs first in the page and leaves no trace in the document. */
function listen(to: string): void {
  const tell = (line: string) =>
    void navigator.sendBeacon(to, `${line} at ${location.pathname}${location.search}`);
  const { console: heard } = globalThis;
  for (const level of ['error', 'warn'] as const) {
    const write = heard[level];
    heard[level] = (...words: unknown[]) => {
      tell(
        `${level}: ${words.map((word) => (word instanceof Error ? (word.stack ?? word) : word)).join(' ')}`,
      );
      write.apply(heard, words);
    };
  }
  addEventListener('error', ({ message, error }) =>
    // A load failure has no message; the proxy sees the response.
    message ? tell(`page error: ${message} ${(error as Error | null)?.stack ?? ''}`) : undefined,
  );
  addEventListener('unhandledrejection', ({ reason }) =>
    tell(`page error: ${(reason as Error | undefined)?.stack ?? String(reason)}`),
  );
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    tell(`content security: ${violatedDirective} ${blockedURI} ${sample}`),
  );
  document.currentScript?.remove();
}

const SCRIPT = `(${listen.toString()})(${JSON.stringify(HEARD)})`;
const HASH = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;

/** Forwards everything to `target`, an origin. */
export async function openFront(target: string): Promise<Front> {
  const { hostname, port } = new URL(target);
  const heard = new Map<string, string[]>();
  const note = (agent: string, line: string): void =>
    void heard.set(agent, [...(heard.get(agent) ?? []), line]);
  const server = createServer((incoming, outgoing) => {
    const agent = incoming.headers['user-agent'] ?? '';
    const { url = '/', method = 'GET' } = incoming;
    if (url === HEARD) {
      const lines: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => lines.push(chunk));
      incoming.on('end', () => {
        if (method === 'POST') {
          note(agent, Buffer.concat(lines).toString());
          outgoing.writeHead(204).end();
          return;
        }
        outgoing.end(JSON.stringify(heard.get(agent) ?? []));
        heard.delete(agent);
      });
      return;
    }
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    const upstream = send({ hostname, port, path: url, method, headers }, (answer) => {
      const { statusCode = 502 } = answer;
      if (statusCode >= 400) note(agent, `status of ${statusCode}: ${method} ${url}`);
      const policy = String(answer.headers['content-security-policy']);
      const page = answer.headers['content-type']?.startsWith('text/html') && policy.includes('script-src ');
      if (!page) {
        outgoing.writeHead(statusCode, answer.rawHeaders);
        answer.pipe(outgoing);
        return;
      }
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const html = Buffer.concat(chunks)
          .toString()
          .replace(/<head[^>]*>/, (head) => `${head}<script>${SCRIPT}</script>`);
        delete answer.headers['content-length'];
        delete answer.headers['transfer-encoding'];
        outgoing.writeHead(statusCode, {
          ...answer.headers,
          'content-security-policy': policy.replace('script-src ', `script-src ${HASH} `),
        });
        outgoing.end(html);
      });
    });
    upstream.on('error', () => outgoing.destroy());
    outgoing.once('close', () => upstream.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
