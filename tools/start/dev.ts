// npm run dev: both web apps with hot reload and the API restarting on change, behind one address.
import { join } from 'node:path';
import { commandLine } from '../asked.ts';
import { freePort } from '@yunduo/e2e/free-port';
import { printWelcome } from './banner.ts';
import { startChild } from './child.ts';
import type { Child } from './child.ts';
import { createEdge } from './edge.ts';
import { aborted, endingSignal } from './ending.ts';
import { prepareDataDir, readSettings, root, StartError } from './settings.ts';

commandLine(
  `npm run dev

Takes no options: what it listens on and where it keeps its data is read from the environment (.env.example).`,
  {},
);

async function main(): Promise<number> {
  const settings = readSettings({ PORT: '4200', DATA_DIR: '.data/dev', ...process.env });
  prepareDataDir(settings.dataDir);
  const edge = await createEdge(settings, { trustProxy: settings.trustProxy, webSockets: true });
  const children: Child[] = [];
  const start = async (
    name: string,
    args: string[],
    extra: NodeJS.ProcessEnv,
    cwd: string,
  ): Promise<string> => {
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
        // A restarted API must come back where the edge looks for it.
        PORT: String(await freePort()),
        TRUST_PROXY: '1',
        ...extra,
      },
      print: (line) => console.log(`[${name}] ${line}`),
    });
    children.push(child);
    return child.ready;
  };
  const web = join(import.meta.dirname, 'dev-web.ts');
  const run = async (): Promise<string> => {
    const api = await start(
      'API',
      ['--watch', '--watch-preserve-output', 'apps/api/src/server.ts'],
      {},
      root,
    );
    const [site, console] = await Promise.all([
      start('Public site', [web], { API_BASE_URL: api }, join(root, 'apps/public-site')),
      start(
        'Developer center',
        [web, '/developer-center/'],
        { API_BASE_URL: api },
        join(root, 'apps/developer-console'),
      ),
    ]);
    edge.open({ api, site, console });
    printWelcome(settings, edge.origin);
    return Promise.race(children.map((child) => child.ended));
  };
  try {
    const broken = await Promise.race([aborted(endingSignal()), run()]);
    if (broken) console.error(broken);
    return broken ? 1 : 0;
  } finally {
    await edge.close(0);
    await Promise.all(children.map((child) => child.stop(4000)));
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
process.exit();
