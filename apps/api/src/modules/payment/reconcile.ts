import { MINUTE, PAY_RECONCILE } from '@yunduo/validation';
import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { after } from '../../clock.ts';
import { payments } from '../../db/schema/order.ts';
import type { Job } from '../jobs/jobs.ts';
import { bookReported } from './notices.ts';
import { gatewaysOf } from './providers.ts';

/**
 * Attempts per run: each is a call over the network. They are chosen at random, so that attempts that never end, such
 * as abandoned pages, cannot block the others.
 */
export const BATCH = 100;

/** Queries payment companies about attempts without a notification, which may have been lost. */
export const askGateways: Job = {
  name: 'payments.ask',
  every: MINUTE,
  long: true,
  async run(context) {
    const { db, clock, config, log } = context;
    const now = clock.now();
    let booked = 0;
    for (const provider of await gatewaysOf(context)) {
      const open = await db
        .select()
        .from(payments)
        .where(
          and(
            eq(payments.provider, provider.name),
            eq(payments.status, 'started'),
            lt(payments.createdAt, after(now, -PAY_RECONCILE.after)),
            gt(payments.createdAt, after(now, -PAY_RECONCILE.until)),
          ),
        )
        .orderBy(sql`random()`)
        .limit(BATCH);
      for (const payment of open) {
        try {
          const reported = await provider.gateway?.ask(config, payment);
          if (!reported) continue;
          await bookReported(context, provider, reported);
          booked += 1;
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

/** Sends refunds, and amounts that an order could not accept, back to their source. Failures are retried. */
export const giveBack: Job = {
  name: 'payments.give_back',
  every: PAY_RECONCILE.giveBackEvery,
  long: true,
  async run(context) {
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
