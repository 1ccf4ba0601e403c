import { eq, getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as schema from '../db/schema/index.ts';
import type { TestApp } from './app.ts';
import { newcomer } from './people.ts';

/** Far beyond every retention period: no clean-up of a test reaches these rows. */
const LATER = new Date('2099-01-01T00:00:00Z');

/** Columns that name an account, of every table. */
const COLUMNS = Object.values(schema as Record<string, unknown>)
  .filter((one): one is PgTable => is(one, PgTable))
  .flatMap((table) =>
    getTableConfig(table).foreignKeys.flatMap((key) => {
      const { foreignTable, columns } = key.reference();
      return getTableName(foreignTable) === 'users' && columns[0] ? [{ table, column: columns[0] }] : [];
    }),
  );

export interface Bystander {
  id: number;
  /** Its rows, by table. */
  rows(): Promise<Record<string, unknown[]>>;
}

/**
 * An account that takes no part in a test, with sessions, devices, factors, tokens and open changes of its own. A query
 * that leaves out the owner reaches its rows.
 */
export async function bystander(api: TestApp): Promise<Bystander> {
  const { db } = api;
  const { user } = await newcomer(api);
  const userId = user.id;
  const hash = (name: string) => `bystander-${name}-${userId}`;
  const expiresAt = LATER;
  const createdAt = LATER;
  await db.delete(schema.sessions).where(eq(schema.sessions.userId, userId));
  const [session] = await db
    .insert(schema.sessions)
    .values({
      userId,
      tokenHash: hash('session'),
      device: 'Firefox, Linux',
      createdAt,
      lastUsedAt: LATER,
      provedAt: LATER,
      expiresAt,
      endsAt: LATER,
      networkHash: hash('network'),
      deviceHash: hash('device'),
    })
    .returning();
  const sessionId = session?.id ?? 0;
  await db.insert(schema.knownDevices).values({
    userId,
    deviceHash: hash('device'),
    device: 'Firefox, Linux',
    createdAt,
    lastSeenAt: LATER,
  });
  await db
    .insert(schema.signInReports)
    .values({ userId, sessionId, tokenHash: hash('report'), createdAt, expiresAt });
  await db.insert(schema.deviceSignIns).values({
    deviceCodeHash: hash('device-code'),
    userCodeHash: hash('user-code'),
    name: 'Laptop',
    system: 'Debian',
    network: '203.0.113.x',
    networkHash: hash('network'),
    state: 'allowed',
    userId,
    sessionId,
    decidedAt: LATER,
    interval: 5,
    nextPollAt: LATER,
    createdAt,
    expiresAt,
  });
  await db.insert(schema.emailChanges).values({
    userId,
    stage: 'confirmed',
    tokenHash: hash('change'),
    newEmail: 'new.bystander@example.com',
    createdAt,
    expiresAt,
  });
  // An undo reaches later ones.
  await db
    .insert(schema.emailUndos)
    .overridingSystemValue()
    .values({
      id: 1_000_000,
      userId,
      oldEmail: 'old.bystander@example.com',
      tokenHash: hash('undo'),
      createdAt,
      expiresAt,
    });
  await db.insert(schema.mailMutes).values({ userId, kind: 'licence_reminder' });
  await db.insert(schema.totpFactors).values({
    userId,
    secret: 'none',
    confirmedAt: LATER,
    pendingSecret: 'none',
    pendingUntil: LATER,
  });
  await db.insert(schema.recoveryCodes).values({ userId, codeHash: hash('recovery'), createdAt });
  await db.insert(schema.passkeys).values({
    userId,
    credentialId: hash('passkey'),
    publicKey: '',
    counter: 0,
    transports: [],
    backedUp: false,
    label: 'Phone',
    createdAt,
  });
  await db
    .insert(schema.passkeyChallenges)
    .values({ userId, challengeHash: hash('challenge'), boundTo: 'add:0', expiresAt });
  await db
    .insert(schema.signInTickets)
    .values({ userId, tokenHash: hash('ticket'), passwordMark: 'none', createdAt, expiresAt });
  await db.insert(schema.devTokens).values({
    userId,
    name: 'CI',
    tokenHash: hash('token'),
    hint: 'ydt_bystander',
    scopes: ['app:read'],
    createdAt,
    expiresAt,
  });
  await db
    .insert(schema.securityEvents)
    .values({ userId, event: 'sign_in_succeeded', at: LATER, device: 'Firefox, Linux', details: {} });
  await db.insert(schema.feedbackAttachments).values({
    userId,
    kind: 'video',
    name: 'clip.mp4',
    file: `private/${hash('clip')}`,
    mime: 'video/mp4',
    size: 1,
    createdAt,
  });
  return {
    id: userId,
    async rows() {
      const found: Record<string, unknown[]> = { users: [] };
      found.users = await db.select().from(schema.users).where(eq(schema.users.id, userId));
      for (const { table, column } of COLUMNS) {
        const rows = await db.select().from(table).where(eq(column, userId));
        if (rows.length > 0) found[getTableName(table)] = rows;
      }
      return found;
    },
  };
}
