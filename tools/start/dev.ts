// npm run dev: web apps with hot reload and the API with restarts on change, behind one address.
import { join } from 'node:path';
import { watch } from 'chokidar';
import { among, commandLine } from '../cli.ts';
import { freePort } from '@yunduo/e2e/free-port';
import { printWelcome } from './banner.ts';
import { startChild } from './child.ts';
import type { Child } from './child.ts';
import { createEdge } from './edge.ts';
import { aborted, shutdownSignal } from './shutdown.ts';
import { messageOf, prepareDataDir, readSettings, root, StartError } from './settings.ts';

/** The web apps, each with its start command. */
const WEB = {
  'public-site': { title: 'Public site', base: [] },
  'developer-console': { title: 'Developer center', base: ['/developer-center/'] },
} as const;
type WebApp = keyof typeof WEB;

const requested = commandLine(
  `npm run dev [-- api | public-site | developer-console]

The API and both web apps, or those that are named; the API is always there. What it listens on and where it keeps its
data is read from the environment (.env.example).`,
  { allowPositionals: true },
  ({ positionals }) => among(['api', ...Object.keys(WEB)], positionals),
);
const selected = (Object.keys(WEB) as WebApp[]).filter((app) => requested.includes(app));

/**
 * Folders whose changes restart the API. Node's own `--watch` loses a file that an editor saves by renaming
 * another.
 */
const API_SOURCES = [
  'apps/api/src',
  ...['api-contract', 'validation', 'i18n/shared'].map((name) => `libs/${name}/src`),
];

/** Several saved files, or a checked-out branch, cause one restart. */
const RESTART_AFTER = 100;

const TIMEOUT = 4000;

async function main(): Promise<number> {
  const settings = readSettings({ PORT: '4200', DATA_DIR: '.data/dev', ...process.env });
  prepareDataDir(settings.dataDir);
  const widgetHost = URL.parse(process.env['WIDGET_ORIGIN'] ?? '')?.host;
  const edge = await createEdge(settings, { trustProxy: settings.trustProxy, webSockets: true, widgetHost });
  const children: Child[] = [];
  const print = (name: string) => (line: string) => console.log(`[${name}] ${line}`);
  const start = (name: string, args: string[], extra: NodeJS.ProcessEnv, cwd: string): Child => {
    const child = startChild({
      name,
      args,
      cwd,
      env: {
        LOG_LEVEL: 'info',
        ...process.env,
        NODE_ENV: 'development',
        APP_MODE: settings.mode,
        DATA_DIR: settings.dataDir,
        ORIGIN: settings.origin ?? edge.origin,
        HOST: '127.0.0.1',
        TRUST_PROXY: '1',
        ...extra,
      },
      print: print(name),
      reasonOnce: true,
    });
    children.push(child);
    return child;
  };
  // A restarted API must use the address that the edge knows.
  const apiPort = String(await freePort());
  const startApi = (): Child => start('API', ['apps/api/src/server.ts'], { PORT: apiPort }, root);
  const sources = watch(
    API_SOURCES.map((folder) => join(root, folder)),
    { ignoreInitial: true },
  );
  /**
   * Restarts the API on each change until the sources are no longer watched. If it exits by itself, it waits
   * for a change.
   */
  const restartOnChange = (api: Child): void => {
    let restarting: Promise<void> = Promise.resolve();
    let timer: NodeJS.Timeout | undefined;
    const restart = async (): Promise<void> => {
      print('API')('Restarting after a change.');
      await api.stop(TIMEOUT);
      children.splice(children.indexOf(api), 1);
      api = startApi();
      await api.ready.catch((error: unknown) => print('API')(`${messageOf(error)} Waiting for a change.`));
    };
    sources.on('all', () => {
      clearTimeout(timer);
      timer = setTimeout(() => (restarting = restarting.then(restart)), RESTART_AFTER);
    });
  };
  const web = join(import.meta.dirname, 'dev-web.ts');
  const run = async (): Promise<string> => {
    const first = startApi();
    const api = await first.ready;
    restartOnChange(first);
    const apps = new Map<WebApp, Child>();
    for (const app of selected) {
      const { title, base } = WEB[app];
      const env = { PORT: String(await freePort()), API_BASE_URL: api };
      apps.set(app, start(title, [web, ...base], env, join(root, 'apps', app)));
    }
    // A request for an app that was not started gets the API's 404.
    const [site = api, console = api] = await Promise.all([
      apps.get('public-site')?.ready,
      apps.get('developer-console')?.ready,
    ]);
    edge.open({ api, site, console });
    printWelcome(settings, edge.origin);
    const ends = [...apps.values()].map(({ ended }) => ended);
    // Only the API may exit and wait for a change.
    return ends.length > 0 ? Promise.race(ends) : new Promise<string>(() => undefined);
  };
  try {
    const broken = await Promise.race([aborted(shutdownSignal()), run()]);
    if (broken) console.error(broken);
    return broken ? 1 : 0;
  } finally {
    await Promise.all([edge.close(0), sources.close()]);
    await Promise.all(children.map((child) => child.stop(TIMEOUT)));
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
process.exit();
