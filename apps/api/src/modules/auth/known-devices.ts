import { KNOWN_DEVICE, TRACES_KEPT } from '@yunduo/validation';
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { after } from '../../clock.ts';
import { deriveKey } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { knownDevices, sessions } from '../../db/schema/index.ts';
import { keyedHash, looksLikeToken, newToken } from '../codes/tokens.ts';
import { networkOf } from '../throttle/network.ts';
import { describeDevice } from './device.ts';

/** Name of the cookie. It authorises nothing: attempts with it are counted apart from those of unknown clients. */
const COOKIE = 'known_device';

/** Over TLS the `__Host-` prefix prevents other hosts from setting it; such a cookie applies to the whole site. */
const cookieOf = ({ origin }: Context['config']) =>
  origin.startsWith('https:')
    ? { name: `__Host-${COOKIE}`, scope: 'Path=/; Secure' }
    : { name: COOKIE, scope: 'Path=/api' };

/** Origin of a call, as used by sign-in. */
export interface Visitor {
  network: string;
  /** `Firefox, Linux` */
  device: string;
  /** The token of the device's cookie, or a new one. */
  deviceToken: string;
}

/** The caller's network and device; a browser without the cookie gets a new token, which `storeDevice` sets. */
export function visitorOf(
  { config }: Pick<Context, 'config'>,
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
): Visitor {
  const { name } = cookieOf(config);
  const given = new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1] ?? '';
  return {
    network: networkOf(ip),
    device: describeDevice(headers['user-agent']),
    deviceToken: looksLikeToken('device', given) ? given : newToken('device'),
  };
}

/** Sets the token as a cookie that scripts cannot read. */
export function storeDevice(
  reply: { header(name: string, value: string): unknown },
  { config }: Pick<Context, 'config'>,
  visitor: Visitor,
): void {
  const { name, scope } = cookieOf(config);
  void reply.header(
    'set-cookie',
    `${name}=${visitor.deviceToken}; ${scope}; Max-Age=${KNOWN_DEVICE.retention / 1000}; HttpOnly; SameSite=Lax`,
  );
}

const keyOf = (config: Context['config']): Buffer => deriveKey(config.signingKey, 'known devices');

/** Hash of a device as stored, different for each account. */
export const deviceHash = (config: Context['config'], userId: number, { deviceToken }: Visitor): string =>
  keyedHash(keyOf(config), 'device', userId, deviceToken);

/** Hash of a network as stored, different for each account. */
export const networkHash = (config: Context['config'], userId: number, { network }: Visitor): string =>
  keyedHash(keyOf(config), 'network', userId, network);

export interface ThrottleIdentity {
  kind: 'device' | 'network' | 'stranger';
  /** Counter key of the visitor, in addition to the account; empty for strangers, who share one counter. */
  key: string;
}

/**
 * How an account knows a visitor: by a device or a recent network that signed in, or not at all. Failures and mails of
 * strangers are counted separately. User 0 stands for an address without an account: the same query, without a match.
 */
export async function throttleIdentityOf(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  userId: number,
  visitor: Visitor,
): Promise<ThrottleIdentity> {
  const now = clock.now();
  const device = deviceHash(config, userId, visitor);
  const network = networkHash(config, userId, visitor);
  const ofDevice = db
    .select({ kind: sql<'device' | 'network'>`'device'` })
    .from(knownDevices)
    .where(
      and(
        eq(knownDevices.userId, userId),
        eq(knownDevices.deviceHash, device),
        gt(knownDevices.lastSeenAt, after(now, -KNOWN_DEVICE.retention)),
      ),
    );
  const ofNetwork = db
    .select({ kind: sql<'device' | 'network'>`'network'` })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        eq(sessions.networkHash, network),
        gt(sessions.createdAt, after(now, -TRACES_KEPT)),
      ),
    );
  const kinds = (await ofDevice.unionAll(ofNetwork)).map(({ kind }) => kind);
  if (kinds.includes('device')) return { kind: 'device', key: device };
  if (kinds.includes('network')) return { kind: 'network', key: network };
  return { kind: 'stranger', key: '' };
}

/**
 * Remembers the device for the account, in the caller's transaction; above the limit the longest unseen ones are
 * forgotten. Returns whether it was known, and whether any was.
 */
export async function rememberDevice(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  userId: number,
  visitor: Visitor,
): Promise<{ known: boolean; first: boolean }> {
  const now = clock.now();
  const hash = deviceHash(config, userId, visitor);
  const rows = await db
    .select({ deviceHash: knownDevices.deviceHash })
    .from(knownDevices)
    .where(
      and(eq(knownDevices.userId, userId), gt(knownDevices.lastSeenAt, after(now, -KNOWN_DEVICE.retention))),
    )
    .orderBy(desc(knownDevices.lastSeenAt), desc(knownDevices.deviceHash));
  const { device } = visitor;
  await db
    .insert(knownDevices)
    .values({ userId, deviceHash: hash, device, createdAt: now, lastSeenAt: now })
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.deviceHash],
      set: { device, lastSeenAt: now },
    });
  const others = rows.filter((row) => row.deviceHash !== hash);
  const tooMany = others.slice(KNOWN_DEVICE.count - 1).map((row) => row.deviceHash);
  if (tooMany.length > 0) {
    await db
      .delete(knownDevices)
      .where(and(eq(knownDevices.userId, userId), inArray(knownDevices.deviceHash, tooMany)));
  }
  return { known: others.length < rows.length, first: rows.length === 0 };
}

/** Forgets the devices and networks of an account: an attacker's may be among them. */
export async function forgetDevices(db: Db, userId: number): Promise<void> {
  await db.delete(knownDevices).where(eq(knownDevices.userId, userId));
  await db.update(sessions).set({ networkHash: null, deviceHash: null }).where(eq(sessions.userId, userId));
}

/** Forgets the device and the network of one session. */
export async function forgetDeviceOf(db: Db, userId: number, sessionId: number): Promise<void> {
  const [session] = await db
    .select({ deviceHash: sessions.deviceHash, networkHash: sessions.networkHash })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
  const { deviceHash: device = null, networkHash: network = null } = session ?? {};
  if (device !== null)
    await db
      .delete(knownDevices)
      .where(and(eq(knownDevices.userId, userId), eq(knownDevices.deviceHash, device)));
  if (network !== null)
    await db
      .update(sessions)
      .set({ networkHash: null })
      .where(and(eq(sessions.userId, userId), eq(sessions.networkHash, network)));
}
