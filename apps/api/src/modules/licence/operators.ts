import { parseLicenceCode, SECOND_OPERATOR, type LicencePlan, type LicenceState } from '@yunduo/validation';
import { and, asc, desc, eq, gt, inArray, isNull, notLike, sql } from 'drizzle-orm';
import { after } from '../../clock.ts';
import { withTransaction, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema/account.ts';
import { licenceEvents, licenceFiles, licences } from '../../db/schema/licence.ts';
import { orders } from '../../db/schema/order.ts';
import { auditLog } from '../../db/schema/platform.ts';
import { apiError } from '../../http/errors.ts';
import { audit, rejectConflictOfInterest, type Actor } from '../audit/audit.ts';
import { mailRenewalsOver } from '../order/mails.ts';
import { worthOf } from '../order/plans.ts';
import { cancelRenewals, lockRenewals } from '../order/service.ts';
import { needsSecondOperator, type ProposalRow } from '../second-operator/proposals.ts';
import { userByEmail } from '../auth/accounts.ts';
import { hashCode } from './code.ts';
import { recordEvents } from './events.ts';
import { adoptFiles, isOut, type LicenceFileRow } from './files.ts';
import { issueLicences } from './issue.ts';
import { keyring, encryptCode, decryptCode } from './keyring.ts';
import { lockOwner, type LicenceRow } from './owned.ts';
import { revoke } from './revoke.ts';
import { isInState } from './state.ts';

/** Identifies a licence by its id, or by the code that a customer quotes. */
export type LicenceRef = { id: number } | { code: string };

export interface OwnedLicence {
  licence: LicenceRow;
  email: string;
  orderNo: string | null;
}

const columns = { licence: licences, email: users.email, orderNo: orders.orderNo };

function found(db: Db) {
  return db
    .select(columns)
    .from(licences)
    .innerJoin(users, eq(users.id, licences.userId))
    .leftJoin(orders, eq(orders.id, licences.orderId));
}

/** @throws ApiError LICENCE_NOT_FOUND */
export async function licenceFor(db: Db, ref: LicenceRef): Promise<OwnedLicence> {
  const [row] = await found(db).where(
    'id' in ref ? eq(licences.id, ref.id) : eq(licences.codeHash, hashCode(parseLicenceCode(ref.code) ?? '')),
  );
  if (!row) throw apiError('LICENCE_NOT_FOUND');
  return row;
}

/** All events of a licence, under every owner, oldest first. */
export async function historyOf(db: Db, licenceId: number) {
  return db
    .select({
      kind: licenceEvents.kind,
      at: licenceEvents.at,
      owner: users.email,
      details: licenceEvents.details,
    })
    .from(licenceEvents)
    .leftJoin(users, eq(users.id, licenceEvents.ownerId))
    .where(eq(licenceEvents.licenceId, licenceId))
    .orderBy(asc(licenceEvents.id));
}

/** All files issued for a licence, under every owner, oldest first. */
export async function filesOf(db: Db, licenceId: number): Promise<LicenceFileRow[]> {
  await adoptFiles(db, licenceId);
  return db
    .select()
    .from(licenceFiles)
    .where(eq(licenceFiles.licenceId, licenceId))
    .orderBy(asc(licenceFiles.id));
}

export interface FileOut {
  file: LicenceFileRow;
  licence: LicenceRow;
  /** Address of the current owner. */
  email: string;
}

/**
 * Valid files, oldest first: all, those of one account, or those without expiry, issued before the 12-month limit.
 * @throws ApiError USER_NOT_FOUND
 */
export async function filesOutFor(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { email, permanent, limit }: { email?: string; permanent?: boolean; limit: number },
): Promise<FileOut[]> {
  const user = email === undefined ? null : await userByEmail(db, email);
  if (email !== undefined && !user) throw apiError('USER_NOT_FOUND');
  await adoptFiles(db);
  return db
    .select({ file: licenceFiles, licence: licences, email: users.email })
    .from(licenceFiles)
    .innerJoin(licences, eq(licences.id, licenceFiles.licenceId))
    .innerJoin(users, eq(users.id, licences.userId))
    .where(
      and(
        isOut(clock.now()),
        user ? eq(licences.userId, user.id) : undefined,
        permanent ? isNull(licenceFiles.expiresAt) : undefined,
      ),
    )
    .orderBy(asc(licenceFiles.issuedAt), asc(licenceFiles.id))
    .limit(limit);
}

/** `waits`: nothing is done until a second operator confirms. */
export interface Decided<T> {
  result: T;
  waits: ProposalRow | null;
}

/** Locks a licence and its owner; returns the row read under the lock. */
async function lockLicence(db: Db, { id, userId }: LicenceRow): Promise<LicenceRow> {
  await lockOwner(db, userId);
  const [licence] = await db.select().from(licences).where(eq(licences.id, id)).for('update');
  if (!licence) throw apiError('LICENCE_NOT_FOUND');
  return licence;
}

/** The state that a proposal about a licence assumes. */
const stateOfLicence = ({ userId, plan, expiresAt, fingerprint, revokedAt }: LicenceRow) => ({
  owner: userId,
  plan,
  expires_at: expiresAt?.toISOString() ?? null,
  fingerprint,
  revoked_at: revokedAt?.toISOString() ?? null,
});

/**
 * Releases the valid files of a licence by an operator's decision, without a receipt: the server is gone, or its client
 * creates none. They no longer hold the licence on their server, but work there until they expire. Returns the released
 * files. Above the value limit a second operator must confirm, because the licence then runs twice.
 * @throws ApiError LICENCE_NOT_FOUND, OFFLINE_FILE_NONE, CONFLICT_OF_INTEREST, PROPOSAL_PENDING, PROPOSAL_STALE
 */
export async function releaseFiles(
  context: Context,
  actor: Actor,
  { ref, reason }: { ref: LicenceRef; reason: string },
): Promise<Decided<LicenceFileRow[]>> {
  return context.db.transaction(async (tx) => {
    const inside = withTransaction(context, tx);
    const licence = await lockLicence(tx, (await licenceFor(tx, ref)).licence);
    rejectConflictOfInterest(actor, licence.userId);
    await adoptFiles(tx, licence.id);
    const now = context.clock.now();
    const those = and(eq(licenceFiles.licenceId, licence.id), isOut(now));
    const out = await tx
      .select({ id: licenceFiles.id })
      .from(licenceFiles)
      .where(those)
      .orderBy(asc(licenceFiles.id));
    if (out.length === 0) throw apiError('OFFLINE_FILE_NONE');
    const waits = await needsSecondOperator(inside, actor, {
      kind: 'licence_release',
      subject: `licence:${licence.id}`,
      amount: await worthOf(inside, licence.plan),
      userId: licence.userId,
      state: { ...stateOfLicence(licence), files: out.map(({ id }) => id) },
      payload: { licence_id: licence.id, reason },
    });
    if (waits) return { result: [], waits };
    const released = await tx
      .update(licenceFiles)
      .set({ releasedAt: now, releasedBy: 'operator', releasedReason: reason })
      .where(those)
      .returning();
    await recordEvents(
      inside,
      released.map(({ ownerId, serverName }) => ({
        licenceId: licence.id,
        ownerId: ownerId ?? licence.userId,
        kind: 'offline_released' as const,
        details: { server: serverName, note: reason },
      })),
    );
    await audit(inside, actor, {
      action: 'licence.release_files',
      target: `licence:${licence.id}`,
      details: { reason, files: released.map(({ id }) => id) },
    });
    return { result: released, waits };
  });
}

export interface LicenceFilter {
  email?: string;
  state?: LicenceState;
  limit: number;
}

/**
 * The newest licences, of one account or of all.
 * @throws ApiError USER_NOT_FOUND
 */
export async function licencesFor(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { email, state, limit }: LicenceFilter,
): Promise<OwnedLicence[]> {
  const user = email === undefined ? null : await userByEmail(db, email);
  if (email !== undefined && !user) throw apiError('USER_NOT_FOUND');
  return found(db)
    .where(and(user ? eq(licences.userId, user.id) : undefined, state && isInState(state, clock.now())))
    .orderBy(desc(licences.id))
    .limit(limit);
}

/**
 * Value of an operator's unconfirmed grants within the window, in minor units: many small grants count as one large
 * grant.
 */
async function grantedLately({ db, clock }: Context, { userId }: Actor): Promise<number> {
  if (userId === null) return 0;
  const [sum] = await db
    .select({
      worth: sql<number>`coalesce(sum((${auditLog.details} ->> 'worth')::bigint), 0)`.mapWith(Number),
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.actorId, userId),
        eq(auditLog.action, 'licence.grant'),
        gt(auditLog.at, after(clock.now(), -SECOND_OPERATOR.grantWindow)),
        sql`not ${auditLog.details} ? 'proposal'`,
      ),
    );
  return sum?.worth ?? 0;
}

