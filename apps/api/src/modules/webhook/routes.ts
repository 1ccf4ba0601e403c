import { devWebhook as calls, type DataOf } from '@yunduo/api-contract';
import { webhookSchemas as schemas } from '@yunduo/api-contract/schemas';
import type { Locale } from '@yunduo/i18n';
import { RATES, WEBHOOK, WEBHOOK_EVENTS, type WebhookEvent } from '@yunduo/validation';
import { webhookSchema } from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import { withTransaction, type Context } from '../../context.ts';
import { checkForm } from '../../http/form.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { route, signedIn } from '../../http/route.ts';
import { localized } from '../text/localized.ts';
import { throttle } from '../throttle/throttle.ts';
import { listDeliveries, ownDelivery } from './deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  pingWebhook,
  replayDelivery,
  rotateSecret,
  saveWebhook,
  switchWebhook,
  type WebhookInput,
  type WebhookRow,
} from './webhooks.ts';

/** A developer's webhooks: managed with a session, never with a build token. */
export async function webhookModule(app: FastifyInstance): Promise<void> {
  const within = <T>(work: (context: Context) => Promise<T>): Promise<T> =>
    app.db.transaction((tx) => work(withTransaction(app, tx)));
  const throttled = (userId: number): Promise<void> =>
    throttle(app.db, `dev_webhook:${userId}`, app.clock.now(), RATES.webhooks);
  const throttledSend = (userId: number): Promise<void> =>
    throttle(app.db, `dev_webhook_send:${userId}`, app.clock.now(), RATES.webhookSends);
  const present = (row: WebhookRow, locale: Locale): Item => presentWebhook(row, app.clock.now(), locale);

  route(app, calls.list, schemas.webhookList, async (_input, request) => {
    const rows = await listWebhooks(app.db, signedIn(request).id);
    return { list: rows.map((row) => present(row, request.locale)), limit: WEBHOOK.each };
  });

  route(app, calls.create, schemas.webhookCreate, async (input, request) => {
    const { id: userId } = signedIn(request);
    const columns = await readTarget(input);
    await throttled(userId);
    return withIdempotency(app, request, calls.create, async (context) => {
      const { secret, row } = await createWebhook(context, userId, columns);
      return { secret, item: present(row, request.locale) };
    });
  });

  route(app, calls.save, schemas.webhookSave, async ({ id, revision, ...input }, request) => {
    const { id: userId } = signedIn(request);
    const columns = await readTarget(input);
    await throttled(userId);
    const row = await within((context) => saveWebhook(context, userId, { id, revision }, columns));
    return present(row, request.locale);
  });

  route(app, calls.rotate, schemas.webhookRotate, async ({ id }, request) => {
    const { id: userId } = signedIn(request);
    await throttled(userId);
    return withIdempotency(app, request, calls.rotate, async (context) => {
      const { secret, row } = await rotateSecret(context, userId, id);
      return { secret, item: present(row, request.locale) };
    });
  });

  route(app, calls.enable, schemas.webhookEnable, async ({ id }, request) =>
    present(await switchWebhook(app, signedIn(request).id, id, true), request.locale),
  );

  route(app, calls.disable, schemas.webhookDisable, async ({ id }, request) =>
    present(await switchWebhook(app, signedIn(request).id, id, false), request.locale),
  );

  route(app, calls.delete, schemas.webhookDelete, async ({ id }, request) => {
    await within((context) => deleteWebhook(context, signedIn(request).id, id));
    return null;
  });

  route(app, calls.ping, schemas.webhookPing, async ({ id }, request) => {
    const { id: userId } = signedIn(request);
    await throttledSend(userId);
    return withIdempotency(app, request, calls.ping, async (context) =>
      ownDelivery(context.db, userId, await pingWebhook(context, userId, id)),
    );
  });

  route(app, calls.deliveries, schemas.webhookDeliveries, (input, request) =>
    listDeliveries(app.db, signedIn(request).id, input),
  );

  route(app, calls.delivery, schemas.webhookDelivery, ({ id }, request) =>
    ownDelivery(app.db, signedIn(request).id, id),
  );

  route(app, calls.replay, schemas.webhookReplay, async ({ id }, request) => {
    const { id: userId } = signedIn(request);
    await throttledSend(userId);
    return withIdempotency(app, request, calls.replay, async (context) => {
      await replayDelivery(context, userId, id);
      return ownDelivery(context.db, userId, id);
    });
  });
}

/** A developer's input, validated as in their form. */
async function readTarget({
  app_id: appId = null,
  ...input
}: {
  url: string;
  events: WebhookEvent[];
  app_id?: number | null;
}): Promise<WebhookInput> {
  const form = await checkForm(webhookSchema, input);
  // Without duplicates, in the order of the vocabulary.
  return { url: form.url, events: WEBHOOK_EVENTS.filter((event) => form.events.includes(event)), appId };
}

type Item = DataOf<typeof calls.list>['list'][number];

function presentWebhook(row: WebhookRow, now: Date, locale: Locale): Item {
  const { previousUntil } = row;
  const working = row.failingSince ? 'failing' : 'live';
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    app:
      row.appId === null || row.appName === null
        ? null
        : { id: row.appId, name: localized(row.appName, locale) || (row.appKey ?? '') },
    state: row.disabledAt ? 'disabled' : working,
    failing_since: row.failingSince?.toISOString() ?? null,
    disabled_at: row.disabledAt?.toISOString() ?? null,
    disabled_by: row.disabledBy,
    created_at: row.createdAt.toISOString(),
    secret_created_at: row.secretAt.toISOString(),
    previous_secret_until: previousUntil && previousUntil > now ? previousUntil.toISOString() : null,
    revision: row.revision,
  };
}
