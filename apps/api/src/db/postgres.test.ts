import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { site, userInfo } from '@yunduo/api-contract';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { testApp, testDatabase, type TestApp } from '../testing/app.ts';
import { onPostgres, testTemplate } from '../testing/environment.ts';
import { newcomer } from '../testing/people.ts';
import { databaseUrl, onServer } from '../testing/server.ts';
import { databaseIsAway } from './errors.ts';
import { openPool, openPostgres } from './postgres.ts';

const quiet = { error: () => undefined };

test('every wait of a pool for calls ends before a call has to be answered, after 3 s', async () => {
  const pool = openPool('postgres://api@db.example:5433/yunduo', 'yunduo-api', quiet);
  expect(pool.options).toMatchObject({
    connectionString: 'postgres://api@db.example:5433/yunduo',
    application_name: 'yunduo-api',
    max: 20,
    connectionTimeoutMillis: 1_800,
    statement_timeout: 2_200,
    query_timeout: 2_400,
    idle_in_transaction_session_timeout: 10_000,
    options: '-c jit=off',
  });
  await pool.end();
});

(onPostgres ? describe : describe.skip)('PostgreSQL', () => {
  test('rejects a database encoding other than UTF-8', async () => {
    const { postgres: server, run } = testTemplate();
    const name = `${run}_ascii`;
    await onServer(
      server ?? '',
      `create database ${name} template template0 encoding 'SQL_ASCII' lc_ctype 'C' lc_collate 'C'`,
    );
    try {
      await expect(openPostgres(databaseUrl(server ?? '', name), quiet)).rejects.toThrow(
        "the database has the encoding SQL_ASCII: create it with encoding 'UTF8'",
      );
    } finally {
      await onServer(server ?? '', `drop database ${name}`);
    }
  });

  test('rejects an unreachable server', async () => {
    await expect(openPostgres('postgres://nobody@127.0.0.1:1/none', quiet)).rejects.toThrow(
      'the database cannot be reached',
    );
  });

  test('runs migrations from several processes at once', async () => {
    const { url, database, drop } = await testDatabase(false);
    const others = await Promise.all([1, 2, 3].map(() => openPostgres(url ?? '', quiet)));
    await Promise.all(others.map((other) => other.migrate()));
    await Promise.all([database, ...others].map((one) => one.close()));
    await drop();
    expect(others).toHaveLength(3);
  });

  test('closes the connection of an upkeep that fails', async () => {
    const { database, drop } = await testDatabase(false);
    await expect(database.upkeep(() => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
    const connected = async () => {
      const { rows } = await database.db.execute(
        sql`select 1 from pg_stat_activity
            where application_name = 'yunduo-upkeep' and datname = current_database()`,
      );
      return rows.length;
    };
    let left = await connected();
    // Its process on the server ends a moment after the connection.
    for (let look = 0; look < 500 && left > 0; look += 1) left = await connected();
    expect(left).toBe(0);
    await database.close();
    await drop();
  });

  describe('PostgreSQL failures', () => {
    let api: TestApp;
    beforeAll(async () => {
      api = await testApp({ seeded: true });
    });
    afterAll(() => api.close());

    test('a connection terminated between two statements fails its transaction, not the process', async () => {
      const seen: unknown[] = [];
      const attempt = api.db.transaction(async (tx) => {
        const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
        const pid = rows[0]?.pid ?? 0;
        await api.db.execute(sql`select pg_terminate_backend(${pid})`);
        // Sends no query until the client has noticed.
        for (let look = 0; look < 500 && seen.length === 0; look += 1) {
          const alive = await api.db.execute(sql`select 1 as one from pg_stat_activity where pid = ${pid}`);
          if (alive.rows.length === 0) seen.push(pid);
        }
        await new Promise((resolve) => setImmediate(resolve));
        await tx.execute(sql`select 1`);
      });
      const error = await attempt.catch((reason: unknown) => reason);
      expect(seen).toHaveLength(1);
      expect(databaseIsAway(error)).toBe(true);
      expect((await api.call(site.info, undefined)).status).toBe(200);
    });

    test('a connection has no more listeners, nor another query, each time it is taken', async () => {
      const { rows } = await api.db.execute<{ name: string }>(sql`select current_database() as name`);
      const url = databaseUrl(testTemplate().postgres ?? '', rows[0]?.name ?? '');
      const pool = openPool(url, 'test', { error: () => undefined });
      try {
        const listeners: number[] = [];
        for (let taken = 0; taken < 3; taken += 1) {
          const client = await pool.connect();
          listeners.push(client.listenerCount('error'));
          client.release();
          expect(client.query).toBe(pg.Client.prototype.query);
        }
        expect(new Set(listeners).size).toBe(1);
      } finally {
        await pool.end();
      }
    });

    test('a call that waits too long for a lock returns 503, and the next one succeeds', async () => {
      const { token } = await newcomer(api);
      const { rows } = await api.db.execute<{ name: string }>(sql`select current_database() as name`);
      const locker = new pg.Client({
        connectionString: databaseUrl(testTemplate().postgres ?? '', rows[0]?.name ?? ''),
      });
      await locker.connect();
      await locker.query('begin; lock table users in access exclusive mode');
      const slow = await api.call(userInfo.index, undefined, { token });
      expect(slow).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
      await locker.query('rollback');
      await locker.end();
      expect((await api.call(userInfo.index, undefined, { token })).status).toBe(200);
    });

    test('calls succeed again after every connection was terminated', async () => {
      const { rows } = await api.db.execute<{ name: string }>(sql`select current_database() as name`);
      // Only those of this database: other test files use the same server.
      await onServer(
        testTemplate().postgres ?? '',
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'yunduo-api' and datname = '${rows[0]?.name}'`,
      );
      const statuses: number[] = [];
      for (let tries = 0; tries < 20 && statuses.at(-1) !== 200; tries += 1) {
        statuses.push((await api.call(site.info, undefined)).status);
      }
      expect(statuses.at(-1)).toBe(200);
      expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
    });
  });
});
