import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { proxy } from '../start/proxy.ts';

/** The page without a line of script: the floor that a page's own weight sets. */
export const withoutScripts = (html: string): string =>
  html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*\brel="(?:modulepreload|prefetch)"[^>]*>/g, '');

/** Serves `copies` (path → HTML) and takes everything else from the product, so that both load the same files. */
export async function serveCopies(
  pages: ReadonlyMap<string, string>,
  origin: string,
): Promise<{ origin: string; stop(): void }> {
  // As small on the wire as the product's own answer.
  const copies = new Map([...pages].map(([path, html]) => [path, brotliCompressSync(html)]));
  const server = createServer((request, response) => {
    const copy = copies.get(request.url ?? '');
    if (copy === undefined) {
      proxy(request, response, origin, { trustProxy: false });
      return;
    }
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'content-length': copy.length,
    });
    response.end(copy);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
