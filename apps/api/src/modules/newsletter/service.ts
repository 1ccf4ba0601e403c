import { localePath, type Locale } from '@yunduo/i18n';
import { DAY, HOUR, SUBSCRIPTION } from '@yunduo/validation';
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { after } from '../../clock.ts';
import { deriveKey } from '../../config.ts';
import { withTransaction, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { removeRows } from '../../db/remove-rows.ts';
import { subscribers, subscriptionTokens } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { consumeTicket } from '../captcha/service.ts';
import type { Job } from '../jobs/jobs.ts';
import { sendEmail } from '../mail/notify.ts';
import { throttle } from '../throttle/throttle.ts';
import { hashToken, keyedHash, looksLikeToken, newToken } from '../codes/tokens.ts';
import { oneClickAddress, type Leaving } from '../mail/one-click.ts';

type TokenKind = (typeof subscriptionTokens.$inferSelect)['kind'];
type Subscriber = typeof subscribers.$inferSelect;

const LIFE: Record<TokenKind, number> = {
  confirm: SUBSCRIPTION.confirmTtl,
  unsubscribe: SUBSCRIPTION.unsubscribeTtl,
  undo: SUBSCRIPTION.undoTtl,
};

/** The page that a mail's link opens; what happens there is a press of a button, for link scanners press none. */
function landing(origin: string, locale: Locale, does: 'confirm' | 'unsubscribe', token: string): string {
  return `${origin}${localePath(locale, '/subscribe')}?${new URLSearchParams({ do: does, token })}`;
}

async function openToken(db: Db, subscriberId: number, kind: TokenKind, now: Date): Promise<string> {
  const token = newToken('subscription');
  await db.insert(subscriptionTokens).values({
    tokenHash: hashToken(token),
    subscriberId,
    kind,
    createdAt: now,
    expiresAt: after(now, LIFE[kind]),
  });
  return token;
}

/** Where a reader leaves the newsletter: the page for a letter of their own, and the address for its header. */
export async function leaveLink(
  { db, clock, config }: Context,
  { id, locale }: Pick<Subscriber, 'id' | 'locale'>,
): Promise<{ page: string; leaving: Leaving }> {
  const token = await openToken(db, id, 'unsubscribe', clock.now());
  return { page: landing(config.origin, locale, 'unsubscribe', token), leaving: leavingBy(config, token) };
}

const leavingBy = (config: Context['config'], token: string): Leaving => ({
  href: oneClickAddress(config, token),
  list: 'newsletter',
});

/** The page that unsubscribes by a button, for a token that lives; null for any other. */
export async function leavePage({ db, clock, config }: Context, token: string): Promise<string | null> {
  if (!looksLikeToken('subscription', token)) return null;
  const [found] = await db
    .select({ kind: subscriptionTokens.kind, locale: subscribers.locale })
    .from(subscriptionTokens)
    .innerJoin(subscribers, eq(subscribers.id, subscriptionTokens.subscriberId))
    .where(
      and(eq(subscriptionTokens.tokenHash, hashToken(token)), gt(subscriptionTokens.expiresAt, clock.now())),
    );
  return found?.kind === 'unsubscribe' ? landing(config.origin, found.locale, 'unsubscribe', token) : null;
}

export interface SubscribeInput {
  /** Normalised. */
  email: string;
  captchaTicket: string;
  locale: Locale;
  network: string;
}

/** What an address that asks for the newsletter is counted under, in its place. */
export const addressKey = (config: Context['config'], email: string): string =>
  keyedHash(deriveKey(config.signingKey, 'subscription'), email);

/**
 * Asks the owner of a mailbox whether they want the newsletter. Whether the address is subscribed already is told to
 * that mailbox alone: the answer here and the work behind it are the same.
 * @throws ApiError CAPTCHA_TICKET_INVALID, TOO_MANY_REQUESTS
 */
export async function subscribe(
  { db, clock, config, mail }: Context,
  { email, captchaTicket, locale, network }: SubscribeInput,
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    await throttle(tx, `subscribe-ip:${network}`, now, SUBSCRIPTION.perIp);
    await throttle(tx, `subscribe:${addressKey(config, email)}`, now, SUBSCRIPTION.perAddress);
    await consumeTicket(tx, { ticket: captchaTicket, scene: 'subscribe', network }, now);
    const subscriber = await requestedFor(tx, email, locale, now);
    const known = subscriber.state === 'confirmed';
    // Who reads the newsletter reads it in a language of theirs, whatever a stranger asks for.
    const reads = subscriber.locale;
    const does = known ? 'unsubscribe' : 'confirm';
    const token = await openToken(tx, subscriber.id, does, now);
    const message = known ? 'subscribe_known' : 'subscribe_confirm';
    await sendEmail({ db: tx, mail }, { email, locale: reads }, message, {
      link: landing(config.origin, reads, does, token),
      values: { days: SUBSCRIPTION.confirmTtl / DAY },
      ...(known && { leaving: leavingBy(config, token) }),
    });
  });
}

/**
 * The row of an address: new, or waiting once more. One that is confirmed is not changed by a stranger's wish, but it is
 * written all the same: who measures the answer learns nothing.
 */
