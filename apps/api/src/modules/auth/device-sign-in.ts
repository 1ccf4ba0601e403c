import type { DataOf, userDevice } from '@yunduo/api-contract';
import { localePath, type Locale } from '@yunduo/i18n';
import {
  DEVICE_CODE_ALPHABET,
  DEVICE_CODE_LETTERS,
  DEVICE_SIGN_IN,
  formatDeviceCode,
  parseDeviceCode,
  RATES,
} from '@yunduo/validation';
import { and, eq, gt, lte, ne, sql, type SQL } from 'drizzle-orm';
import { after } from '../../clock.ts';
import { deriveKey } from '../../config.ts';
import { withTransaction, type Context } from '../../context.ts';
import { deviceSignIns, sessions, users } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/route.ts';
import { hashToken, keyedHash, looksLikeToken, newLetters, newToken } from '../codes/tokens.ts';
import { recordSecurityEvent, shortNetwork } from '../security/events.ts';
import { throttle } from '../throttle/throttle.ts';
import { presentUser } from './accounts.ts';
import { beginSession } from './begin-session.ts';
import type { Visitor } from './known-devices.ts';
import { alive } from './sessions.ts';

type DeviceRow = typeof deviceSignIns.$inferSelect;

const keyOf = ({ config }: Pick<Context, 'config'>): Buffer => deriveKey(config.signingKey, 'device sign-in');
const userCodeHash = (context: Pick<Context, 'config'>, code: string): string =>
  keyedHash(keyOf(context), 'code', code);
const networkHash = (context: Pick<Context, 'config'>, network: string): string =>
  keyedHash(keyOf(context), 'network', network);

/** Name of a device's session. */
const nameOf = ({ name, system }: Pick<DeviceRow, 'name' | 'system'>): string => `${name}, ${system}`;

interface DeviceInput {
  name: string;
  system: string;
  network: string;
  locale: Locale;
}

/** One collision of codes is chance; three in a row indicate a defect. */
const DRAWS = 3;

/**
 * Starts a device sign-in: returns the code to poll with and the code to show.
 * @throws ApiError RATE_LIMITED
 */
