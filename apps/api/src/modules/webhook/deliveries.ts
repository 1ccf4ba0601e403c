import type { DataOf, devWebhook, InputOf } from '@yunduo/api-contract';
import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { descNullsLast, mapPage, paged, type Page } from '../../db/query.ts';
import { webhookDeliveries, webhooks, webhookTries } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { ownWebhook } from './webhooks.ts';

type Item = DataOf<typeof devWebhook.deliveries>['list'][number];
type Detail = DataOf<typeof devWebhook.delivery>;
type DeliveryRow = typeof webhookDeliveries.$inferSelect;
type TryRow = typeof webhookTries.$inferSelect;

const presentTry = ({ at, duration, status, failure, answer }: TryRow): Detail['log'][number] => ({
  at: at.toISOString(),
  duration,
  status,
  failure,
  answer,
});

/** `tries` is sorted newest first. */
function presentDelivery(row: DeliveryRow, tries: readonly TryRow[]): Item {
  const { id, eventId, type, state, createdAt, nextAt } = row;
  const [last] = tries;
  return {
    id,
    event_id: eventId,
    type,
    state,
    created_at: createdAt.toISOString(),
    next_try_at: nextAt?.toISOString() ?? null,
    tries: tries.length,
    last_try: last ? presentTry(last) : null,
  };
}

const triesOf = (db: Db, ids: readonly number[]) =>
  db
    .select()
    .from(webhookTries)
    .where(inArray(webhookTries.deliveryId, [...ids]))
    .orderBy(desc(webhookTries.id));

/**
 * A page of a webhook's deliveries, newest first.
 * @throws ApiError NOT_FOUND
 */
export async function listDeliveries(
  db: Db,
  userId: number,
  { id, state, type, ...page }: InputOf<typeof devWebhook.deliveries>,
): Promise<Page<Item>> {
  await ownWebhook(db, userId, id);
  const which: SQL | undefined = and(
    eq(webhookDeliveries.webhookId, id),
    state === undefined ? undefined : eq(webhookDeliveries.state, state),
    type === undefined ? undefined : eq(webhookDeliveries.type, type),
  );
  const rows = db.select().from(webhookDeliveries).where(which).orderBy(descNullsLast(webhookDeliveries.id));
  const found = await paged(page, rows, db.$count(webhookDeliveries, which));
  const tries = await triesOf(
    db,
    found.list.map((row) => row.id),
  );
  const byDelivery = Map.groupBy(tries, ({ deliveryId }) => deliveryId);
  return mapPage(found, (row) => presentDelivery(row, byDelivery.get(row.id) ?? []));
}

/**
 * A delivery of a developer's webhook with all its attempts.
 * @throws ApiError NOT_FOUND
 */
export async function ownDelivery(db: Db, userId: number, id: number): Promise<Detail> {
  const [found] = await db
    .select({ delivery: webhookDeliveries })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(and(eq(webhookDeliveries.id, id), eq(webhooks.userId, userId)));
  if (!found) throw apiError('NOT_FOUND');
  const tries = await triesOf(db, [id]);
  return {
    ...presentDelivery(found.delivery, tries),
    body: found.delivery.body,
    log: tries.map((row) => presentTry(row)),
  };
}
