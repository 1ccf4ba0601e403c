import { once } from 'node:events';
import { createServer } from 'node:net';
import { startTracing, TracingError } from '@yunduo/tracing';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { MovableClock, systemClock } from './clock.ts';
import { readConfig, type Config } from './config.ts';
import { plainError } from './db/errors.ts';
import { openDatabase } from './db/open.ts';
import { openReads, type Reads } from './db/replica.ts';
import { seed } from './seed/index.ts';
import { seedMoment } from './seed/moment.ts';
import { openFiles } from './file-stores.ts';
import { takeCommands } from './ops/control.ts';
import { runCommand } from './run-command.ts';
import { endOnSignal } from './end-on-signal.ts';
import { withSigningKey } from './signing-key.ts';
import { StartError } from './start-error.ts';

/** Reports the current step to `npm start`; no effect without that parent. */
const starting = (step: string): void => void process.send?.({ starting: step });

await runCommand(async () => {
  const settings = readConfig(process.env);
  const say = {
    info: (message: string) => void process.stdout.write(`${message}\n`),
    error: ({ err }: { err?: unknown }, message: string) =>
      void process.stderr.write(`${message}: ${plainError(err).message}\n`),
  };
  const stopTracing = await startTracing(process.env, 'yunduo-api').catch((error: unknown) => {
    throw error instanceof TracingError ? new StartError(error.message) : error;
  });
  await tryAddress(settings);
  starting('opening the database');
  const database = await openDatabase(settings, say);
  let reads: Reads | undefined;
  let app: FastifyInstance | undefined;
  // Not as a hook: the last one added runs first, and running mails and jobs still need the database.
  const close = async (): Promise<void> => {
    await app?.close();
    await reads?.close();
    await database.close();
    await stopTracing?.();
  };
  try {
    starting('migrating the database');
    await database.migrate();
    const config = await withSigningKey(settings);
    const clock = config.mode === 'test' ? new MovableClock() : systemClock;
    const files = await openFiles(config);
    // Production is seeded only by its operator's command.
    if (config.mode !== 'production') {
      starting('loading the sample data');
      await seed(database.db, { now: seedMoment(process.env['SEED_NOW'], clock), files, secrets: config });
    }
    starting('starting the server');
    reads = await openReads(config.replicaUrl, database, say);
    app = await buildApp({ config, database, reads, clock, files });
    await app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
      throw listenError(error, config);
    });
    // No other process can open the embedded database while we hold it, so this one runs the operators' commands.
    const stopTaking = database.kind === 'pglite' ? await takeCommands(app) : null;
    const { server } = app;
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : config.port;
    endOnSignal(async () => {
      await stopTaking?.();
      await close();
    });
    // A reader of this line may send a signal at once.
    say.info(`listening on http://${config.host}:${port}`);
  } catch (error) {
    // Whatever is open would keep the process alive.
    await close();
    throw error;
  }
});

/** Checks that the address is free before the database is opened, migrated or seeded. */
async function tryAddress(config: Config): Promise<void> {
  const attempt = createServer().listen({ host: config.host, port: config.port });
  await once(attempt, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, config);
  });
  attempt.close();
  await once(attempt, 'close');
}

function listenError(error: NodeJS.ErrnoException & { port?: number }, config: Config): Error {
  const { host, metricsPort } = config;
  const isMetrics = metricsPort !== null && error.port === metricsPort;
  const [name, port] = isMetrics ? ['METRICS_PORT', metricsPort] : ['PORT', config.port];
  if (error.code === 'EADDRINUSE') return new StartError(`port ${port} on ${host} is in use: set ${name}`);
  if (error.code === 'EACCES') return new StartError(`port ${port} on ${host} is not allowed: set ${name}`);
  if (error.code === 'EADDRNOTAVAIL')
    return new StartError(`the address ${host} is not of this machine: set HOST`);
  return error;
}
