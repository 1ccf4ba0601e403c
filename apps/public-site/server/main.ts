import './production.ts';
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { prerendered } from '../app/route-map.ts';
import { readConfig } from './config.ts';
import { watchContentRevision } from './content-revision.ts';
import { purgeOnChange } from './purge.ts';
import { createMetrics } from './metrics.ts';
import { createPageMaker } from './pages.ts';
import { cspHash } from './security.ts';
import { readReference } from './reference.ts';
import { createSite } from './site.ts';
import { readStaticFiles, stylesOf, withEarlierFiles } from './static-files.ts';

// Built (vite.host.config.ts), this file lies beside the rendering.
const here = import.meta.dirname;
const built = existsSync(join(here, 'fallback.json')) ? dirname(here) : join(here, '../dist/build');
const SHUTDOWN_LIMIT = 8000;

/** One JSON line an error, as the API writes them. */
function report(error: unknown, path: string): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  console.error(
    JSON.stringify({ level: 'error', time: Date.now(), path: path.split('?', 1)[0], msg: message, stack }),
  );
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (!existsSync(join(built, 'server/index.js'))) {
    throw new Error('The public site is not built: run `npx nx build public-site` first');
  }
  // The rendering reads these two where no host starts it (npm run dev).
  process.env['API_BASE_URL'] = config.apiBaseUrl;
  const build = (await import(pathToFileURL(join(built, 'server/index.js')).href)) as ServerBuild;
  const source = readFileSync(join(built, 'server/head-script.js'), 'utf8');
  const fallback = JSON.parse(readFileSync(join(built, 'server/fallback.json'), 'utf8')) as Parameters<
    typeof createSite
  >[0]['fallback'];
  const files = readStaticFiles(join(built, 'client'));
  const maker = createPageMaker({
    build,
    config,
    headScript: { source, hash: cspHash(source) },
    styles: stylesOf(files),
  });
  const metrics = config.metricsPort === null ? undefined : createMetrics();
  const { app, cache, takeInfo } = createSite({
    config,
    metrics,
    maker,
    files: withEarlierFiles(files, config.keptFiles),
    fallback,
    reference: readReference(join(built, 'server/reference'), config.origin),
    report,
  });

  const purge = config.purge && purgeOnChange({ purge: config.purge, report });
  const revision = watchContentRevision({
    apiBaseUrl: config.apiBaseUrl,
    onInfo: (info) => {
      takeInfo(info);
      purge?.hear(info.content_revision);
    },
  });
  const management =
    metrics && config.metricsPort !== null
      ? await metrics.serve(config.host, config.metricsPort, {
          api: revision.answered,
          pages: () => cache.size,
          revision: () => cache.revision,
        })
      : null;
  // What the metadata of the build calls prerendered, one page after the other: visitors come first.
  const renderAhead = async (): Promise<void> => {
    for (const path of prerendered) await cache.get(path).catch(() => undefined);
  };
  await app.listen({ host: config.host, port: config.port });
  const { port } = app.server.address() as AddressInfo;
  // Without ORIGIN the visitors' address is the one just taken, whatever port that became.
  if (!process.env['ORIGIN']) process.env['ORIGIN'] = `http://${config.host}:${port}`;
  void revision.ask().then(() => {
    revision.start();
    void renderAhead();
  });
  console.log(`listening on http://${config.host}:${port}`);

  const stop = (): void => {
    revision.stop();
    purge?.stop();
    setTimeout(() => process.exit(1), SHUTDOWN_LIMIT).unref();
    // A kept connection whose answer has just gone out is idle only now, and would hold the server open.
    setInterval(() => app.server.closeIdleConnections(), 100).unref();
    void app.close().then(() => {
      management?.close();
      process.exit(0);
    });
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
