import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { proxy } from '../start/proxy.ts';

/** A content-hashed file of a build: two builds never have different files under one name. */
const ASSET = /\.(js|css|woff2|webp|avif|png|svg|json)$/;

export interface EarlierAssets {
  origin: string;
  close(): Promise<void>;
}

/**
 * Serves `now`, and files of the previous build that `now` lacks, as the edge of a deployment does, so that
 * an open tab never misses a chunk.
 */
export async function storeEarlierAssets(now: string, before: string): Promise<EarlierAssets> {
  const options = { trustProxy: true };
  const server = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', now).pathname;
    if (incoming.method !== 'GET' || !ASSET.test(path)) {
      proxy(incoming, outgoing, now, options);
      return;
    }
    void fetch(now + path, { method: 'HEAD' })
      .then(({ status }) => status === 404)
      .catch(() => false)
      .then((missing) => proxy(incoming, outgoing, missing ? before : now, options));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
