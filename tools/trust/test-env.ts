import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../test/postgres.ts';

export interface TestEnvironment {
  dataDir: string;
  /** Null: PGlite in the data folder. */
  databaseUrl: string | null;
}

/** The environment of a run: its database, without any earlier data. */
export async function withTestEnvironment<T>(
  postgres: boolean,
  work: (environment: TestEnvironment) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'yunduo-trust-'));
  try {
    if (!postgres) return await work({ dataDir, databaseUrl: null });
    return await withDatabase((databaseUrl) => work({ dataDir, databaseUrl }));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A separate database: on the server of DATABASE_URL, otherwise on one that is started for it. */
async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const given = process.env['DATABASE_URL'];
  const cluster = given ? undefined : await startPostgres();
  const server = given ?? cluster?.url ?? '';
  const name = `yunduo_trust_${randomBytes(6).toString('hex')}`;
  try {
    await onServer(server, `create database ${name} template template0`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    return await work(url.href);
  } finally {
    if (given) await onServer(server, `drop database if exists ${name} with (force)`);
    await cluster?.stop();
  }
}

export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The variables of a process in this environment. */
export const processEnv = ({ databaseUrl }: TestEnvironment): NodeJS.ProcessEnv => ({
  DATABASE_URL: databaseUrl ?? '',
});
