import { randomUUID } from 'node:crypto';
import { localePath } from '@yunduo/i18n';
import { begin, within, type Activity } from '@yunduo/tracing';
import { DAY, SECOND, WEBHOOK, WEBHOOK_AT_ONCE, type WebhookFailure } from '@yunduo/validation';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { after } from '../../clock.ts';
import { withTransaction, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { webhookDeliveries, webhooks, webhookTries } from '../../db/schema/index.ts';
import { notify } from '../mail/notify.ts';
import type { Resolve } from './addresses.ts';
import { sendRequest, type Outcome } from './send.ts';
import { secretsOf, webhookSignature } from './signature.ts';

/** Interval between checks for due deliveries. */
const TICK = SECOND;

/** The delivery worker of a process. */
export interface Deliveries {
  /** Attempts due deliveries until none is left; returns the number of attempts. */
  drain(): Promise<number>;
  /** Keeps delivering until `stop`. */
  start(): void;
  /** Aborts deliveries in progress, releases them to other processes, and waits for that. */
  stop(): Promise<void>;
  /** Attempts of this process by outcome. */
  results(): ReadonlyMap<'delivered' | WebhookFailure, number>;
  /** Number of due deliveries, and how long the oldest is overdue, in seconds. */
  waiting(): Promise<{ count: number; oldest: number }>;
}

/** A delivery leased by this process. */
interface Lease {
  id: number;
  lease: number;
  /** Request that caused it; null in deliveries of earlier versions. */
  origin: Record<string, string> | null;
}

/** The request to a receiver as a span, without path and query, which may hold a secret of theirs. */
function beginRequest(url: string): Activity {
  const { hostname, port, protocol } = new URL(url);
  return begin('POST', {
    kind: 'client',
    attributes: {
      'http.request.method': 'POST',
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
      'url.scheme': protocol.slice(0, -1),
    },
  });
}

/** Creates the worker over an app's database; `resolve` resolves names. */
export function createDeliveries(app: FastifyInstance, resolve: Resolve): Deliveries {
  const rules = { loopback: app.config.webhookLoopback };
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  const results = new Map<'delivered' | WebhookFailure, number>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<number> | null = null;

  async function attempt(lease: Lease, reqId: string): Promise<void> {
    const found = await heldBy(app.db, lease);
    if (!found) return;
    const { delivery, webhook } = found;
    const at = app.clock.now();
    const timestamp = Math.floor(at.getTime() / SECOND);
    const { body, eventId } = delivery;
    const signature = webhookSignature(secretsOf(app.config, webhook, at), {
      id: eventId,
      timestamp,
      body,
    });
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Yunduo-Webhooks/1',
      'webhook-id': eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    };
    const options = { rules, resolve, signal: closing.signal };
    const request = beginRequest(webhook.url);
    const outcome = await sendRequest({ url: webhook.url, headers, body }, options).catch(
      (error: unknown) => {
        request.end({}, error);
        throw error;
      },
    );
    const result = outcome.failure ?? 'delivered';
    const { status } = outcome;
    // By convention the type of a failed answer is its status.
    const failure = outcome.failure === 'status' ? String(status) : outcome.failure;
    request.end(status === null ? {} : { 'http.response.status_code': status }, failure ?? undefined);
    results.set(result, (results.get(result) ?? 0) + 1);
    app.log.info({ reqId, delivery: delivery.id, result, status }, 'webhook tried');
    await app.db.transaction((tx) =>
      finish(withTransaction(app, tx), lease, at, { ...outcome, url: webhook.url }),
    );
  }

  async function hold(lease: Lease): Promise<void> {
    const { 'x-request-id': reqId = randomUUID(), traceparent } = lease.origin ?? {};
    const origin = {
      requestId: reqId,
      traceparent,
      kind: 'consumer' as const,
      attributes: { 'webhook.delivery': lease.id },
    };
    try {
      await within('webhook', origin, () => attempt(lease, reqId));
    } catch (err) {
      if (closing.signal.aborted) await giveBack(app.db, lease);
      // Its lease expires, and it is retried.
      else app.log.error({ reqId, delivery: lease.id, err }, 'webhook not tried');
    }
  }

  async function fill(): Promise<number> {
    const free = WEBHOOK_AT_ONCE.process - running.size;
    if (free <= 0 || closing.signal.aborted) return 0;
    const leases = await claim(app, free);
    for (const lease of leases) {
      const held = hold(lease).finally(() => {
        running.delete(held);
        // The same developer may have another delivery waiting for it.
        if (timer) probe();
      });
      running.add(held);
    }
    return leases.length;
  }

  function probe(): void {
    looking ??= fill()
      .catch((err: unknown) => {
        app.log.error({ err }, 'webhooks could not be looked for');
        return 0;
      })
      .finally(() => (looking = null));
  }

  return {
    async drain() {
      let tries = 0;
      for (;;) {
        tries += await fill();
        if (running.size === 0) return tries;
        await Promise.race(running);
      }
    },
    start() {
      timer = setInterval(probe, TICK);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      closing.abort();
      await looking;
      await Promise.all(running);
    },
    results: () => results,
    async waiting() {
      const now = app.clock.now();
      const { rows } = await app.db.execute<{ count: number; oldest: number }>(sql`
        select count(*)::int as count,
          coalesce(extract(epoch from ${moment(now)} - min(d.next_at)), 0)::float as oldest
        from webhook_deliveries d ${ofLiveWebhooks} where d.next_at <= ${moment(now)}`);
      return rows[0] ?? { count: 0, oldest: 0 };
    },
  };
}

