import { asc, eq } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { subscribers, type SubscriberState } from '../../db/schema/index.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { leaveLink } from './service.ts';

export type SubscriberRow = typeof subscribers.$inferSelect;

/** Newsletter addresses in one state, or all, oldest first. */
export const listSubscribers = (db: Db, state?: SubscriberState): Promise<SubscriberRow[]> =>
  db
    .select()
    .from(subscribers)
    .where(state && eq(subscribers.state, state))
    .orderBy(asc(subscribers.id));

/**
 * The addresses that a newsletter may go to, each with its unsubscribe link. The export is recorded in the audit log.
 */
export async function takeSubscribers(
  context: Context,
  actor: Actor,
): Promise<(SubscriberRow & { leave: Awaited<ReturnType<typeof leaveLink>> })[]> {
  return context.db.transaction(async (tx) => {
    const here = withTransaction(context, tx);
    const readers: (SubscriberRow & { leave: Awaited<ReturnType<typeof leaveLink>> })[] = [];
    for (const row of await listSubscribers(tx, 'confirmed'))
      readers.push({ ...row, leave: await leaveLink(here, row) });
    await audit(here, actor, {
      action: 'subscriber.export',
      target: 'subscriber',
      details: { count: readers.length },
    });
    return readers;
  });
}
