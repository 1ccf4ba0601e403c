import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { userInfo } from '@yunduo/api-contract';
import { DAY, HOUR, INVITE_REQUEST, KNOWN_DEVICE, SESSION, SIGN_IN, WEBHOOK } from '@yunduo/validation';
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { PgTable, type PgColumn } from 'drizzle-orm/pg-core';
import { after } from '../../clock.ts';
import * as schema from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { registered, signedInAs, ticketFor } from '../../testing/people.ts';
import { removeExpired } from './housekeeping.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());

const {
  captchaChallenges,
  captchaTickets,
  deviceSignIns,
  emailChanges,
  emailCodes,
  emailUndos,
  handovers,
  idempotencyKeys,
  invitationRequests,
  knownDevices,
  mailDeliveries,
  passkeyChallenges,
  previewTokens,
  securityEvents,
  sessions,
  signInGuards,
  signInReports,
  signInTickets,
  throttles,
  webhookDeliveries,
} = schema;

/** Events of an account are kept for a month. */
const MONTH = 30 * DAY;
/** Security events of an account (docs/security-events.md). */
const EVENTS = 180 * DAY;

/** The column that starts the retention, its length, and other properties of the row. */
const KEPT: [table: PgTable, column: string, kept: number, more?: object][] = [
  [previewTokens, 'expiresAt', 0],
  [throttles, 'expiresAt', 0],
  [captchaChallenges, 'expiresAt', DAY],
  [signInTickets, 'expiresAt', 0],
  [deviceSignIns, 'expiresAt', 0],
  [passkeyChallenges, 'expiresAt', 0],
  [captchaTickets, 'expiresAt', 0],
  [idempotencyKeys, 'expiresAt', 0],
  [emailCodes, 'expiresAt', 0],
  [signInGuards, 'updatedAt', SIGN_IN.window + SIGN_IN.lock],
  [emailChanges, 'expiresAt', MONTH],
  [emailUndos, 'expiresAt', MONTH],
  [handovers, 'expiresAt', MONTH],
  [mailDeliveries, 'deliveredAt', MONTH],
  [webhookDeliveries, 'createdAt', WEBHOOK.retention],
  [knownDevices, 'lastSeenAt', KNOWN_DEVICE.retention],
  [signInReports, 'expiresAt', MONTH],
  [invitationRequests, 'answeredAt', INVITE_REQUEST.retentionAnswered, { decision: 'declined' }],
  [invitationRequests, 'createdAt', INVITE_REQUEST.retention, { answeredAt: null }],
  [securityEvents, 'at', EVENTS, { userId: 1 }],
  [securityEvents, 'at', HOUR, { userId: null }],
  [sessions, 'expiresAt', MONTH],
  [sessions, 'endsAt', MONTH],
  [sessions, 'revokedAt', MONTH],
];

let count = 0;
/** A value for a NOT NULL column. */
function anything({ dataType, columnType, enumValues }: PgColumn, now: Date): unknown {
  count += 1;
  if (enumValues?.length) return enumValues[0];
  if (columnType === 'PgUUID') return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
  if (dataType.includes('date') || columnType.includes('Timestamp')) return after(now, 400 * DAY);
  if (dataType.startsWith('number') || dataType.startsWith('bigint')) return count;
  if (dataType.startsWith('boolean')) return false;
  if (dataType.startsWith('array')) return [];
  return dataType.startsWith('object') || dataType === 'json' ? {} : `row-${count}`;
}

/** Inserts a minimal row, without checking its foreign keys. */
async function insert(table: PgTable, given: object, now: Date): Promise<void> {
  const demanded = Object.entries(getTableColumns(table)).filter(
    ([, column]) => column.notNull && !column.hasDefault && !column.generated,
  );
  const filled = Object.fromEntries(demanded.map(([name, column]) => [name, anything(column, now)]));
  await api.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.insert(table).values({ ...filled, ...given } as never);
  });
}

test.each(
  KEPT.map(([table, column, stored, more]) => [getTableName(table), column, stored, more, table] as const),
)(
  'rows of %s are deleted once %s is %d ms past, and not before',
  async (_name, column, stored, more, table) => {
    const now = api.clock.now();
    await removeExpired(api.db, now);
    const before = await api.db.$count(table);
    await insert(table, { ...more, [column]: after(now, -stored + 1_000) }, now);
    await removeExpired(api.db, now);
    expect(await api.db.$count(table)).toBe(before + 1);
    await removeExpired(api.db, after(now, 2_000));
    expect(await api.db.$count(table)).toBe(before);
  },
);

/** Kept after they expire: sales, transfers and claims. The newsletter's have their own job. */
const LASTING = new Set([
  'decision_proposals',
  'dev_tokens',
  'licence_reminders',
  'licence_transfers',
  'orders',
  'review_claims',
  'subscription_tokens',
]);

test('every table with a mandatory expiry is covered or listed as permanent', () => {
  const tables = Object.values(schema as Record<string, unknown>).filter((one) => is(one, PgTable));
  const expiring = tables
    .filter((table) => getTableColumns(table)['expiresAt']?.notNull)
    .map((table) => getTableName(table));
  expect(expiring.length).toBeGreaterThan(15);
  const handled = new Set(KEPT.map(([table]) => getTableName(table)));
  expect(expiring.filter((name) => !handled.has(name) && !LASTING.has(name))).toEqual([]);
});

test('a live session survives and is deleted after it expired', async () => {
  const { token } = await signedInAs(api, await registered(api));
  await ticketFor(api, 'login');
  await removeExpired(api.db, api.clock.now());
  expect((await api.call(userInfo.index, undefined, { token })).status).toBe(200);
  api.clock.advance(SESSION.idle * 3);
  await removeExpired(api.db, api.clock.now());
  expect((await api.call(userInfo.index, undefined, { token })).status).toBe(401);
  expect(await api.db.$count(sessions)).toBe(0);
});
