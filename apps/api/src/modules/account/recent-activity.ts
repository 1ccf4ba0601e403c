import type { DataOf, InputOf, userInfo } from '@yunduo/api-contract';
import { ACCOUNT_EVENTS, type AccountEvent } from '@yunduo/validation';
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { descNullsLast, mapPage, paged } from '../../db/query.ts';
import { securityEvents } from '../../db/schema/index.ts';

/**
 * A page of the account's security events, newest first. Events written by a newer version running alongside are
 * skipped: the contract does not define them.
 */
export async function recentActivity(
  db: Db,
  userId: number,
  input: InputOf<typeof userInfo.recentActivity>,
): Promise<DataOf<typeof userInfo.recentActivity>> {
  const own = and(eq(securityEvents.userId, userId), inArray(securityEvents.event, [...ACCOUNT_EVENTS]));
  const rows = db
    .select()
    .from(securityEvents)
    .where(own)
    .orderBy(descNullsLast(securityEvents.at), descNullsLast(securityEvents.id));
  const page = await paged(input, rows, db.$count(securityEvents, own));
  return mapPage(page, ({ id, event, at, count, device, network, details: { known_device: known } }) => ({
    id,
    event: event as AccountEvent,
    at: at.toISOString(),
    count,
    device,
    network,
    ...(typeof known === 'boolean' && { known_device: known }),
  }));
}
