import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { listReports } from '../modules/store/reports.ts';
import { listAudit } from '../modules/audit/list.ts';
import { listInvitations } from '../modules/download/invitations.ts';
import { listFeedback } from '../modules/feedback/answers.ts';
import { listAllOrders } from '../modules/order/list.ts';
import { testDatabase } from '../testing/app.ts';
import { onPostgres, SEED_NOW } from '../testing/environment.ts';
import type { Db } from './client.ts';
import * as schema from './schema/index.ts';

const ordersLike = (db: Db, filters: Parameters<typeof listAllOrders>[1]) =>
  listAllOrders(db, filters, SEED_NOW);
/** Operators' lists over tables that only grow, each with its index. */
const LISTS: [what: string, index: string, list: (db: Db) => Promise<unknown>][] = [
  ['the audit log', 'audit_log_at', (db) => listAudit(db, {})],
  ['the audit log of one person', 'audit_log_actor', (db) => listAudit(db, { actor_id: 1 })],
  ['orders', 'orders_created', (db) => ordersLike(db, {})],
  ['orders in one state', 'orders_by_state', (db) => ordersLike(db, { status: 'paid' })],
  ['feedback', 'feedback_tickets_created', (db) => listFeedback(db, {})],
  ['feedback in one state', 'feedback_tickets_by_state', (db) => listFeedback(db, { state: 'open' })],
  ['invitations', 'invitations_created', (db) => listInvitations({ db, clock: { now: () => SEED_NOW } }, {})],
  ['reports of apps', 'app_reports_created', (db) => listReports({ db }, {}, 'en')],
];

const PAGE = / order by .* limit /;
const COUNT = /^select count/;

(onPostgres ? describe : describe.skip)('Query plans of long lists', () => {
  let opened: Awaited<ReturnType<typeof testDatabase>>;
  let client: pg.Client;
  const queries: { text: string; params: unknown[] }[] = [];
  let db: Db;
  beforeAll(async () => {
    opened = await testDatabase(true);
    client = new pg.Client({ connectionString: opened.url ?? '' });
    await client.connect();
    // With few rows a scan and sort is cheapest: with these disabled it is used only if no index has the order.
    await client.query('set enable_sort = off; set enable_seqscan = off; set enable_bitmapscan = off');
    const logger = { logQuery: (text: string, params: unknown[]) => void queries.push({ text, params }) };
    db = drizzle(client, { schema, logger }) as unknown as Db;
  });
  afterAll(async () => {
    await client.end();
    await opened.database.close();
    await opened.drop();
  });

  async function planOf(which: RegExp, list: (db: Db) => Promise<unknown>): Promise<string> {
    queries.length = 0;
    await list(db);
    const page = queries.find(({ text }) => which.test(text));
    const { rows } = await client.query<{ 'QUERY PLAN': string }>({
      text: `explain (costs off) ${page?.text}`,
      values: page?.params ?? [],
    });
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  test.each(LISTS)('%s: reads in the order of %s, without a sort', async (_, index, list) => {
    const plan = await planOf(PAGE, list);
    expect(plan).toContain(`using ${index} `);
    expect(plan).not.toMatch(/-> +Sort\b/);
  });

  test('orders of one buyer are filtered by user id, without joining the email', async () => {
    const plan = await planOf(PAGE, (all) => ordersLike(all, { q: 'operator@yunduo.test' }));
    expect(plan).toContain('orders.user_id');
    expect(plan).not.toContain('email');
  });

  describe('Search with many similar addresses', () => {
    const [q, asker] = ['of-a-crowd', 'user@yunduo.test'];
    beforeAll(async () => {
      await client.query(
        `insert into users (email, password_hash, nickname, yt_token, created_at, updated_at)
        select '${q}-' || n, '', '', '${q}-' || n, now(), now() from generate_series(1, 1001) n`,
      );
      await client.query(`update users set email = '${q}-' || email where email = '${asker}'`);
    });

    test.each([
      ['orders', ordersLike],
      ['feedback', listFeedback],
    ])('%s are found, and counted without comparing each row’s email', async (_, list) => {
      const plan = await planOf(COUNT, async (all) => {
        const found = await list(all, { q });
        expect(found.total).toBeGreaterThan(0);
      });
      expect(plan).toContain('email ~~');
      expect(plan).not.toMatch(/ OR .*email/);
    });
  });

  test.each([
    ['orders', ordersLike],
    ['feedback', listFeedback],
  ])('%s without a search are counted without joining users', async (_, list) => {
    expect(await planOf(COUNT, (all) => list(all, {}))).not.toContain('users');
  });
});