/** Times as the database reads them back, independent of the client's time zone. */
const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;

const ofLiveWebhooks = sql`
  join webhooks w on w.id = d.webhook_id and w.disabled_at is null
  join users u on u.id = w.user_id and u.disabled_at is null`;

/**
 * Leases due deliveries. Developers take turns, each with a maximum in progress across all processes: a slow target
 * delays only its own developer. Of two concurrent processes one gets a delivery: the other skips the locked row, or
 * finds it leased.
 */
async function claim({ db, clock }: Pick<Context, 'db' | 'clock'>, most: number): Promise<Lease[]> {
  const now = clock.now();
  const free = sql`d.next_at <= ${moment(now)} and (d.lease_until is null or d.lease_until <= ${moment(now)})`;
  const { rows } = await db.execute<Lease & Record<string, unknown>>(sql`
    with busy as (
      select w.user_id, count(*) as under_way
      from webhook_deliveries d join webhooks w on w.id = d.webhook_id
      where d.lease_until > ${moment(now)}
      group by w.user_id
    ), due as (
      select d.id, d.next_at, coalesce(busy.under_way, 0)
        + row_number() over (partition by w.user_id order by d.next_at, d.id) as turn
      from webhook_deliveries d ${ofLiveWebhooks} left join busy on busy.user_id = w.user_id
      where ${free}
    ), picked as (
      select d.id from webhook_deliveries d
      where ${free} and d.id in (
        select id from due where turn <= ${WEBHOOK_AT_ONCE.developer} order by turn, next_at, id limit ${most}
      )
      for update skip locked
    )
    update webhook_deliveries d
    set lease_until = ${moment(after(now, WEBHOOK.lease))}, lease = d.lease + 1
    from picked where d.id = picked.id
    returning d.id, d.lease, d.origin`);
  return rows.map(({ id, lease, origin }) => ({ id, lease, origin }));
}

const held = ({ id, lease }: Pick<Lease, 'id' | 'lease'>) =>
  and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.lease, lease));

async function heldBy(db: Db, lease: Lease) {
  const [found] = await db
    .select({ delivery: webhookDeliveries, webhook: webhooks })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(held(lease));
  return found ?? null;
}

const giveBack = (db: Db, lease: Lease) =>
  db.update(webhookDeliveries).set({ leaseUntil: null }).where(held(lease));

/** Delay before the next attempt after this many; null when none is left. */
export function pauseAfter(tries: number, random = Math.random()): number | null {
  const pause = WEBHOOK.pauses[tries - 1];
  return pause === undefined ? null : Math.round(pause * (1 + WEBHOOK.jitter * (2 * random - 1)));
}

/**
 * Records the outcome of an attempt, in the caller's transaction, unless another process has taken the delivery over.
 */
async function finish(
  context: Context,
  lease: Lease,
  at: Date,
  { url, ...outcome }: Outcome & { url: string },
): Promise<void> {
  const { db, clock } = context;
  const ofDelivery = db
    .select({ id: webhookDeliveries.webhookId })
    .from(webhookDeliveries)
    .where(held(lease));
  // Lock order: the webhook first, as in a deletion.
  const [webhook] = await db
    .select()
    .from(webhooks)
    .where(eq(webhooks.id, sql`(${ofDelivery})`))
    .for('no key update');
  const [delivery] = await db.select().from(webhookDeliveries).where(held(lease)).for('update');
  if (!webhook || !delivery) return;
  const now = clock.now();
  const { failure, ...rest } = outcome;
  const round = delivery.round + 1;
  const pause = failure === null ? null : pauseAfter(round);
  await db.insert(webhookTries).values({ deliveryId: delivery.id, at, failure, ...rest });
  await db
    .update(webhookDeliveries)
    .set({
      round,
      leaseUntil: null,
      state: failure === null ? 'delivered' : pause === null ? 'failed' : 'waiting',
      nextAt: pause === null ? null : after(now, pause),
    })
    .where(eq(webhookDeliveries.id, delivery.id));
  // The address was changed meanwhile: the outcome says nothing about the new receiver.
  if (url !== webhook.url) return;
  if (failure === null) {
    if (webhook.failingSince)
      await db.update(webhooks).set({ failingSince: null }).where(eq(webhooks.id, webhook.id));
    return;
  }
  const failingSince = webhook.failingSince ?? now;
  const isOver =
    webhook.disabledAt === null &&
    round >= WEBHOOK.disableTry &&
    failingSince <= after(now, -WEBHOOK.disableAfter);
  await db
    .update(webhooks)
    .set({ failingSince, ...(isOver && { disabledAt: now, disabledBy: 'failures' }) })
    .where(eq(webhooks.id, webhook.id));
  if (!isOver) return;
  await notify(context, webhook.userId, 'webhook_disabled', ({ locale }) => ({
    link: `${context.config.origin}${localePath(locale, '/developer-center/webhooks')}?id=${webhook.id}`,
    values: { host: new URL(webhook.url).host, days: WEBHOOK.disableAfter / DAY },
  }));
}