async function requestedFor(db: Db, email: string, locale: Locale, now: Date): Promise<Subscriber> {
  const unlessConfirmed = (column: PgColumn, input: string) =>
    sql`case ${subscribers.state} when 'confirmed' then ${column} else ${sql.raw(`excluded.${input}`)} end`;
  const [row] = await db
    .insert(subscribers)
    .values({ email, locale, createdAt: now, changedAt: now })
    .onConflictDoUpdate({
      target: subscribers.email,
      set: {
        locale: unlessConfirmed(subscribers.locale, 'locale'),
        state: unlessConfirmed(subscribers.state, 'state'),
        changedAt: unlessConfirmed(subscribers.changedAt, 'changed_at'),
      },
    })
    .returning();
  if (!row) throw new Error('no subscriber was stored');
  return row;
}

/** The living token and whose it is, held until the transaction ends. */
async function take(db: Db, token: string, kinds: readonly TokenKind[], now: Date) {
  if (!looksLikeToken('subscription', token)) throw apiError('SUBSCRIBE_LINK_INVALID');
  const [found] = await db
    .select({ token: subscriptionTokens, subscriber: subscribers })
    .from(subscriptionTokens)
    .innerJoin(subscribers, eq(subscribers.id, subscriptionTokens.subscriberId))
    .where(and(eq(subscriptionTokens.tokenHash, hashToken(token)), gt(subscriptionTokens.expiresAt, now)))
    .for('update');
  if (!found || !kinds.includes(found.token.kind)) throw apiError('SUBSCRIBE_LINK_INVALID');
  return found;
}

async function use(db: Db, tokenHash: string, now: Date): Promise<void> {
  await db
    .update(subscriptionTokens)
    .set({ usedAt: now })
    .where(and(eq(subscriptionTokens.tokenHash, tokenHash), isNull(subscriptionTokens.usedAt)));
}

async function setState(db: Db, id: number, state: Subscriber['state'], now: Date): Promise<void> {
  await db
    .update(subscribers)
    .set({ state, changedAt: now, ...(state === 'confirmed' && { confirmedAt: now }) })
    .where(eq(subscribers.id, id));
}

/**
 * The owner of the mailbox says yes, or takes an unsubscription back. Pressing twice is no error as long as nothing
 * happened in between. Answers the address.
 * @throws ApiError SUBSCRIBE_LINK_INVALID
 */
export async function confirmSubscription(context: Context, token: string): Promise<string> {
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    const { token: link, subscriber } = await take(tx, token, ['confirm', 'undo'], now);
    const { email, locale } = subscriber;
    if (link.usedAt !== null) {
      if (subscriber.state !== 'confirmed') throw apiError('SUBSCRIBE_LINK_INVALID');
      return email;
    }
    await use(tx, link.tokenHash, now);
    // A second link of two wishes: the first one was pressed.
    if (subscriber.state === 'confirmed') return email;
    // Somebody who unsubscribed since is not brought back by an older mail; only by their own way back.
    if ((link.kind === 'undo') !== (subscriber.state === 'unsubscribed')) {
      throw apiError('SUBSCRIBE_LINK_INVALID');
    }
    await setState(tx, subscriber.id, 'confirmed', now);
    if (link.kind === 'confirm') {
      const inside = withTransaction(context, tx);
      const { page, leaving } = await leaveLink(inside, subscriber);
      await sendEmail(inside, { email, locale }, 'subscribed', { link: page, leaving });
    }
    return email;
  });
}

/**
 * Ends a subscription; again and again is the same. Answers the address, and a token that takes it back for a while.
 * @throws ApiError SUBSCRIBE_LINK_INVALID
 */
export async function unsubscribe(
  { db, clock }: Context,
  token: string,
): Promise<{ email: string; undoToken: string }> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const { token: link, subscriber } = await take(tx, token, ['unsubscribe'], now);
    await use(tx, link.tokenHash, now);
    // Whatever was asked for since by whomever: the mailbox says no.
    if (subscriber.state !== 'unsubscribed') await setState(tx, subscriber.id, 'unsubscribed', now);
    // Confirmations that nobody pressed so far end with it, also for a time when somebody asks for the newsletter again.
    await tx
      .delete(subscriptionTokens)
      .where(
        and(
          eq(subscriptionTokens.subscriberId, subscriber.id),
          eq(subscriptionTokens.kind, 'confirm'),
          isNull(subscriptionTokens.usedAt),
        ),
      );
    return { email: subscriber.email, undoToken: await openToken(tx, subscriber.id, 'undo', now) };
  });
}

/** Forgets addresses that never said yes or said no, and links that are over. */
export const forgetSubscribers: Job = {
  name: 'subscribers',
  every: HOUR,
  run: async ({ db, clock }) => {
    const now = clock.now();
    const forgotten = await removeRows(
      db,
      subscribers,
      or(
        and(
          eq(subscribers.state, 'pending'),
          lt(subscribers.changedAt, after(now, -SUBSCRIPTION.confirmTtl)),
        ),
        and(
          eq(subscribers.state, 'unsubscribed'),
          lt(subscribers.changedAt, after(now, -SUBSCRIPTION.retention)),
        ),
      ),
    );
    await removeRows(db, subscriptionTokens, lt(subscriptionTokens.expiresAt, now));
    return forgotten;
  },
};
