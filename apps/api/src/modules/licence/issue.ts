import type { LicencePlan } from '@yunduo/validation';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { licences, licenceTerms } from '../../db/schema/licence.ts';
import { apiError } from '../../http/errors.ts';
import { newLicenceCode } from './code.ts';
import { recordEvents } from './events.ts';
import { keyring } from './keyring.ts';
import { rejectInTransfer } from './offers.ts';
import { lockOwner, type LicenceRow } from './owned.ts';
import { revoke } from './revoke.ts';
import { takeServer } from './server.ts';
import { endOfTerms } from './term.ts';

export interface NewLicences {
  userId: number;
  plan: LicencePlan;
  quantity: number;
  /** Null: granted by an operator. */
  orderId: number | null;
}

/** Creates unused licences, each with its own code; the term starts at the first bind. Returns their ids. */
export async function issueLicences(context: Context, input: NewLicences): Promise<number[]> {
  const { db, clock, config } = context;
  const { userId, plan, quantity, orderId } = input;
  const now = clock.now();
  const keys = keyring(config);
  const rows = Array.from({ length: quantity }, () => ({
    ...newLicenceCode(keys),
    userId,
    plan,
    orderId,
    createdAt: now,
  }));
  const made = await db.insert(licences).values(rows).returning({ id: licences.id });
  const ids = made.map(({ id }) => id);
  await db.insert(licenceTerms).values(ids.map((licenceId) => ({ licenceId, orderId, plan, addedAt: now })));
  const kind = orderId === null ? ('granted' as const) : ('issued' as const);
  await recordEvents(
    context,
    ids.map((licenceId) => ({ licenceId, ownerId: userId, kind, details: { plan } })),
  );
  return ids;
}

/**
 * Adds a paid term: from the expiry if the licence is active, from now if it has expired. The term goes to the current
 * owner; repeating the order changes nothing. A licence ended by a refund becomes active again; one revoked by an
 * operator takes no term, nor does one on offer, or one whose server has another licence of its owner.
 * @throws ApiError LICENCE_NOT_FOUND, LICENCE_REVOKED, LICENCE_IN_TRANSFER, LICENCE_SERVER_REPLACED
 */
export async function renewLicence(
  context: Context,
  { licenceId, plan, orderId }: { licenceId: number; plan: LicencePlan; orderId: number | null },
): Promise<void> {
  const { db, clock } = context;
  const [owned] = await db
    .select({ userId: licences.userId })
    .from(licences)
    .where(eq(licences.id, licenceId));
  if (!owned) throw apiError('LICENCE_NOT_FOUND');
  await lockOwner(db, owned.userId);
  const [licence] = await db.select().from(licences).where(eq(licences.id, licenceId)).for('update');
  if (!licence) throw apiError('LICENCE_NOT_FOUND');
  if (licence.revokedBy === 'operator') throw apiError('LICENCE_REVOKED');
  // Its receiver would get the paid term.
  await rejectInTransfer(context, licenceId);
  const added = await db
    .insert(licenceTerms)
    .values({ licenceId, orderId, plan, addedAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: licenceTerms.id });
  if (added.length === 0) return;
  const before = licence.expiresAt;
  if (licence.fingerprint !== null) await takeServer(context, licence, licence.fingerprint);
  const { expiresAt } = await applyTerms(db, licence);
  const ownerId = licence.userId;
  await recordEvents(context, [
    {
      licenceId,
      ownerId,
      kind: 'renewed',
      details: { plan, from: before?.toISOString() ?? null, to: expiresAt?.toISOString() ?? null },
    },
  ]);
  await db
    .update(licences)
    .set({ displacedAt: null, revokedAt: null, revokedBy: null, revokedReason: null })
    .where(eq(licences.id, licenceId));
  if (licence.revokedBy !== 'refund') return;
  await recordEvents(context, [{ licenceId, ownerId, kind: 'reinstated' }]);
}

/**
 * Locks the licences that an order issued or renewed and has not revoked, with their current owners, in the common lock
 * order.
 */
async function lockLicencesOfOrder(db: Db, orderId: number): Promise<LicenceRow[]> {
  const touched = await db
    .select({ id: licenceTerms.licenceId })
    .from(licenceTerms)
    .where(and(eq(licenceTerms.orderId, orderId), isNull(licenceTerms.revokedAt)));
  if (touched.length === 0) return [];
  const those = inArray(
    licences.id,
    touched.map(({ id }) => id),
  );
  const owners = await db
    .selectDistinct({ userId: licences.userId })
    .from(licences)
    .where(those)
    .orderBy(asc(licences.userId));
  for (const { userId } of owners) await lockOwner(db, userId);
  return db.select().from(licences).where(those).orderBy(asc(licences.id)).for('update');
}