/**
 * Grants licences to an account without an order. Returns their ids. If their value, together with the operator's
 * grants of the last day, exceeds the limit, a second operator must confirm.
 * @throws ApiError USER_NOT_FOUND, CONFLICT_OF_INTEREST, PROPOSAL_PENDING, PROPOSAL_STALE
 */
export async function grantLicences(
  context: Context,
  actor: Actor,
  { email, plan, quantity, reason }: { email: string; plan: LicencePlan; quantity: number; reason: string },
): Promise<Decided<number[]>> {
  return context.db.transaction(async (tx) => {
    const inside = withTransaction(context, tx);
    const found = await userByEmail(tx, email);
    if (!found) throw apiError('USER_NOT_FOUND');
    // Locks the account, so that it is not disabled meanwhile, and the operator, so that concurrent grants are counted
    // one by one.
    const rows = await tx
      .select()
      .from(users)
      .where(inArray(users.id, [found.id, ...(actor.userId === null ? [] : [actor.userId])]))
      .orderBy(asc(users.id))
      .for('no key update');
    const user = rows.find(({ id }) => id === found.id);
    if (!user) throw apiError('USER_NOT_FOUND');
    rejectConflictOfInterest(actor, user.id);
    const worth = (await worthOf(inside, plan)) * quantity;
    const waits = await needsSecondOperator(inside, actor, {
      kind: 'licence_grant',
      subject: `user:${user.id}`,
      amount: worth,
      counted: worth + (await grantedLately(inside, actor)),
      userId: user.id,
      state: { disabled: user.disabledAt !== null },
      payload: { user_id: user.id, plan, quantity, reason },
    });
    if (waits) return { result: [], waits };
    const ids = await issueLicences(inside, { userId: user.id, plan, quantity, orderId: null });
    await audit(inside, actor, {
      action: 'licence.grant',
      target: `user:${user.id}`,
      details: { plan, quantity, reason, worth, licences: ids },
    });
    return { result: ids, waits };
  });
}

