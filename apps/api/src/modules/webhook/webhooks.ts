import { currentHeaders } from '@yunduo/tracing';
import { WEBHOOK, type WebhookEvent } from '@yunduo/validation';
import { and, count, desc, eq, sql } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { apps, users, webhookDeliveries, webhooks } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { recordSecurityEvent } from '../security/events.ts';
import { isAllowedTarget } from './addresses.ts';
import { bodyOf } from './outbox.ts';
import { newWebhookSecret, sealSecret } from './signature.ts';

type Row = typeof webhooks.$inferSelect;
export interface WebhookRow extends Row {
  appName: { zh: string; en: string } | null;
  appKey: string | null;
}

const ofDeveloper = (db: Db, userId: number, id?: number) =>
  db
    .select({ webhook: webhooks, appName: apps.name, appKey: apps.appKey })
    .from(webhooks)
    .leftJoin(apps, eq(apps.id, webhooks.appId))
    .where(and(eq(webhooks.userId, userId), id === undefined ? undefined : eq(webhooks.id, id)))
    .orderBy(desc(webhooks.createdAt), desc(webhooks.id));

/** The webhooks of a developer, newest first. */
export async function listWebhooks(db: Db, userId: number): Promise<WebhookRow[]> {
  const rows = await ofDeveloper(db, userId);
  return rows.map(({ webhook, ...app }) => ({ ...webhook, ...app }));
}

/**
 * A webhook of this developer.
 * @throws ApiError NOT_FOUND, for another developer's as for none
 */
export async function ownWebhook(db: Db, userId: number, id: number): Promise<WebhookRow> {
  const [found] = await ofDeveloper(db, userId, id);
  if (!found) throw apiError('NOT_FOUND');
  const { webhook, ...app } = found;
  return { ...webhook, ...app };
}

export interface WebhookInput {
  url: string;
  events: WebhookEvent[];
  /** Null: every app of the developer. */
  appId: number | null;
}

/**
 * Validates a developer's input, and returns its columns.
 * @throws ApiError VALIDATION_FAILED for a forbidden target, APP_NOT_FOUND for another developer's app
 */
async function checked({ db, config }: Context, userId: number, { url, events, appId }: WebhookInput) {
  const target = URL.parse(url);
  if (!target) throw apiError('VALIDATION_FAILED', { fields: { url: 'webhook_url_invalid' } });
  if (!isAllowedTarget(target, { loopback: config.webhookLoopback }))
    throw apiError('VALIDATION_FAILED', { fields: { url: 'webhook_url_address' } });
  if (appId !== null) {
    const own = and(eq(apps.id, appId), eq(apps.developerId, userId));
    if ((await db.$count(apps, own)) === 0) throw apiError('APP_NOT_FOUND');
  }
  return { url: target.href, events, appId };
}

/**
 * Creates a webhook, in the caller's transaction; its secret is returned only once.
 * @throws ApiError APP_NOT_FOUND, WEBHOOK_LIMIT, VALIDATION_FAILED
 */
export async function createWebhook(
  context: Context,
  userId: number,
  input: WebhookInput,
): Promise<{ secret: string; row: WebhookRow }> {
  const { db, clock, config } = context;
  const now = clock.now();
  // The owner's row is the lock: of two concurrent calls the second counts the first.
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const columns = await checked(context, userId, input);
  const [made] = await db.select({ n: count() }).from(webhooks).where(eq(webhooks.userId, userId));
  if ((made?.n ?? 0) >= WEBHOOK.each) throw apiError('WEBHOOK_LIMIT', { words: { limit: WEBHOOK.each } });
  const secret = newWebhookSecret();
  const [row] = await db
    .insert(webhooks)
    .values({ userId, ...columns, secret: sealSecret(config, secret), secretAt: now, createdAt: now })
    .returning({ id: webhooks.id });
  const stored = await ownWebhook(db, userId, row?.id ?? 0);
  await recordSecurityEvent(context, 'webhook_created', { userId, details: { webhook_id: stored.id } });
  return { secret, row: stored };
}

/**
 * Updates columns of a developer's webhook.
 * @throws ApiError NOT_FOUND
 */
async function change(
  { db }: Context,
  userId: number,
  id: number,
  columns: Partial<typeof webhooks.$inferInsert> | Record<string, unknown>,
): Promise<WebhookRow> {
  await db
    .update(webhooks)
    .set(columns)
    .where(and(eq(webhooks.id, id), eq(webhooks.userId, userId)));
  return ownWebhook(db, userId, id);
}

/**
 * Changes the target and events of a webhook that was read at `revision`, in the caller's transaction. Without a
 * revision it replaces whatever is stored.
 * @throws ApiError NOT_FOUND, APP_NOT_FOUND, EDIT_CONFLICT, VALIDATION_FAILED
 */
