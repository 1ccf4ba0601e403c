import { buildApp } from '../app.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { plainError } from '../db/errors.ts';
import { openDatabase } from '../db/open.ts';
import { schemaState } from '../db/migrate.ts';
import { openFiles } from '../file-stores.ts';
import { withSigningKey } from '../signing-key.ts';
import { OpsError, type OpsIo, type OpsSession } from './command.ts';
import { environmentOf, type OpsHost, type Who } from './program.ts';
import { sessionOver } from './session.ts';

/**
 * Runs a command in its own process: opens the configured database, for PostgreSQL also next to a running server. Mails
 * are put into the outbox with their data; only the server sends them.
 */
export function ownHost(settings: Config): OpsHost {
  return {
    async withSession<T>(who: Who, work: (session: OpsSession) => Promise<T>): Promise<T> {
      const say = (line: string): void => who.io.err(`${line}\n`);
      const database = await openDatabase(settings, {
        info: () => undefined,
        error: ({ err }: { err?: unknown }, message) => say(`${message}: ${plainError(err).message}`),
      });
      try {
        const state = await schemaState(database.db);
        if (state !== 'current') throw new OpsError(SCHEMA_WORDS[state]);
        const config = await withSigningKey(settings);
        const app = await buildApp({
          // The port of the metrics belongs to the server, which may be running with the same environment.
          config: { ...config, logLevel: 'warn', metricsPort: null },
          database,
          clock: systemClock,
          files: await openFiles(config),
          deliverMails: false,
          runJobs: false,
          maxEventLoopDelay: 0,
          logStream: { write: (line) => who.io.err(line) },
        });
        try {
          await app.ready();
          return await work(await sessionOver(app, who));
        } finally {
          await app.close();
        }
      } finally {
        await database.close();
      }
    },
    environment: (io: OpsIo, locale) => Promise.resolve({ config: settings, locale, ...environmentOf(io) }),
  };
}

const SCHEMA_WORDS = {
  empty: 'the database is empty: start the server, or run npm run db:migrate',
  older: 'the schema of the database is older than this command: start the server, or run npm run db:migrate',
  newer: 'the schema of the database is not of this version: run the command of the version that serves it',
};
