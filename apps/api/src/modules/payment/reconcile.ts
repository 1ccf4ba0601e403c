import { MINUTE, PAY_RECONCILE } from '@yunduo/validation';
import { and, eq, gt, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { orders, payments } from '../../db/schema/order.ts';
import type { Job } from '../jobs/jobs.ts';
import type { PaymentRow } from '../order/present.ts';
import { MOVES } from '../order/states.ts';
import { bookReported } from './notices.ts';
import { gatewaysOf, type Provider } from './providers.ts';

/**
 * Attempts per run: each is a call over the network. They are chosen at random, so that attempts that never end, such
 * as abandoned pages, cannot block the others.
 */
export const BATCH = 100;

/**
 * Queries payment companies about attempts without a notification, which may have been lost, and closes the pages of
 * orders that can take no money any more: cancelled, expired, paid otherwise, or of a deleted account.
 */
export const askGateways: Job = {
  name: 'payments.ask',
  every: MINUTE,
  long: true,
  async run(context, stopping) {
    const { db, clock, config, log } = context;
    const now = clock.now();
    let booked = 0;
    for (const provider of await gatewaysOf(context)) {
      const over = or(notInArray(orders.status, [...MOVES.settle.from]), isNull(orders.userId));
      const since = after(now, -PAY_RECONCILE.until);
      const open = await db
        .select({ payment: payments, over: sql<boolean>`${over}` })
        .from(payments)
        .innerJoin(orders, eq(orders.id, payments.orderId))
        .where(
          and(
            eq(payments.provider, provider.name),
            eq(payments.status, 'started'),
            or(over, lt(payments.createdAt, after(now, -PAY_RECONCILE.after))),
            or(gt(payments.createdAt, since), gt(payments.expiresAt, since)),
          ),
        )
        .orderBy(sql`random()`)
        .limit(BATCH);
      for (const { payment, over: orderIsOver } of open) {
        if (stopping?.aborted) return booked;
        try {
          const reported = await provider.gateway?.ask(config, payment);
          if (reported) {
            await bookReported(context, provider, reported);
            booked += 1;
          } else if (orderIsOver) await closePages(context, provider, payment);
        } catch (err) {
          log.warn(
            { err, provider: provider.name, payment: payment.paymentNo },
            'a payment was not asked for',
          );
        }
      }
    }
    return booked;
  },
};

/** Closes the pages of an attempt; the next run books the outcome, or tries again. Money that comes is `unmatched`. */
async function closePages({ config, log }: Context, provider: Provider, payment: PaymentRow): Promise<void> {
  try {
    await provider.gateway?.close(config, payment);
  } catch (err) {
    log.warn({ err, provider: provider.name, payment: payment.paymentNo }, 'a payment page was not closed');
  }
}

/** Sends refunds, and amounts that an order could not accept, back to their source. Failures are retried. */
export const giveBack: Job = {
  name: 'payments.give_back',
  every: PAY_RECONCILE.giveBackEvery,
  long: true,
  async run(context, stopping) {
    const { db, clock, config, log } = context;
    let sent = 0;
    for (const provider of await gatewaysOf(context)) {
      const owed = await db
        .select()
        .from(payments)
        .where(
          and(
            eq(payments.provider, provider.name),
            inArray(payments.status, ['refunded', 'returned']),
            isNull(payments.sentBackAt),
          ),
        )
        .orderBy(sql`random()`)
        .limit(BATCH);
      for (const payment of owed) {
        if (stopping?.aborted) return sent;
        try {
          await provider.gateway?.giveBack(config, payment);
          await db.update(payments).set({ sentBackAt: clock.now() }).where(eq(payments.id, payment.id));
          sent += 1;
        } catch (err) {
          log.error({ err, provider: provider.name, payment: payment.paymentNo }, 'money was not sent back');
        }
      }
    }
    return sent;
  },
};
