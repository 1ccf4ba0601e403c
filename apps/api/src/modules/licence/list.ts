import { LICENCE_STATES, parseLicenceCode, typedCode, type LicenceState } from '@yunduo/validation';
import { and, asc, eq, gt, ilike, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { containing, descNullsLast, paged, searchLine, type PageInput } from '../../db/query.ts';
import { licences, licenceTransfers } from '../../db/schema/licence.ts';
import { users } from '../../db/schema/account.ts';
import { orders } from '../../db/schema/order.ts';
import { apiError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/route.ts';
import { hashCode } from './code.ts';
import { filesOut } from './files.ts';
import { decryptCode, type Keyring } from './keyring.ts';
import { isOfferedTo, type TransferRow } from './offers.ts';
import type { LicenceRow } from './owned.ts';
import type { IncomingOffer, WholeLicence } from './present.ts';
import { isInState } from './state.ts';

interface Filters extends PageInput {
  state?: LicenceState | undefined;
  q?: string | undefined;
}

type Parts = Pick<Context, 'db' | 'clock'>;

/** A page of a user's licences, newest first, and the number in each state. */
export async function listLicences({ db, clock }: Parts, userId: number, filters: Filters) {
  const now = clock.now();
  const mine = and(eq(licences.userId, userId), found(searchLine(filters.q)));
  const counted = Object.fromEntries(
    LICENCE_STATES.map((state) => [
      state,
      sql<number>`count(*) filter (where ${isInState(state, now)})`.mapWith(Number),
    ]),
  ) as Record<LicenceState, ReturnType<typeof sql<number>>>;
  const [counts] = await db.select(counted).from(licences).where(mine);
  if (!counts) throw new Error('a count without a row');
  const total = filters.state
    ? counts[filters.state]
    : LICENCE_STATES.reduce((sum, state) => sum + counts[state], 0);
  const rows = selectLicences(db, and(mine, filters.state && isInState(filters.state, now)));
  const page = await paged(filters, rows, Promise.resolve(total));
  return { ...page, list: await wholeLicences(db, now, page.list), counts };
}

/** Matches the server name, the remark, the last symbols of a code, or the whole code in any form. */
function found(q: string) {
  if (!q) return undefined;
  const part = containing(q);
  const code = parseLicenceCode(q);
  return or(
    ilike(licences.serverName, part),
    ilike(licences.remark, part),
    code === null ? eq(licences.codeTail, typedCode(q)) : eq(licences.codeHash, hashCode(code)),
  );
}

/**
 * One licence of a user with its order, offer and files.
 * @throws ApiError LICENCE_NOT_FOUND, for another user's as for none
 */
export async function findLicence({ db, clock }: Parts, userId: number, id: number): Promise<WholeLicence> {
  const where = and(eq(licences.id, id), eq(licences.userId, userId));
  const [whole] = await wholeLicences(db, clock.now(), await selectLicences(db, where));
  if (!whole) throw apiError('LICENCE_NOT_FOUND');
  return whole;
}

const selectLicences = (db: Db, where: ReturnType<typeof and>) =>
  db
    .select({ licence: licences, orderNo: orders.orderNo })
    .from(licences)
    .leftJoin(orders, and(eq(orders.id, licences.orderId), eq(orders.userId, licences.userId)))
    .where(where)
    .orderBy(descNullsLast(licences.id));

async function wholeLicences(
  db: Db,
  now: Date,
  rows: Awaited<ReturnType<typeof selectLicences>>,
): Promise<WholeLicence[]> {
  const offers = await openOffers(
    db,
    now,
    rows.map(({ licence }) => licence.id),
  );
  const files = await filesOut(
    { db, clock: { now: () => now } },
    rows.map(({ licence }) => licence),
  );
  return rows.map((row) => ({
    ...row,
    offer: offers.get(row.licence.id) ?? null,
    files: files.filter(({ licenceId }) => licenceId === row.licence.id),
  }));
}

async function openOffers(db: Db, now: Date, ids: number[]): Promise<Map<number, TransferRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(licenceTransfers)
    .where(
      and(
        inArray(licenceTransfers.licenceId, ids),
        eq(licenceTransfers.status, 'offered'),
        gt(licenceTransfers.expiresAt, now),
      ),
    );
  return new Map(rows.map((offer) => [offer.licenceId, offer]));
}

/** Open offers to this user. One whose licence has expired can be declined only, until its sender cancels it. */
export async function incomingOffers({ db, clock }: Parts, user: SessionUser): Promise<IncomingOffer[]> {
  const now = clock.now();
  return db
    .select({ offer: licenceTransfers, licence: licences, fromEmail: users.email })
    .from(licenceTransfers)
    .innerJoin(licences, eq(licences.id, licenceTransfers.licenceId))
    .innerJoin(users, eq(users.id, licenceTransfers.fromUserId))
    .where(
      and(
        isOfferedTo(user),
        eq(licenceTransfers.status, 'offered'),
        gt(licenceTransfers.expiresAt, now),
        isNull(licences.revokedAt),
        sql`${licenceTransfers.fromUserId} <> ${user.id}`,
      ),
    )
    .orderBy(asc(licenceTransfers.id));
}

/** The code, for its owner; masked when its encryption key is no longer configured (`docs/operations.md`). */
export function codeOf(keys: Keyring, licence: LicenceRow): string {
  return decryptCode(keys, licence.codeEncrypted, licence.codeHash) ?? `YDAC-••••-${licence.codeTail}`;
}
