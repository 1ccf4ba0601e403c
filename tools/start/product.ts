import { join } from 'node:path';
import { keepFiles } from '../build-manifest/keep-files.ts';
import { startChild } from './child.ts';
import type { Child } from './child.ts';
import { createEdge } from './edge.ts';
import type { Edge, Targets } from './edge.ts';
import { aborted } from './shutdown.ts';
import { root, StartError } from './settings.ts';
import type { Settings } from './settings.ts';

export interface Product {
  edge: Edge;
  origin: string;
  /** The addresses of the three processes. */
  targets: Targets;
  /** Settles with a sentence when one of the processes exits unexpectedly. */
  broken: Promise<string>;
  /** Stops everything in order, clients before servers, within 10 s. */
  stop(): Promise<void>;
}

const stopped = async (signal: AbortSignal): Promise<never> => {
  await aborted(signal);
  throw new StartError('Stopped before it was ready.');
};

/**
 * `npm start` serves few visitors from one machine. While the sample data loads, V8 would reserve 128 MB for new objects,
 * and the C library would raise the size from which it returns freed blocks; neither is undone later.
 */
const LOW_MEMORY = { flags: ['--max-semi-space-size=8'], env: { MALLOC_TRIM_THRESHOLD_: '131072' } };

/** Time of each process for its last requests before it is killed. The API gets the rest of `together`. */
const TIMEOUT = { edge: 3000, web: 2000, together: 9500 };

interface ProductOptions {
  env: NodeJS.ProcessEnv;
  print(line: string): void;
  signal: AbortSignal;
  /** Runs while the edge already holds its port and responds that the product is not ready. */
  prepare(): Promise<void>;
}

/** Starts the built API, public site and console host behind one edge. */
export async function startProduct(
  settings: Settings,
  { env, print, signal, prepare }: ProductOptions,
): Promise<Product> {
  // An invalid address ends the public site with a message.
  const widgetHost = URL.parse(env['WIDGET_ORIGIN'] ?? '')?.host;
  const edge = await createEdge(settings, { trustProxy: settings.trustProxy, widgetHost });
  const origin = settings.origin ?? edge.origin;
  const children: Child[] = [];
  let stopping = false;
  let targets: Targets;
  const start = (name: string, args: string[], extra: NodeJS.ProcessEnv): Child => {
    const child = startChild({
      name,
      args: [...LOW_MEMORY.flags, ...args],
      env: {
        ...LOW_MEMORY.env,
        ...env,
        NODE_ENV: 'production',
        APP_MODE: settings.mode,
        DATA_DIR: settings.dataDir,
        ORIGIN: origin,
        HOST: '127.0.0.1',
        PORT: '0',
        // The edge sets exactly one client address, whatever the request contained.
        TRUST_PROXY: '1',
        ...extra,
      },
      print: (line) => print(`[${name}] ${line}`),
      reasonOnce: true,
    });
    children.push(child);
    return child;
  };
  const stop = async (): Promise<void> => {
    stopping = true;
    const startedAt = performance.now();
    await edge.close(TIMEOUT.edge);
    const [api, ...web] = children;
    await Promise.all(web.map((child) => child.stop(TIMEOUT.web)));
    // An email that is being sent would be sent again by the next start.
    await api?.stop(TIMEOUT.together - (performance.now() - startedAt));
  };
  try {
    await prepare();
    // Open pages of the previous build still need its files.
    const stored = (app: string): NodeJS.ProcessEnv => {
      const folder = join(settings.dataDir, 'client', app);
      keepFiles(join(root, 'apps', app, 'dist/build/client'), folder);
      return { KEPT_FILES: folder };
    };
    const inTime = <T>(ready: Promise<T>): Promise<T> => Promise.race([ready, stopped(signal)]);
    const api = start('API', ['apps/api/dist/build/server.js'], {});
    const host = start(
      'Developer center',
      [join(import.meta.dirname, 'console-host.ts')],
      stored('developer-console'),
    );
    // The public site may need the API's data while it starts.
    const apiOrigin = await inTime(api.ready);
    const site = start('Public site', ['apps/public-site/dist/build/server/main.js'], {
      API_BASE_URL: apiOrigin,
      // The API has this port itself.
      ...(env['METRICS_PORT'] && { METRICS_PORT: String(Number(env['METRICS_PORT']) + 1) }),
      ...stored('public-site'),
    });
    targets = { api: apiOrigin, console: await inTime(host.ready), site: await inTime(site.ready) };
    edge.open(targets);
  } catch (error) {
    await stop();
    throw error;
  }
  const broken = new Promise<string>((resolve) => {
    for (const child of children) {
      void child.ended.then((what) => {
        if (!stopping) resolve(what);
      });
    }
  });
  return { edge, origin, targets, broken, stop };
}
