import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { proxy } from '../start/proxy.ts';

/** The page without any script: the floor set by its own weight. */
export const withoutScripts = (html: string): string =>
  html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*\brel="(?:modulepreload|prefetch)"[^>]*>/g, '');

// Headers of this body only, or of one connection.
const OWN_HEADERS = /^(content-(length|encoding)|transfer-encoding|connection|keep-alive|date|etag)$/;

/** A page of the product as it is served, without its scripts. */
export async function copyOf(url: string): Promise<{ html: string; headers: Record<string, string> }> {
  const answer = await fetch(url);
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OWN_HEADERS.test(name)));
  return { html: withoutScripts(await answer.text()), headers };
}

/**
 * Serves `pages` (by path) and forwards everything else to the product, so that both load the same files.
 * Each page has the headers of the product's own response, because some cost a browser time, such as a
 * separate process for an origin that isolates itself.
 */
export async function serveCopies(
  pages: ReadonlyMap<string, Awaited<ReturnType<typeof copyOf>>>,
  origin: string,
): Promise<{ origin: string; stop(): void }> {
  // Compressed like the product's own response.
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