export async function beginDeviceSignIn(
  context: Context,
  { name, system, network, locale }: DeviceInput,
): Promise<DataOf<typeof userDevice.begin>> {
  const { db, clock, config } = context;
  const now = clock.now();
  await throttle(db, `device-begin:${network}`, now, RATES.deviceBegins, 'RATE_LIMITED');
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const deviceCode = newToken('grant');
    const userCode = formatDeviceCode(newLetters(DEVICE_CODE_LETTERS, DEVICE_CODE_ALPHABET));
    const interval = DEVICE_SIGN_IN.interval / 1000;
    const stored = await db
      .insert(deviceSignIns)
      .values({
        deviceCodeHash: hashToken(deviceCode),
        userCodeHash: userCodeHash(context, userCode),
        name,
        system,
        network: shortNetwork(network),
        networkHash: networkHash(context, network),
        interval,
        nextPollAt: now,
        createdAt: now,
        expiresAt: after(now, DEVICE_SIGN_IN.ttl),
      })
      .onConflictDoNothing()
      .returning({ id: deviceSignIns.id });
    if (stored.length === 0) continue;
    const page = `${config.origin}${localePath(locale, '/device')}`;
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?code=${userCode}`,
      expires_in: DEVICE_SIGN_IN.ttl / 1000,
      interval,
    };
  }
  throw new Error('no device code was free');
}

/** Counts a guess of a user code: few per account and network, for reading, allowing and denying together. */
async function takeGuess({ db, clock }: Context, user: SessionUser, network: string): Promise<void> {
  const now = clock.now();
  await throttle(db, `device-code:${user.id}`, now, DEVICE_SIGN_IN.tries);
  await throttle(db, `device-code:${network}`, now, RATES.deviceCodes);
}

const waitsWith = (context: Context, code: string, now: Date): SQL | undefined =>
  and(eq(deviceSignIns.userCodeHash, userCodeHash(context, code)), gt(deviceSignIns.expiresAt, now));

interface Decision {
  user: SessionUser;
  /** The code as typed, of an undecided device. */
  typed: string;
  network: string;
}

/**
 * The waiting device with this code.
 * @throws ApiError DEVICE_CODE_INVALID, TOO_MANY_REQUESTS
 */
export async function findDevice(
  context: Context,
  { user, typed, network }: Decision,
): Promise<DataOf<typeof userDevice.lookup>> {
  await takeGuess(context, user, network);
  const code = parseDeviceCode(typed);
  const [found] = code
    ? await context.db
        .select()
        .from(deviceSignIns)
        .where(and(waitsWith(context, code, context.clock.now()), eq(deviceSignIns.state, 'pending')))
    : [];
  if (!code || !found) throw apiError('DEVICE_CODE_INVALID');
  return {
    user_code: code,
    device_name: found.name,
    system: found.system,
    network: found.network,
    same_network: found.networkHash === networkHash(context, network),
    asked_at: found.createdAt.toISOString(),
    expires_at: found.expiresAt.toISOString(),
  };
}

/**
 * Allows or denies a device. The first decision is final; repeated by the same account it changes nothing and gets the
 * same answer.
 * @throws ApiError DEVICE_CODE_INVALID, TOO_MANY_REQUESTS
 */
export async function decideDevice(
  context: Context,
  state: 'allowed' | 'denied',
  { user, typed, network }: Decision,
): Promise<void> {
  await takeGuess(context, user, network);
  const code = parseDeviceCode(typed);
  if (!code) throw apiError('DEVICE_CODE_INVALID');
  const now = context.clock.now();
  const waits = waitsWith(context, code, now);
  await context.db.transaction(async (tx) => {
    const [decided] = await tx
      .update(deviceSignIns)
      .set({ state, userId: user.id, sessionId: user.sessionId, decidedAt: now })
      .where(and(waits, eq(deviceSignIns.state, 'pending')))
      .returning();
    if (decided) {
      const subject = { userId: user.id, email: user.email, device: nameOf(decided), details: {} };
      return recordSecurityEvent(withTransaction(context, tx), `device_${state}`, subject);
    }
    const [mine] = await tx
      .select({ state: deviceSignIns.state })
      .from(deviceSignIns)
      .where(and(waits, eq(deviceSignIns.userId, user.id)));
    // The device may have collected its session meanwhile.
    const same = mine?.state === state || (mine?.state === 'used' && state === 'allowed');
    if (!same) throw apiError('DEVICE_CODE_INVALID');
  });
}

/**
 * A poll of the device: returns its session once its owner allowed it. Of concurrent polls, in any number of processes,
 * one gets it. The session carries no fresh proof: calls that need one ask for it on the device.
 * @throws ApiError DEVICE_PENDING, DEVICE_SLOW_DOWN, DEVICE_DENIED, DEVICE_EXPIRED, RATE_LIMITED
 */
export async function pollDevice(context: Context, deviceCode: string, visitor: Visitor) {
  const { db, clock } = context;
  const now = clock.now();
  await throttle(db, `device-poll:${visitor.network}`, now, RATES.devicePolls, 'RATE_LIMITED');
  const polled = await takePoll(context, deviceCode, now);
  if (polled.state === 'denied') throw apiError('DEVICE_DENIED');
  const { userId, sessionId } = polled;
  if (polled.state === 'pending' || userId === null || sessionId === null)
    throw apiError('DEVICE_PENDING', { retryAfter: polled.interval * 1000 });

  const signedIn = await db.transaction(async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(eq(users.id, userId))
      // Locks the account first, as every call that ends sessions does: a concurrent password change is serialised.
      .for('no key update');
    const [used] = await tx
      .update(deviceSignIns)
      .set({ state: 'used' })
      .where(and(eq(deviceSignIns.id, polled.id), eq(deviceSignIns.state, 'allowed')))
      .returning({ id: deviceSignIns.id });
    if (!used) throw apiError('DEVICE_EXPIRED');
    const [allowedBy] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), alive(now)));
    if (!user || !allowedBy) return null;
    const device = { ...visitor, device: nameOf(polled) };
    const inside = withTransaction(context, tx);
    return { user, ...(await beginSession(inside, user, device, user.locale, { proved: false })) };
  });
  // The session that allowed it has ended: the code is used up anyway.
  if (!signedIn) throw apiError('DEVICE_DENIED');
  return { ...signedIn, user: await presentUser(context, signedIn.user) };
}

/** Counts a poll and returns the device; an early poll increases its interval. */
async function takePoll({ db }: Context, deviceCode: string, now: Date): Promise<DeviceRow> {
  if (!looksLikeToken('grant', deviceCode)) throw apiError('DEVICE_EXPIRED');
  const live = and(
    eq(deviceSignIns.deviceCodeHash, hashToken(deviceCode)),
    gt(deviceSignIns.expiresAt, now),
    ne(deviceSignIns.state, 'used'),
  );
  const { slowDown, intervalMax } = DEVICE_SIGN_IN;
  const longer = sql`least(${deviceSignIns.interval} + ${slowDown / 1000}, ${intervalMax / 1000})`;
  const inSeconds = (seconds: SQL) =>
    sql`${now.toISOString()}::timestamptz + make_interval(secs => ${seconds}::int)`;
  const [taken] = await db
    .update(deviceSignIns)
    .set({ nextPollAt: inSeconds(sql`${deviceSignIns.interval}`) })
    .where(and(live, lte(deviceSignIns.nextPollAt, now)))
    .returning();
  if (taken) return taken;
  const [early] = await db
    .update(deviceSignIns)
    .set({ interval: longer, nextPollAt: inSeconds(longer) })
    .where(live)
    .returning({ interval: deviceSignIns.interval });
  if (!early) throw apiError('DEVICE_EXPIRED');
  throw apiError('DEVICE_SLOW_DOWN', { retryAfter: early.interval * 1000 });
}
