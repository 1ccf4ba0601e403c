import { LICENCE_PLACES } from '@yunduo/validation';
import { ipAddress } from '@yunduo/validation/ip-address';
import { eq } from 'drizzle-orm';
import { after } from '../../clock.ts';
import { withTransaction, type Context } from '../../context.ts';
import { licences, type LicencePlace } from '../../db/schema/licence.ts';
import { networkOf } from '../throttle/network.ts';
import { mailCloned } from './mails.ts';
import type { LicenceRow } from './owned.ts';

/** A client's place is written at most this often, ms, unless the place changes. */
const SEEN_EVERY = 60_000;

/**
 * The network of a server: the /24 of an IPv4 address, since reconnects and NAT change the last number, and the /48 of
 * an IPv6 address.
 */
export function placeOf(ip: string): string {
  const network = networkOf(ip);
  if (network === 'unknown' || ipAddress(ip) === null) return network;
  if (!network.includes(':')) return network.replace(/\.\d+$/, '.0/24');
  return `${network.split(':').slice(0, 3).join(':')}::/48`;
}

const familyOf = ({ network }: LicencePlace): string => (network.includes(':') ? '6' : '4');

/** The places after a call from `network`, and whether they overlap in time, which means two computers. */
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
  // The earlier network was seen again after another one: a change of connection happens once and does not alternate. A
  // server with addresses of both IP versions may use either.
  const overlap = recent
    ? others.find((place) => familyOf(place) === familyOf(here) && place.last > recent.last)
    : undefined;
  return { places: [here, ...others].slice(0, LICENCE_PLACES.max), overlap: overlap ?? null };
}

/** Whether a call from this network now would change nothing that is stored. */
export const isKnownPlace = ({ places, lastSeenAt }: LicenceRow, network: string, now: Date): boolean =>
  places?.[0]?.network === network && lastSeenAt !== null && lastSeenAt > after(now, -SEEN_EVERY);

/**
 * Records the network and time of a client's call. If two computers are detected, the owner is notified, at most once a
 * day.
 */
export async function recordPlace(context: Context, id: number, ip: string): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const [licence] = await tx.select().from(licences).where(eq(licences.id, id)).for('update');
    const network = placeOf(ip);
    if (!licence || isKnownPlace(licence, network, now)) return;
    const { places, overlap } = movedTo(licence.places ?? [], network, now);
    const tell =
      overlap !== null &&
      (licence.clonedToldAt === null || licence.clonedToldAt <= after(now, -LICENCE_PLACES.notifyEvery));
    await tx
      .update(licences)
      .set({ places, lastSeenAt: now, ...(overlap && { clonedAt: now }), ...(tell && { clonedToldAt: now }) })
      .where(eq(licences.id, id));
    if (tell) await mailCloned(withTransaction(context, tx), licence, [network, overlap.network]);
  });
}

/** Fields cleared when the server of a licence changes. */
export const NO_PLACES = { places: null, clonedAt: null, clonedToldAt: null } as const;
