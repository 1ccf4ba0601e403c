import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { proxy } from '../start/proxy.ts';

/** The page without a line of script: the floor that a page's own weight sets. */
export const withoutScripts = (html: string): string =>
  html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*\brel="(?:modulepreload|prefetch)"[^>]*>/g, '');

// What belongs to this body alone, or to one connection.
const OWN_HEADERS = /^(content-(length|encoding)|transfer-encoding|connection|keep-alive|date|etag)$/;

/** A page of the product as it is answered, without its scripts. */
export async function copyOf(url: string): Promise<{ html: string; headers: Record<string, string> }> {
  const answer = await fetch(url);
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OWN_HEADERS.test(name)));
  return { html: withoutScripts(await answer.text()), headers };
}

/**
 * Serves `pages` (by path) and takes everything else from the product, so that both load the same files. Each has the
 * headers of the product's own answer: some of them cost a browser time, such as a process of its own for an origin that
 * isolates itself.
 */
export async function serveCopies(
  pages: ReadonlyMap<string, Awaited<ReturnType<typeof copyOf>>>,
  origin: string,
): Promise<{ origin: string; stop(): void }> {
  // As small on the wire as the product's own answer.
  const copies = new Map(
    [...pages].map(([path, { html, headers }]) => [path, { body: brotliCompressSync(html), headers }]),
  );
  const server = createServer((request, response) => {
    const copy = copies.get(request.url ?? '');
    if (copy === undefined) {
      proxy(request, response, origin, { trustProxy: false });
      return;
    }
    response.writeHead(200, {
      ...copy.headers,
      'content-encoding': 'br',
      'content-length': copy.body.length,
    });
    response.end(copy.body);
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
