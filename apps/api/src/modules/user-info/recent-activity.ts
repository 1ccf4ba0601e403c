import type { DataOf, InputOf, userInfo } from '@yunduo/api-contract';
import { ACCOUNT_EVENTS, PAGE_SIZE, type AccountEvent } from '@yunduo/validation';
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { falling } from '../../db/falling.ts';
import { securityEvents } from '../../db/schema/index.ts';

/**
 * A page of what happened with an account, the newest first. Events of a newer version that runs beside this one are
 * left out: the contract does not name them.
 */
export async function recentActivity(
  db: Db,
  userId: number,
  { page = 1, page_size: pageSize = PAGE_SIZE.default }: InputOf<typeof userInfo.recentActivity>,
): Promise<DataOf<typeof userInfo.recentActivity>> {
  const own = and(eq(securityEvents.userId, userId), inArray(securityEvents.event, [...ACCOUNT_EVENTS]));
  const rows = await db
    .select()
    .from(securityEvents)
    .where(own)
    .orderBy(falling(securityEvents.at), falling(securityEvents.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return {
    list: rows.map(({ id, event, at, count, device, network, details: { known_device: known } }) => ({
      id,
      event: event as AccountEvent,
      at: at.toISOString(),
      count,
      device,
      network,
      ...(typeof known === 'boolean' && { known_device: known }),
    })),
    total: await db.$count(securityEvents, own),
    page,
    page_size: pageSize,
  };
}
