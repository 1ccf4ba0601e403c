import { parseLicenceCode, type LicencePlan, type LicenceState } from '@yunduo/validation';
import { and, asc, desc, eq, isNull, notLike } from 'drizzle-orm';
import { within, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema/account.ts';
import { licenceEvents, licenceFiles, licences } from '../../db/schema/auth-code.ts';
import { orders } from '../../db/schema/order.ts';
import { apiError } from '../../http/errors.ts';
import { audit, refuseOwnAffair, type Actor } from '../audit/audit.ts';
import { mailRenewalsOver } from '../order/mails.ts';
import { cancelRenewals } from '../order/service.ts';
import { userByEmail } from '../user-auth/accounts.ts';
import { hashCode } from './code.ts';
import { recordEvents } from './events.ts';
import { adoptFiles, isOut, type LicenceFileRow } from './files.ts';
import { issueLicences } from './issue.ts';
import { keyring, sealCode, unsealCode } from './keyring.ts';
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

/**
 * An operator's word in the place of a receipt: the server is gone, or its client makes none. The valid files of a
 * licence no longer hold it on their server; they stay valid there until their end. Answers those that were released.
 * @throws ApiError LICENCE_NOT_FOUND, OFFLINE_FILE_NONE, CONFLICT_OF_INTEREST
 */
export async function releaseFiles(
  context: Context,
  actor: Actor,
  { ref, reason }: { ref: LicenceRef; reason: string },
): Promise<LicenceFileRow[]> {
  return context.db.transaction(async (tx) => {
    const inside = within(context, tx);
    const { licence } = await licenceFor(tx, ref);
    refuseOwnAffair(actor, licence.userId);
    await lockOwner(tx, licence.userId);
    await tx.select({ id: licences.id }).from(licences).where(eq(licences.id, licence.id)).for('update');
    await adoptFiles(tx, licence.id);
    const now = context.clock.now();
    const released = await tx
      .update(licenceFiles)
      .set({ releasedAt: now, releasedBy: 'operator', releasedReason: reason })
      .where(and(eq(licenceFiles.licenceId, licence.id), isOut(now)))
      .returning();
    if (released.length === 0) throw apiError('OFFLINE_FILE_NONE');
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
    return released;
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
 * Gives an account licences without an order; it finds them in its list. Answers their numbers.
 * @throws ApiError USER_NOT_FOUND, CONFLICT_OF_INTEREST
 */
export async function grantLicences(
  context: Context,
  actor: Actor,
  { email, plan, quantity, reason }: { email: string; plan: LicencePlan; quantity: number; reason: string },
): Promise<number[]> {
  return context.db.transaction(async (tx) => {
    const inside = within(context, tx);
    const user = await userByEmail(tx, email);
    if (!user) throw apiError('USER_NOT_FOUND');
    refuseOwnAffair(actor, user.id);
    const ids = await issueLicences(inside, { userId: user.id, plan, quantity, orderId: null });
    await audit(inside, actor, {
      action: 'licence.grant',
      target: `user:${user.id}`,
      details: { plan, quantity, reason, licences: ids },
    });
    return ids;
  });
}

/**
 * Ends a licence for good; its owner reads the reason. What was ordered to renew it and is not paid is cancelled.
 * @throws ApiError LICENCE_NOT_FOUND, LICENCE_REVOKED, CONFLICT_OF_INTEREST
 */
export async function revokeByOperator(
  context: Context,
  actor: Actor,
  { ref, reason }: { ref: LicenceRef; reason: string },
): Promise<OwnedLicence> {
  return context.db.transaction(async (tx) => {
    const inside = within(context, tx);
    const { licence } = await licenceFor(tx, ref);
    refuseOwnAffair(actor, licence.userId);
    const cancelled = await cancelRenewals(inside, licence.id);
    await tx.select({ id: licences.id }).from(licences).where(eq(licences.id, licence.id)).for('update');
    // One that was ordered before the lock. Who pays within that blink is told to try again by the database.
    cancelled.push(...(await cancelRenewals(inside, licence.id)));
    if (!(await revoke(inside, licence, { by: 'operator', note: reason }))) throw apiError('LICENCE_REVOKED');
    await audit(inside, actor, {
      action: 'licence.revoke',
      target: `licence:${licence.id}`,
      details: { reason, ...(cancelled.length > 0 && { orders: cancelled.map(({ orderNo }) => orderNo) }) },
    });
    await mailRenewalsOver(inside, cancelled);
    return licenceFor(tx, { id: licence.id });
  });
}

/** Rows that are sealed anew in one statement's reach; between them nothing is locked. */
const BATCH = 500;

/**
 * Seals every code with the newest key, so that an older one can be taken out of `LICENCE_KEYS`. Answers how many were
 * sealed anew and how many no configured key can open. May be stopped and run again.
 */
export async function resealCodes(
  context: Context,
  actor: Actor,
): Promise<{ resealed: number; unreadable: number }> {
  const keys = keyring(context.config);
  const counts = { resealed: 0, unreadable: 0 };
  const lost = new Set<number>();
  for (;;) {
    const rows = await context.db
      .select({ id: licences.id, codeHash: licences.codeHash, codeSealed: licences.codeSealed })
      .from(licences)
      .where(notLike(licences.codeSealed, `${keys.current.id}.%`))
      .orderBy(asc(licences.id))
      .limit(BATCH + lost.size);
    const todo = rows.filter(({ id }) => !lost.has(id));
    if (todo.length === 0) break;
    for (const { id, codeHash, codeSealed } of todo) {
      const code = unsealCode(keys, codeSealed, codeHash);
      if (code === null) {
        lost.add(id);
        continue;
      }
      // A transfer may give it a new code meanwhile: that one is sealed with the newest key already.
      const written = await context.db
        .update(licences)
        .set({ codeSealed: sealCode(keys, code, codeHash) })
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