export async function saveWebhook(
  context: Context,
  userId: number,
  { id, revision }: { id: number; revision: number | undefined },
  input: WebhookInput,
): Promise<WebhookRow> {
  const [before] = await context.db
    .select({ revision: webhooks.revision, url: webhooks.url })
    .from(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.userId, userId)))
    .for('no key update');
  if (!before) throw apiError('NOT_FOUND');
  if ((revision ?? before.revision) !== before.revision)
    throw apiError('EDIT_CONFLICT', { revision: before.revision });
  const columns = await checked(context, userId, input);
  const row = await change(context, userId, id, {
    ...columns,
    revision: before.revision + 1,
    // Failures belong to the receiver that failed.
    ...(columns.url !== before.url && { failingSince: null }),
  });
  await recordSecurityEvent(context, 'webhook_changed', { userId, details: { webhook_id: id } });
  return row;
}

/**
 * Replaces a webhook's secret, in the caller's transaction; the previous one also signs for a while. A second rotation
 * within that time drops the oldest at once.
 * @throws ApiError NOT_FOUND
 */
export async function rotateSecret(
  context: Context,
  userId: number,
  id: number,
): Promise<{ secret: string; row: WebhookRow }> {
  const now = context.clock.now();
  const secret = newWebhookSecret();
  const row = await change(context, userId, id, {
    secret: sealSecret(context.config, secret),
    secretAt: now,
    previousSecret: webhooks.secret,
    previousUntil: after(now, WEBHOOK.secretOverlap),
  });
  await recordSecurityEvent(context, 'webhook_secret_rotated', { userId, details: { webhook_id: id } });
  return { secret, row };
}

/**
 * Disables a webhook, or enables it: waiting deliveries are then attempted, and its failures are cleared.
 * @throws ApiError NOT_FOUND
 */
export function switchWebhook(
  context: Context,
  userId: number,
  id: number,
  enabled: boolean,
): Promise<WebhookRow> {
  const at = context.clock.now().toISOString();
  return change(
    context,
    userId,
    id,
    enabled
      ? { disabledAt: null, disabledBy: null, failingSince: null }
      : {
          disabledAt: sql`coalesce(${webhooks.disabledAt}, ${at}::timestamptz)`,
          disabledBy: sql`coalesce(${webhooks.disabledBy}, 'owner')`,
        },
  );
}

/**
 * Deletes a webhook with its deliveries, in the caller's transaction.
 * @throws ApiError NOT_FOUND
 */
export async function deleteWebhook(context: Context, userId: number, id: number): Promise<void> {
  const missing = await context.db
    .delete(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.userId, userId)))
    .returning({ id: webhooks.id });
  if (missing.length === 0) throw apiError('NOT_FOUND');
  await recordSecurityEvent(context, 'webhook_deleted', { userId, details: { webhook_id: id } });
}

/**
 * Locks an enabled webhook until the transaction ends.
 * @throws ApiError NOT_FOUND, WEBHOOK_DISABLED
 */
async function openWebhook(db: Db, userId: number, id: number): Promise<void> {
  const [webhook] = await db
    .select({ disabledAt: webhooks.disabledAt })
    .from(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.userId, userId)))
    .for('key share');
  if (!webhook) throw apiError('NOT_FOUND');
  if (webhook.disabledAt) throw apiError('WEBHOOK_DISABLED');
}

/**
 * Enqueues a `ping`, in the caller's transaction; returns the id of its delivery.
 * @throws ApiError NOT_FOUND, WEBHOOK_DISABLED
 */
export async function pingWebhook({ db, clock }: Context, userId: number, id: number): Promise<number> {
  await openWebhook(db, userId, id);
  const now = clock.now();
  const body = bodyOf('ping', now, { webhook: { id } });
  const [made] = await db
    .insert(webhookDeliveries)
    .values({ webhookId: id, type: 'ping', body, createdAt: now, nextAt: now, origin: currentHeaders() })
    .returning({ id: webhookDeliveries.id });
  return made?.id ?? 0;
}

/**
 * Repeats a delivery, in the caller's transaction. No effect on one in progress.
 * @throws ApiError NOT_FOUND, WEBHOOK_DISABLED
 */
export async function replayDelivery({ db, clock }: Context, userId: number, id: number): Promise<void> {
  const [found] = await db
    .select({ webhookId: webhookDeliveries.webhookId })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, id));
  if (!found) throw apiError('NOT_FOUND');
  await openWebhook(db, userId, found.webhookId);
  const now = clock.now();
  await db
    .update(webhookDeliveries)
    .set({ state: 'waiting', round: 0, nextAt: now, origin: currentHeaders() })
    .where(
      and(
        eq(webhookDeliveries.id, id),
        sql`(lease_until is null or lease_until <= ${now.toISOString()}::timestamptz)`,
      ),
    );
}
