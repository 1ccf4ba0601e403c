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

/** Which licence is meant: by its number, or by the code that a customer read out. */
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

/** What happened to a licence, under every owner, oldest first. */
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

/** Every file that was made for a licence, under every owner, oldest first. */
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
  /** Of the account that owns the licence now. */
  email: string;
}

/**
 * Files that are valid, oldest first: all, of one account, or those without an end that versions before 12 months were
 * the limit handed out.
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

/** `waits`: nothing was done yet, a second operator has to confirm it. */
export interface Decided<T> {
  result: T;
  waits: ProposalRow | null;
}

/** A licence and its owner, locked; the row as it stands under the lock. */
async function lockLicence(db: Db, { id, userId }: LicenceRow): Promise<LicenceRow> {
  await lockOwner(db, userId);
  const [licence] = await db.select().from(licences).where(eq(licences.id, id)).for('update');
  if (!licence) throw apiError('LICENCE_NOT_FOUND');
  return licence;
}

/** What a proposal about a licence counts on. */
const stateOfLicence = ({ userId, plan, expiresAt, fingerprint, revokedAt }: LicenceRow) => ({
  owner: userId,
  plan,
  expires_at: expiresAt?.toISOString() ?? null,
  fingerprint,
  revoked_at: revokedAt?.toISOString() ?? null,
});

/**
 * An operator's word in the place of a receipt: the server is gone, or its client makes none. The valid files of a
 * licence no longer hold it on their server; they stay valid there until their end. Answers those that were released.
 * A licence that costs more than the limit waits for a second operator: it runs twice from then on.
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

/** What an operator granted alone within the window, in minor units: many small grants are worth as much as a large one. */
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
 * Gives an account licences without an order; it finds them in its list. Answers their numbers. Those that are worth more
 * than the limit, with what the operator granted within a day, wait for a second operator.
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
    // The account, against being disabled meanwhile; the operator, whose grants at once are counted one after the other.
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
 * Ends a licence for good; its owner reads the reason. What was ordered to renew it and is not paid is cancelled. One that
 * costs more than the limit waits for a second operator.
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
    // Also one that was ordered before the lock. Who pays within that blink is told to try again by the database.
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

/** Rows that are sealed anew in one statement's reach; between them nothing is locked. */
const BATCH = 500;

/**
 * Seals every code with the newest key, so that an older one can be taken out of `LICENCE_KEYS`. Answers how many were
 * sealed anew and how many no configured key can open. May be stopped and run again.
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
      // A transfer may give it a new code meanwhile: that one is sealed with the newest key already.
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
