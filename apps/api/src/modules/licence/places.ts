import { LICENCE_PLACES } from '@yunduo/validation';
import { ipAddress } from '@yunduo/validation/ip-address';
import { eq } from 'drizzle-orm';
import { after } from '../../clock.ts';
import { withTransaction, type Context } from '../../context.ts';
import { licences, type LicencePlace } from '../../db/schema/licence.ts';
import { networkOf } from '../throttle/network.ts';
import { mailCloned } from './mails.ts';
import type { LicenceRow } from './owned.ts';

/** A client says where it is at most this often, unless the place is another one. */
const SEEN_EVERY = 60_000;

/**
 * Where a server is, as far as its address tells: the /24 of a version 4 address, since lines and NAT change the last
 * number, and the /48 of a version 6 one.
 */
export function placeOf(ip: string): string {
  const network = networkOf(ip);
  if (network === 'unknown' || ipAddress(ip) === null) return network;
  if (!network.includes(':')) return network.replace(/\.\d+$/, '.0/24');
  return `${network.split(':').slice(0, 3).join(':')}::/48`;
}

const familyOf = ({ network }: LicencePlace): string => (network.includes(':') ? '6' : '4');

/** The places after a call from `network`, and whether they overlap in time, so that two machines answer. */
function movedTo(
  before: readonly LicencePlace[],
  network: string,
  now: Date,
): { places: LicencePlace[]; overlap: LicencePlace | null } {
  const since = after(now, -LICENCE_PLACES.overlap).toISOString();
  const at = now.toISOString();
  const known = before.find((place) => place.network === network);
  const recent = known && known.last >= since ? known : null;
  const here: LicencePlace = { network, first: recent?.first ?? at, last: at };
  const others = before.filter((place) => place !== known);
  // Another network was heard since this one was: a change of the line comes once and does not go back and forth.
  // A server with addresses of both versions uses now one, now the other.
  const overlap = recent
    ? others.find((place) => familyOf(place) === familyOf(here) && place.last > recent.last)
    : undefined;
  return { places: [here, ...others].slice(0, LICENCE_PLACES.max), overlap: overlap ?? null };
}

/** Whether a call from here and now has nothing to add to what is written of a licence. */
export const isKnownPlace = ({ places, lastSeenAt }: LicenceRow, network: string, now: Date): boolean =>
  places?.[0]?.network === network && lastSeenAt !== null && lastSeenAt > after(now, -SEEN_EVERY);

/** Writes where and when the client of a licence asked. Its owner is told, once a day at most, when that is two machines. */
export async function recordPlace(context: Context, id: number, ip: string): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const [licence] = await tx.select().from(licences).where(eq(licences.id, id)).for('update');
    const network = placeOf(ip);
    if (!licence || isKnownPlace(licence, network, now)) return;
    const { places, overlap } = movedTo(licence.places ?? [], network, now);
    const tell =
      overlap !== null &&
      (licence.clonedToldAt === null || licence.clonedToldAt <= after(now, -LICENCE_PLACES.told));
    await tx
      .update(licences)
      .set({ places, lastSeenAt: now, ...(overlap && { clonedAt: now }), ...(tell && { clonedToldAt: now }) })
      .where(eq(licences.id, id));
    if (tell) await mailCloned(withTransaction(context, tx), licence, [network, overlap.network]);
  });
}

/** What is forgotten with the server of a licence. */
export const NO_PLACES = { places: null, clonedAt: null, clonedToldAt: null } as const;
