import { randomUUID } from 'node:crypto';
import type { WebhookData } from '@yunduo/api-contract';
import { currentHeaders } from '@yunduo/tracing';
import type { WebhookEvent, WebhookType } from '@yunduo/validation';
import { and, arrayContains, eq, isNull, or } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { users, webhookDeliveries, webhooks } from '../../db/schema/index.ts';

/** The recipient of an event. */
export interface EventOwner {
  userId: number;
  /** The app in question; null: no app, or every app of the developer. */
  appId: number | null;
}

/** The body of a delivery. */
export const bodyOf = <T extends WebhookType>(type: T, at: Date, data: WebhookData<T>): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });

/**
 * Enqueues an event for a developer's webhooks, in the caller's transaction: it is sent if and only if that commits.
 * @returns the number of webhooks
 */
export async function emitEvent<T extends WebhookEvent>(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { userId, appId }: EventOwner,
  type: T,
  data: WebhookData<T>,
): Promise<number> {
  const now = clock.now();
  const listening = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .innerJoin(users, eq(users.id, webhooks.userId))
    .where(
      and(
        eq(webhooks.userId, userId),
        isNull(users.disabledAt),
        isNull(webhooks.disabledAt),
        arrayContains(webhooks.events, [type]),
        appId === null ? isNull(webhooks.appId) : or(isNull(webhooks.appId), eq(webhooks.appId, appId)),
      ),
    )
    .orderBy(webhooks.id)
    // A concurrent deletion of the webhook waits, and also deletes the rows written here.
    .for('key share', { of: webhooks });
  if (listening.length === 0) return 0;
  const body = bodyOf(type, now, data);
  // One id for all webhooks: a receiver behind two of them processes the event once.
  const row = { eventId: randomUUID(), type, body, createdAt: now, nextAt: now, origin: currentHeaders() };
  await db.insert(webhookDeliveries).values(listening.map(({ id }) => ({ webhookId: id, ...row })));
  return listening.length;
}
