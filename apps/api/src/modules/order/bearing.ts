import { createHash } from 'node:crypto';
import type { AdminOrder } from '@yunduo/api-contract';
import { and, asc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { licenceEvents, licenceFiles, licences, licenceTerms } from '../../db/schema/licence.ts';
import { users } from '../../db/schema/account.ts';
import type { orders } from '../../db/schema/order.ts';
import { shownEmail } from '../text/shown-email.ts';

export type LicenceBearing = AdminOrder['licences'][number];
type Refundable = Pick<typeof orders.$inferSelect, 'id' | 'userId' | 'refundRequestedAt'>;

/** A name for these facts, to tell whether they are still what an operator saw. */
export const factsOf = (bearing: readonly LicenceBearing[]): string =>
  createHash('sha256').update(JSON.stringify(bearing)).digest('base64url');

/** A file released by a receipt is unusable; one released by an operator works until it expires. */
const isUsable = (now: Date) =>
  and(
    or(isNull(licenceFiles.releasedBy), ne(licenceFiles.releasedBy, 'receipt')),
    or(isNull(licenceFiles.expiresAt), gt(licenceFiles.expiresAt, now)),
  );

/**
 * Facts for the operator who decides on refunds: each licence's current owner, its number of binds, unbinds and
 * transfers, and licence files that keep working. By order id; only for orders with a refund request.
 */
export async function bearingOf(
  db: Db,
  list: readonly Refundable[],
  now: Date,
): Promise<Map<number, LicenceBearing[]>> {
  const requested = list.filter(({ refundRequestedAt }) => refundRequestedAt !== null);
  if (requested.length === 0) return new Map();
  const buyers = new Map(requested.map(({ id, userId }) => [id, userId]));
  const rows = await db
    .select({ orderId: licenceTerms.orderId, licence: licences, email: users.email })
    .from(licenceTerms)
    .innerJoin(licences, eq(licences.id, licenceTerms.licenceId))
    .innerJoin(users, eq(users.id, licences.userId))
    .where(inArray(licenceTerms.orderId, [...buyers.keys()]))
    .orderBy(asc(licences.id));
  const ids = [...new Set(rows.map(({ licence }) => licence.id))];
  if (ids.length === 0) return new Map();
  const times = (kind: string) =>
    sql<number>`count(*) filter (where ${licenceEvents.kind} = ${kind})`.mapWith(Number);
  // One after the other: a transaction has one connection.
  const events = await db
    .select({
      id: licenceEvents.licenceId,
      binds: times('bound'),
      unbinds: times('unbound'),
      transfers: times('transferred'),
    })
    .from(licenceEvents)
    .where(inArray(licenceEvents.licenceId, ids))
    .groupBy(licenceEvents.licenceId);
  const files = await db
    .select()
    .from(licenceFiles)
    .where(and(inArray(licenceFiles.licenceId, ids), isUsable(now)))
    .orderBy(asc(licenceFiles.id));
  const bearing = new Map<number, LicenceBearing[]>();
  for (const { orderId, licence, email } of rows) {
    if (orderId === null) continue;
    const happened = events.find(({ id }) => id === licence.id);
    const one: LicenceBearing = {
      id: licence.id,
      code_tail: licence.codeTail,
      renewal: licence.orderId !== orderId,
      owner: shownEmail(email),
      transferred: licence.userId !== buyers.get(orderId),
      revoked: licence.revokedAt !== null,
      server: licence.serverName,
      binds: happened?.binds ?? 0,
      unbinds: happened?.unbinds ?? 0,
      transfers: happened?.transfers ?? 0,
      files: files
        .filter(({ licenceId }) => licenceId === licence.id)
        .map(({ serverName, issuedAt, expiresAt }) => ({
          server: serverName,
          issued_at: issuedAt.toISOString(),
          expires_at: expiresAt?.toISOString() ?? null,
        })),
    };
    bearing.set(orderId, [...(bearing.get(orderId) ?? []), one]);
  }
  return bearing;
}