/**
 * Refuses the refund of an order while one of its licences belongs to another user, who would lose it without notice.
 * The licence can be transferred back, or revoked by an operator, which tells its owner why. The licences stay locked,
 * so that no transfer is accepted meanwhile.
 * @throws ApiError REFUND_TRANSFERRED
 */
export async function rejectTransferred(
  { db }: Context,
  { id, userId }: { id: number; userId: number | null },
): Promise<void> {
  const rows = await lockLicencesOfOrder(db, id);
  const away = rows.find((licence) => licence.userId !== userId && licence.revokedAt === null);
  if (away) throw apiError('REFUND_TRANSFERRED', { words: { tail: away.codeTail } });
}

/**
 * Reverses an order on refund: its licences are revoked, and its renewals are removed from the term. A licence renewed
 * by another order keeps that term. Returns the number of changed licences.
 */
export async function revokeLicencesOfOrder(
  context: Context,
  orderId: number,
  reason: 'refund' = 'refund',
): Promise<number> {
  const { db, clock } = context;
  const rows = await lockLicencesOfOrder(db, orderId);
  if (rows.length === 0) return 0;
  const taken = await db
    .update(licenceTerms)
    .set({ revokedAt: clock.now() })
    .where(and(eq(licenceTerms.orderId, orderId), isNull(licenceTerms.revokedAt)))
    .returning({ licenceId: licenceTerms.licenceId });
  // Of two concurrent refunds the second finds nothing to revoke.
  const mine = new Set(taken.map(({ licenceId }) => licenceId));
  for (const licence of rows.filter(({ id }) => mine.has(id))) {
    const { left, expiresAt } = await applyTerms(db, licence);
    if (left === 0) {
      await revoke(context, licence, { by: reason, note: null });
      continue;
    }
    await recordEvents(context, [
      {
        licenceId: licence.id,
        ownerId: licence.userId,
        kind: 'renewal_refunded',
        details: { from: licence.expiresAt?.toISOString() ?? null, to: expiresAt?.toISOString() ?? null },
      },
    ]);
  }
  return mine.size;
}

/** Writes the sum of the paid terms; returns how many are left. Without any the licence is unchanged. */
async function applyTerms(
  db: Db,
  { id, startedAt }: { id: number; startedAt: Date | null },
): Promise<{ left: number; expiresAt: Date | null }> {
  const terms = await db
    .select({ plan: licenceTerms.plan, addedAt: licenceTerms.addedAt })
    .from(licenceTerms)
    .where(and(eq(licenceTerms.licenceId, id), isNull(licenceTerms.revokedAt)))
    .orderBy(asc(licenceTerms.id));
  const newest = terms.at(-1);
  if (!newest) return { left: 0, expiresAt: null };
  const expiresAt = startedAt && endOfTerms(startedAt, terms);
  // A permanent term keeps the plan permanent, whatever else was bought.
  const plan = terms.some((term) => term.plan === 'permanent') ? 'permanent' : newest.plan;
  await db.update(licences).set({ plan, expiresAt }).where(eq(licences.id, id));
  return { left: terms.length, expiresAt };
}

/** A licence issued or renewed by an order, without its code. */
export interface GivenLicence {
  id: number;
  userId: number;
  plan: LicencePlan;
  codeTail: string;
  renewal: boolean;
  revokedAt: Date | null;
}

/** The licences that an order issued or renewed, for the buyer. */
export async function licencesOfOrder(db: Db, orderId: number): Promise<GivenLicence[]> {
  const rows = await db
    .select({
      id: licences.id,
      userId: licences.userId,
      plan: licenceTerms.plan,
      codeTail: licences.codeTail,
      issuedBy: licences.orderId,
      licenceRevokedAt: licences.revokedAt,
      termRevokedAt: licenceTerms.revokedAt,
    })
    .from(licenceTerms)
    .innerJoin(licences, eq(licences.id, licenceTerms.licenceId))
    .where(eq(licenceTerms.orderId, orderId))
    .orderBy(asc(licences.id));
  return rows.map(({ issuedBy, licenceRevokedAt, termRevokedAt, ...row }) => ({
    ...row,
    renewal: issuedBy !== orderId,
    revokedAt: termRevokedAt ?? licenceRevokedAt,
  }));
}
