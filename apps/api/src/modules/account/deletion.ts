import type { DeletionOutlook } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { CLOSURE_KEPT, EMAIL_CODE, HOUR, MINUTE, type DeletionBlocker } from '@yunduo/validation';
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { after } from '../../clock.ts';
import { deriveKey } from '../../config.ts';
import { withTransaction, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import {
  accountClosures,
  activityParticipations,
  apps,
  appVersions,
  consents,
  feedbackTickets,
  licences,
  orders,
  subscribers,
  userRoles,
  users,
} from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/route.ts';
import type { Job } from '../jobs/jobs.ts';
import { sendEmail } from '../mail/notify.ts';
import { recordSecurityEvent } from '../security/events.ts';
import { throttle } from '../throttle/throttle.ts';
import { codeKey, issueCode, tryCode, useCode } from '../codes/email-codes.ts';
import { verifyOwnPassword } from '../auth/proof.ts';
import { keyedHash } from '../codes/tokens.ts';
import { anonymise } from './anonymise.ts';

const SCENE = 'USER_INFO_DELETE';
const CODES_PER_USER = [{ count: EMAIL_CODE.perAddressHour, window: HOUR }];
/** States in which a payment or refund may still be in progress. */
const OPEN_ORDERS = ['pending', 'failed', 'refund_requested'] as const;

/**
 * Longest statement of a deletion, ms. Free text may contain the address, no index covers that search, and over
 * millions of rows it exceeds the default statement timeout. The call itself has 30 s.
 */
const TIMEOUT = 20_000;

type Blockers = DeletionOutlook['blockers'];

const codeOf = ({ id, email }: SessionUser) => ({ email, scene: SCENE, subject: id }) as const;
/** Of the security events about the code. */
const subjectOf = ({ id, email }: SessionUser) => ({ userId: id, email, details: { scene: SCENE } });

/** Obligations to settle before deletion: open orders, published apps, and staff roles. */
export async function blockersOf(db: Db, userId: number): Promise<Blockers> {
  const own = eq(apps.developerId, userId);
  const found: [DeletionBlocker, number][] = [
    [
      'open_orders',
      await db.$count(orders, and(eq(orders.userId, userId), inArray(orders.status, [...OPEN_ORDERS]))),
    ],
    ['apps_in_store', await db.$count(apps, and(own, eq(apps.status, 'published')))],
    [
      'versions_in_review',
      await db.$count(
        appVersions,
        and(
          eq(appVersions.reviewStatus, 'in_review'),
          inArray(appVersions.appId, db.select({ id: apps.id }).from(apps).where(own)),
        ),
      ),
    ],
    [
      'staff_role',
      await db.$count(userRoles, and(eq(userRoles.userId, userId), ne(userRoles.role, 'developer'))),
    ],
  ];
  return found.flatMap(([kind, n]) => (n > 0 ? [{ kind, count: n }] : []));
}

async function outlookFor(
  db: Db,
  user: Pick<SessionUser, 'id' | 'email'>,
  now: Date,
): Promise<Pick<DeletionOutlook, 'removes' | 'keeps'>> {
  const own = eq(apps.developerId, user.id);
  const [subscription] = await db
    .select({ n: count() })
    .from(subscribers)
    .where(and(eq(subscribers.email, user.email), eq(subscribers.state, 'confirmed')));
  return {
    removes: {
      live_licences: await db.$count(
        licences,
        and(
          eq(licences.userId, user.id),
          isNull(licences.revokedAt),
          or(isNull(licences.expiresAt), gt(licences.expiresAt, now)),
        ),
      ),
      apps: await db.$count(apps, and(own, isNull(apps.firstPublishedAt))),
      feedback: await db.$count(feedbackTickets, eq(feedbackTickets.userId, user.id)),
      activities: await db.$count(activityParticipations, eq(activityParticipations.userId, user.id)),
      subscription: (subscription?.n ?? 0) > 0,
    },
    keeps: {
      orders: await db.$count(orders, eq(orders.userId, user.id)),
      apps: await db.$count(apps, and(own, isNotNull(apps.firstPublishedAt))),
      consents: await db.$count(consents, eq(consents.userId, user.id)),
    },
  };
}

/**
 * Reports what deleting the account would do, once the password is verified; unless something blocks the deletion,
 * mails a confirmation code.
 * @throws ApiError PASSWORD_WRONG, ACCOUNT_LOCKED, TOO_MANY_REQUESTS
 */
export async function prepareDeletion(
  context: Context,
  user: SessionUser,
  { password, locale }: { password: string; locale: Locale },
): Promise<DeletionOutlook> {
  const { db, clock, config, mail } = context;
  const now = clock.now();
  await verifyOwnPassword(context, user, password);
  return db.transaction(async (tx) => {
    const blockers = await blockersOf(tx, user.id);
    const outlook = await outlookFor(tx, user, now);
    if (blockers.length > 0) return { ready: false, blockers, ...outlook, expires_in: null };
    await throttle(tx, `delete-code:${user.id}`, now, CODES_PER_USER);
    const code = await issueCode(tx, codeKey(config), codeOf(user), now);
    const shown = { code: { digits: code.digits, minutes: EMAIL_CODE.ttl / MINUTE } };
    await sendEmail({ db: tx, mail }, { email: user.email, locale }, 'account_delete_code', shown, code);
    await recordSecurityEvent(withTransaction(context, tx), 'code_sent', subjectOf(user));
    return { ready: true, blockers, ...outlook, expires_in: EMAIL_CODE.ttl / 1000 };
  });
}

const addressHash = (config: Context['config'], email: string): string =>
  keyedHash(deriveKey(config.signingKey, 'closed account'), email);

/**
 * Counts an attempt of the code, whatever the outcome of the deletion.
 * @throws ApiError CODE_INVALID
 */
export async function tryDeletion(context: Context, user: SessionUser, code: string): Promise<void> {
  const { db, clock, config } = context;
  await tryCode(db, codeKey(config), codeOf(user), code, clock.now()).catch(async (error: unknown) => {
    await recordSecurityEvent(context, 'code_refused', subjectOf(user));
    throw error;
  });
}

/**
 * Deletes the account of its owner permanently, in the caller's transaction.
 * @returns the files no longer referenced, to be removed after the transaction commits
 * @throws ApiError CODE_INVALID, DELETION_BLOCKED when a blocker appeared since, UNAUTHENTICATED when the account was
 * deleted concurrently
 */
export async function confirmDeletion(
  context: Context,
  user: SessionUser,
  { code, locale }: { code: string; locale: Locale },
): Promise<string[]> {
  const { db, clock, config } = context;
  // Row lock: concurrent writes for this account wait, then find no account.
  const [row] = await db.select().from(users).where(eq(users.id, user.id)).for('update');
  if (!row) throw apiError('UNAUTHENTICATED');
  await useCode(db, codeKey(config), codeOf(user), code, clock.now());
  return closeAccount(context, row, locale);
}

/**
 * Deletes an account whose row the caller's transaction has locked: `anonymise` defines what is deleted and what is
 * kept. The address is notified. Consents are kept without the address for a limited time.
 * @returns the files no longer referenced, to be removed after the transaction commits
 * @throws ApiError DELETION_BLOCKED
 */
export async function closeAccount(
  context: Context,
  row: typeof users.$inferSelect,
  locale: Locale,
): Promise<string[]> {
  const { db, clock, config } = context;
  const user = { id: row.id };
  const now = clock.now();
  await db.execute(sql`select set_config('statement_timeout', ${`${TIMEOUT}ms`}, true)`);
  if ((await blockersOf(db, user.id)).length > 0) throw apiError('DELETION_BLOCKED');
  const agreed = await db
    .select()
    .from(consents)
    .where(eq(consents.userId, user.id))
    .orderBy(asc(consents.agreedAt), asc(consents.id));
  await db.insert(accountClosures).values({
    addressHash: addressHash(config, row.email),
    consents: agreed.map(({ protocol, version, agreedAt }) => ({
      protocol,
      version,
      agreedAt: agreedAt.toISOString(),
    })),
    closedAt: now,
  });
  const removed = await anonymise(context, row);
  await sendEmail(context, { email: row.email, locale }, 'account_deleted');
  // The account's security events were deleted with it: only the log records this one.
  await recordSecurityEvent(context, 'account_deleted', { userId: user.id, email: row.email, details: {} });
  return removed;
}

/** Deletes records kept for disputes once their retention period ends. */
export const forgetClosures: Job = {
  name: 'account_closures',
  every: 24 * HOUR,
  run: async ({ db, clock }) =>
    (
      await db
        .delete(accountClosures)
        .where(lt(accountClosures.closedAt, after(clock.now(), -CLOSURE_KEPT)))
        .returning({ id: accountClosures.id })
    ).length,
};
