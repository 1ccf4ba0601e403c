import './production.ts';
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { currentRequestId, nameCallsTo, startTracing } from '@yunduo/tracing';
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

// In the build (vite.host.config.ts) this file lies next to the renderer.
const here = import.meta.dirname;
const built = existsSync(join(here, 'fallback.json')) ? dirname(here) : join(here, '../dist/build');
const SHUTDOWN_LIMIT = 8000;

/** One JSON line per error, in the format of the API's log. */
function report(error: unknown, path: string): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const line = { level: 'error', time: Date.now(), reqId: currentRequestId(), path: path.split('?', 1)[0] };
  console.error(JSON.stringify({ ...line, msg: message, stack }));
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (!existsSync(join(built, 'server/index.js'))) {
    throw new Error('The public site is not built: run `npx nx build public-site` first');
  }
  const stopTracing = await startTracing(process.env, 'yunduo-public-site');
  nameCallsTo(new URL(config.apiBaseUrl).origin);
  // The renderer reads these two variables from the environment, as it does without a host (npm run dev).
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
  // Renders the pages that the build's metadata lists as prerendered, one after the other: visitors' requests come
  // first.
  const renderAhead = async (): Promise<void> => {
    for (const path of prerendered) await cache.get(path).catch(() => undefined);
  };
  await app.listen({ host: config.host, port: config.port });
  const { port } = app.server.address() as AddressInfo;
  // Without ORIGIN the origin is the address that the server listens on, whatever its port.
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
    // A keep-alive connection becomes idle only after its response has been sent, and would keep the server open.
    setInterval(() => app.server.closeIdleConnections(), 100).unref();
    void app.close().then(() => {
      management?.close();
      void Promise.resolve(stopTracing?.()).then(() => process.exit(0));
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
