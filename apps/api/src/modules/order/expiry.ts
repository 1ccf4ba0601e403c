import { MINUTE } from '@yunduo/validation';
import { and, inArray, lte } from 'drizzle-orm';
import { orders } from '../../db/schema/order.ts';
import type { Job } from '../jobs/jobs.ts';
import { mailExpired } from './mails.ts';

/** Cancels overdue unpaid orders, every minute. */
export const expireOrders: Job = {
  name: 'orders.expire',
  every: MINUTE,
  async run(context) {
    const { db, clock } = context;
    const now = clock.now();
    // One conditional update: it waits for a concurrent payment, and then finds the order paid.
    const expired = await db
      .update(orders)
      .set({ status: 'cancelled', cancelledAt: now, cancelReason: 'expired' })
      .where(and(inArray(orders.status, ['pending', 'failed']), lte(orders.expiresAt, now)))
      .returning();
    for (const order of expired.filter(({ provider }) => provider === 'bank_transfer')) {
      await mailExpired(context, order);
    }
    return expired.length;
  },
};
