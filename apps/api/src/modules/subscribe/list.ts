import { asc, eq } from 'drizzle-orm';
import { within, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { subscribers, type SubscriberState } from '../../db/schema/index.ts';
import { audit, type Actor } from '../audit/audit.ts';

export type SubscriberRow = typeof subscribers.$inferSelect;

/** Addresses of the newsletter in one state, or all of them, in the order they came. */
export const listSubscribers = (db: Db, state?: SubscriberState): Promise<SubscriberRow[]> =>
  db
    .select()
    .from(subscribers)
    .where(state && eq(subscribers.state, state))
    .orderBy(asc(subscribers.id));

/** The addresses that a newsletter may go to. Who took them out of here is written down. */
export async function takeSubscribers(context: Context, actor: Actor): Promise<SubscriberRow[]> {
  return context.db.transaction(async (tx) => {
    const rows = await listSubscribers(tx, 'confirmed');
    await audit(within(context, tx), actor, {
      action: 'subscriber.export',
      target: 'subscriber',
      details: { count: rows.length },
    });
    return rows;
  });
}