/**
 * Revokes a licence permanently; its owner sees the reason. Unpaid renewal orders are cancelled. Above the value limit
 * a second operator must confirm.
 * @throws ApiError LICENCE_NOT_FOUND, LICENCE_REVOKED, CONFLICT_OF_INTEREST, PROPOSAL_PENDING, PROPOSAL_STALE
 */
export async function revokeByOperator(
  context: Context,
  actor: Actor,
  { ref, reason }: { ref: LicenceRef; reason: string },
): Promise<Decided<OwnedLicence>> {
  return context.db.transaction(async (tx) => {
    const inside = withTransaction(context, tx);
    const found = await licenceFor(tx, ref);
    await lockRenewals(inside, found.licence.id);
    const licence = await lockLicence(tx, found.licence);
    rejectConflictOfInterest(actor, licence.userId);
    if (licence.revokedAt !== null) throw apiError('LICENCE_REVOKED');
    const waits = await needsSecondOperator(inside, actor, {
      kind: 'licence_revocation',
      subject: `licence:${licence.id}`,
      amount: await worthOf(inside, licence.plan),
      userId: licence.userId,
      state: stateOfLicence(licence),
      payload: { licence_id: licence.id, reason },
    });
    if (waits) return { result: found, waits };
    // Includes an order created just before the lock. A payment in that instant fails in the database and is retried.
    const cancelled = await cancelRenewals(inside, licence.id);
    if (!(await revoke(inside, licence, { by: 'operator', note: reason }))) throw apiError('LICENCE_REVOKED');
    await audit(inside, actor, {
      action: 'licence.revoke',
      target: `licence:${licence.id}`,
      details: { reason, ...(cancelled.length > 0 && { orders: cancelled.map(({ orderNo }) => orderNo) }) },
    });
    await mailRenewalsOver(inside, cancelled);
    return { result: await licenceFor(tx, { id: licence.id }), waits };
  });
}

/** Rows re-encrypted per statement; no lock is held between statements. */
const BATCH = 500;

/**
 * Re-encrypts every code with the newest key, so that an older one can be removed from `LICENCE_KEYS`. Returns how many
 * were re-encrypted and how many no configured key can decrypt. Can be interrupted and run again.
 */
export async function reencryptCodes(
  context: Context,
  actor: Actor,
): Promise<{ resealed: number; unreadable: number }> {
  const keys = keyring(context.config);
  const counts = { resealed: 0, unreadable: 0 };
  const lost = new Set<number>();
  for (;;) {
    const rows = await context.db
      .select({ id: licences.id, codeHash: licences.codeHash, codeEncrypted: licences.codeEncrypted })
      .from(licences)
      .where(notLike(licences.codeEncrypted, `${keys.current.id}.%`))
      .orderBy(asc(licences.id))
      .limit(BATCH + lost.size);
    const todo = rows.filter(({ id }) => !lost.has(id));
    if (todo.length === 0) break;
    for (const { id, codeHash, codeEncrypted } of todo) {
      const code = decryptCode(keys, codeEncrypted, codeHash);
      if (code === null) {
        lost.add(id);
        continue;
      }
      // A concurrent transfer may set a new code, which is already encrypted with the newest key.
      const written = await context.db
        .update(licences)
        .set({ codeEncrypted: encryptCode(keys, code, codeHash) })
        .where(and(eq(licences.id, id), eq(licences.codeHash, codeHash)))
        .returning({ id: licences.id });
      counts.resealed += written.length;
    }
  }
  counts.unreadable = lost.size;
  await audit(context, actor, {
    action: 'licence.reseal',
    target: `key:${keys.current.id}`,
    details: { ...counts },
  });
  return counts;
}
