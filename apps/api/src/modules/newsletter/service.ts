import { localePath, type Locale } from '@yunduo/i18n';
import { DAY, HOUR, SUBSCRIPTION } from '@yunduo/validation';
import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
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
import { hashToken, keyedHash, linkToken, looksLikeToken, newToken } from '../codes/tokens.ts';
import { oneClickAddress, type Leaving } from '../mail/one-click.ts';

type TokenKind = (typeof subscriptionTokens.$inferSelect)['kind'];
type Subscriber = typeof subscribers.$inferSelect;

const LIFE: Record<TokenKind, number> = {
  confirm: SUBSCRIPTION.confirmTtl,
  unsubscribe: SUBSCRIPTION.unsubscribeTtl,
  undo: SUBSCRIPTION.undoTtl,
};

/** The page opened by a mail's link; its action needs a click on a button, which link scanners do not perform. */
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

/** Unsubscribe links of a reader: the page for the mail's text, and the URL for its header. */
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

/** The page with an unsubscribe button, in the reader's language; it tells them if the token is not valid. */
export async function leavePage(
  { db, clock, config }: Context,
  token: string,
  locale: Locale,
): Promise<string> {
  const page = (of: Locale) => landing(config.origin, of, 'unsubscribe', token);
  if (!looksLikeToken('subscription', token)) return page(locale);
  const [found] = await db
    .select({ kind: subscriptionTokens.kind, locale: subscribers.locale })
    .from(subscriptionTokens)
    .innerJoin(subscribers, eq(subscribers.id, subscriptionTokens.subscriberId))
    .where(
      and(eq(subscriptionTokens.tokenHash, hashToken(token)), gt(subscriptionTokens.expiresAt, clock.now())),
    );
  return page(found?.kind === 'unsubscribe' ? found.locale : locale);
}

export interface SubscribeInput {
  /** Normalised. */
  email: string;
  captchaTicket: string;
  locale: Locale;
  network: string;
}

/** Counter key of an address that subscribes. */
export const addressKey = (config: Context['config'], email: string): string =>
  keyedHash(deriveKey(config.signingKey, 'subscription'), email);

/**
 * Asks the owner of a mailbox to confirm a subscription. Only that mailbox learns whether the address is already
 * subscribed: the answer and the work are the same.
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
    // A subscriber keeps their language, whatever an unauthenticated request says.
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
 * The row of an address: new, or pending again. A confirmed one is not changed by an unauthenticated request, but is
 * written anyway, so that timing reveals nothing.
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

/**
 * The valid token and its subscriber, locked until the transaction ends. Lock order: the subscriber before its links, of
 * which an unsubscription deletes others, so that two links cannot deadlock.
 */
async function take(db: Db, address: string, kinds: readonly TokenKind[], now: Date) {
  const token = linkToken('subscription', address);
  if (token === null) throw apiError('SUBSCRIBE_LINK_INVALID');
  const valid = and(
    eq(subscriptionTokens.tokenHash, hashToken(token)),
    gt(subscriptionTokens.expiresAt, now),
  );
  const owner = db.select({ id: subscriptionTokens.subscriberId }).from(subscriptionTokens).where(valid);
  const [subscriber] = await db
    .select()
    .from(subscribers)
    .where(inArray(subscribers.id, owner))
    .for('update');
  const [link] = subscriber ? await db.select().from(subscriptionTokens).where(valid) : [];
  if (!subscriber || !link || !kinds.includes(link.kind)) throw apiError('SUBSCRIBE_LINK_INVALID');
  return { token: link, subscriber };
}

async function use(db: Db, tokenHash: string, now: Date): Promise<void> {
  await db.update(subscriptionTokens).set({ usedAt: now }).where(eq(subscriptionTokens.tokenHash, tokenHash));
}

async function setState(db: Db, id: number, state: Subscriber['state'], now: Date): Promise<void> {
  await db
    .update(subscribers)
    .set({ state, changedAt: now, ...(state === 'confirmed' && { confirmedAt: now }) })
    .where(eq(subscribers.id, id));
}

/**
 * Confirms a subscription, or undoes an unsubscription. Confirming twice is no error if nothing happened in between.
 * Returns the address.
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
    // Two requests, two links: the other one was already confirmed.
    if (subscriber.state === 'confirmed') return email;
    // After unsubscribing, an older confirmation mail has no effect; only the undo link resubscribes.
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
 * Ends a subscription; idempotent. Returns the address, and a token that undoes it for a limited time.
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
    // Overrides any pending request: the mailbox's owner refuses.
    if (subscriber.state !== 'unsubscribed') await setState(tx, subscriber.id, 'unsubscribed', now);
    // Open confirmation links end with it, even if the newsletter is requested again later.
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

/** Deletes unconfirmed and unsubscribed addresses, and expired links. */
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
