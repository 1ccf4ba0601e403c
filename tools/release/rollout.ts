import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '../start/child.ts';
import { createEdge } from '../start/edge.ts';
import { OUTSIDE } from '../test/outside.ts';
import { firstOf, type Tree } from './checkout.ts';
import { storeEarlierAssets } from './earlier-assets.ts';
import type { App, WebApp } from './released.ts';

/** Maximum time of a process to finish its last requests, in ms. */
const TIMEOUT = 8000;

/** Entry points of an app's process: the newest layout first. */
const ENTRIES: Record<App, string[]> = {
  api: ['apps/api/dist/build/server.js'],
  'public-site': ['apps/public-site/dist/build/server/main.js', 'apps/public-site/server/main.ts'],
  'developer-console': ['tools/start/console-host.ts'],
};

export type Trees = Record<App, Tree>;

/**
 * The product with each app from its own source state, in test mode, on new data, as the browser tests expect
 * it.
 */
export interface Mix {
  origin: string;
  /**
   * Deploys or rolls back one web app like a production deployment: the new process gets no requests before
   * it responds, and files of the previous build stay available.
   */
  swap(app: WebApp, tree: Tree): Promise<void>;
  stop(): Promise<void>;
}

export async function startMix(trees: Trees): Promise<Mix> {
  const dataDir = mkdtempSync(join(tmpdir(), 'yunduo-mix-'));
  const edge = await createEdge({ host: '127.0.0.1', port: 0 }, { trustProxy: true });
  const closing: (() => Promise<void>)[] = [];
  let apiOrigin = '';
  const start = async (app: App, tree: Tree): Promise<string> => {
    const child = startChild({
      name: `${app} of ${tree.name}`,
      args: [firstOf(tree, ENTRIES[app])],
      cwd: tree.folder,
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        NODE_ENV: 'production',
        APP_MODE: 'test',
        DATA_DIR: dataDir,
        ORIGIN: edge.origin,
        HOST: '127.0.0.1',
        PORT: '0',
        TRUST_PROXY: '1',
        LOG_LEVEL: 'error',
        ...OUTSIDE,
        ...(app === 'public-site' && { API_BASE_URL: apiOrigin }),
      },
      print: (line) => console.log(`[${app}] ${line}`),
    });
    closing.push(() => child.stop(TIMEOUT));
    return child.ready;
  };
  const stop = async (): Promise<void> => {
    await edge.close(TIMEOUT);
    // Clients stop before the servers.
    for (const close of closing.reverse()) await close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    apiOrigin = await start('api', trees.api);
    const targets = {
      api: apiOrigin,
      site: await start('public-site', trees['public-site']),
      console: await start('developer-console', trees['developer-console']),
    };
    edge.open(targets);
    return {
      origin: edge.origin,
      async swap(app, tree) {
        const place = app === 'public-site' ? 'site' : 'console';
        const stored = await storeEarlierAssets(await start(app, tree), targets[place]);
        closing.push(() => stored.close());
        targets[place] = stored.origin;
        edge.open({ ...targets });
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
