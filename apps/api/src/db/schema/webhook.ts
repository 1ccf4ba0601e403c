import type {
  WebhookDeliveryState,
  WebhookDisabledBy,
  WebhookEvent,
  WebhookFailure,
  WebhookType,
} from '@yunduo/validation';
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { id, moment } from './columns.ts';
import { apps } from './store.ts';

/** Webhooks: URLs that receive a developer's events. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null: every app of the owner, including future ones. */
    appId: integer('app_id').references(() => apps.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    /** Encrypted (`encryption.ts`), not hashed: signing needs the plain text. */
    secret: text('secret').notNull(),
    secretAt: moment('secret_at').notNull(),
    /** The previous secret, which also signs until then. */
    previousSecret: text('previous_secret'),
    previousUntil: moment('previous_until'),
    /** Counts edits, as `apps.revision` does. */
    revision: integer('revision').notNull().default(1),
    createdAt: moment('created_at').notNull(),
    disabledAt: moment('disabled_at'),
    disabledBy: text('disabled_by').$type<WebhookDisabledBy>(),
    /** First failure since the last success; null after a success. */
    failingSince: moment('failing_since'),
  },
  (table) => [
    index('webhooks_of_user').on(table.userId, table.createdAt.desc()),
    index('webhooks_of_app').on(table.appId),
    check('webhooks_some_event', sql`cardinality(events) > 0`),
  ],
);

/** Outbox and log: one event for one webhook. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** Event id for receivers, the same in every attempt. */
    eventId: uuid('event_id').notNull().defaultRandom(),
    type: text('type').$type<WebhookType>().notNull(),
    /** The bytes signed and sent. */
    body: text('body').notNull(),
    state: text('state').$type<WebhookDeliveryState>().notNull().default('waiting'),
    createdAt: moment('created_at').notNull(),
    /** Null: finished. */
    nextAt: moment('next_at'),
    /** Attempts since it was created or replayed: they determine the next delay. */
    round: integer('round').notNull().default(0),
    /** Held by a process until then. */
    leaseUntil: moment('lease_until'),
    /** Request that caused it, and its span; null in rows of earlier versions. */
    origin: jsonb('origin').$type<Record<string, string>>(),
    /** Counts leases: results under an older lease are ignored. */
    lease: integer('lease').notNull().default(0),
  },
  (table) => [
    index('webhook_deliveries_of_webhook').on(table.webhookId, table.id.desc()),
    index('webhook_deliveries_due')
      .on(table.nextAt)
      .where(sql`next_at is not null`),
    index('webhook_deliveries_leased')
      .on(table.webhookId)
      .where(sql`lease_until is not null`),
    index('webhook_deliveries_age').on(table.createdAt),
  ],
);

/** Outcome of each attempt. */
export const webhookTries = pgTable(
  'webhook_tries',
  {
    id: id(),
    deliveryId: integer('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    at: moment('at').notNull(),
    /** Milliseconds. */
    duration: integer('duration').notNull(),
    /** Null: no response. */
    status: integer('status'),
    /** Null: delivered. */
    failure: text('failure').$type<WebhookFailure>(),
    /** Start of the response body. */
    answer: text('answer').notNull(),
  },
  (table) => [index('webhook_tries_of_delivery').on(table.deliveryId, table.id.desc())],
);
