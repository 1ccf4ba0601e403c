import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { devApp, devToken, devWebhook, userInfo } from '@yunduo/api-contract';
import { webhookSchemas } from '@yunduo/api-contract/schemas';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { DAY, MINUTE, WEBHOOK, WEBHOOK_AT_ONCE, WEBHOOK_EVENTS, type WebhookType } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { Compile } from 'typebox/compile';
import { withTransaction } from '../../context.ts';
import { users, webhookDeliveries, webhooks, webhookTries } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { askForChanges, readyApp, step } from '../../testing/dev-apps.ts';
import { onPostgres } from '../../testing/environment.ts';
import { PASSWORD, newcomer } from '../../testing/people.ts';
import { receiver, type Received, type Receiver } from '../../testing/receiver.ts';
import { person, type Person } from '../../testing/reviews.ts';
import { secondApp } from '../../testing/second-app.ts';
import { announceExpiringTokens } from '../build-token/mails.ts';
import { removeExpired } from '../housekeeping/housekeeping.ts';
import { resolveName } from './addresses.ts';
import { createDeliveries, pauseAfter } from './deliver.ts';
import { emitEvent } from './outbox.ts';

let api: TestApp;
let target: Receiver;
let who: Person;
beforeAll(async () => {
  api = await testApp({ seeded: true, env: { WEBHOOK_LOOPBACK: 'on' } });
});
afterAll(() => api.close());
beforeEach(async () => {
  target = await receiver();
  who = await person(api, 'developer');
  // Removes what other tests left.
  await api.db.delete(webhooks);
});
afterEach(() => target.close());

type Input = Parameters<typeof create>[0];
async function create(
  more: { url?: string; events?: (typeof WEBHOOK_EVENTS)[number][]; app_id?: number } = {},
  { token } = who,
) {
  const input = { url: target.url, events: [...WEBHOOK_EVENTS], ...more };
  const answer = await api.call(devWebhook.create, input, { token });
  expect(answer.code).toBe('OK');
  return answer.data;
}
const ping = async (id: number, { token } = who) => (await api.call(devWebhook.ping, { id }, { token })).data;
const drain = () => api.app.webhooks.drain();
const deliveryOf = async (id: number) =>
  (await api.call(devWebhook.delivery, { id }, { token: who.token })).data;
const webhookOf = async (id: number) =>
  (await api.call(devWebhook.list, undefined, { token: who.token })).data.list.find((one) => one.id === id);
const answering = (status: number, text = '') =>
  target.answer((response) => response.writeHead(status).end(text));

/** Whether a request is signed with a secret, exactly as in Standard Webhooks; independent of the server's code. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

describe('Webhook', () => {
  test('has a secret that is shown once and stored encrypted', async () => {
    const { secret, item } = await create({ events: WEBHOOK_EVENTS.toReversed() });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(item).toMatchObject({
      url: target.url,
      events: WEBHOOK_EVENTS,
      app: null,
      state: 'live',
      created_at: api.clock.now().toISOString(),
      previous_secret_until: null,
    });
    const list = await api.call(devWebhook.list, undefined, { token: who.token });
    expect(list.data).toEqual({ list: [item], limit: WEBHOOK.each });
    const stored = await api.db.select().from(webhooks);
    expect(JSON.stringify([stored, list.data])).not.toContain(secret.slice(6));
    const all = await api.call(userInfo.export, undefined, { token: who.token });
    expect(JSON.stringify(all)).not.toContain(stored[0]?.secret);
  });

  test.each<[string, Partial<NonNullable<Input>>, string, string]>([
    ['no URL', { url: ' ' }, 'url', 'webhook_url_required'],
    ['plain HTTP', { url: 'http://ci.example.com/' }, 'url', 'webhook_url_https'],
    ['a password in its URL', { url: 'https://a:b@ci.example.com/' }, 'url', 'webhook_url_user'],
    ['another port', { url: 'https://ci.example.com:6379/' }, 'url', 'webhook_url_port'],
    ['a private address', { url: 'https://10.1.2.3/' }, 'url', 'webhook_url_address'],
    ['a cloud metadata address', { url: 'https://169.254.169.254/latest' }, 'url', 'webhook_url_address'],
    ['a numeric address', { url: 'https://2852039166.0/' }, 'url', 'webhook_url_invalid'],
    ['no event', { events: [] }, 'events', 'webhook_events_required'],
  ])('is rejected with %s', async (_, part, field, message) => {
    const input = { url: 'https://ci.example.com/', events: [...WEBHOOK_EVENTS], ...part };
    const answer = await api.call(devWebhook.create, input, { token: who.token });
    expect([answer.status, answer.code, answer.error.fields]).toEqual([
      400,
      'VALIDATION_FAILED',
      { [field]: message },
    ]);
  });

  test('to loopback is rejected unless switched on', async () => {
    const product = await testApp();
    try {
      const { token } = await person(product, 'developer');
      for (const url of [
        'http://127.0.0.1:3000/',
        'https://localhost/',
        'https://[::1]/',
        'https://0x7f.1/',
      ]) {
        const answer = await product.call(devWebhook.create, { url, events: ['review.decided'] }, { token });
        expect([url, answer.error.fields]).toEqual([url, { url: 'webhook_url_address' }]);
      }
    } finally {
      await product.close();
    }
  });

  test('is limited to ten per developer, and needs a fresh proof to change', async () => {
    const made: number[] = [];
    while (made.length < WEBHOOK.each) made.unshift((await create()).item.id);
    // The newest first.
    const all = await api.call(devWebhook.list, undefined, { token: who.token });
    expect(all.data.list.map(({ id }) => id)).toEqual(made);
    const input = { url: target.url, events: [...WEBHOOK_EVENTS] };
    const over = await api.call(devWebhook.create, input, { token: who.token });
    expect([over.status, over.code, over.msg]).toEqual([400, 'WEBHOOK_LIMIT', expect.stringContaining('10')]);
    api.clock.advance(DAY);
    const [first] = (await api.call(devWebhook.list, undefined, { token: who.token })).data.list;
    const id = first?.id ?? 0;
    const stale = { token: who.token, proved: false } as const;
    for (const answer of [
      await api.call(devWebhook.create, input, stale),
      await api.call(devWebhook.save, { id, ...input }, stale),
      await api.call(devWebhook.rotate, { id }, stale),
    ])
      expect(answer.code).toBe('PROOF_REQUIRED');
  });

  test('changed since it was read is not overwritten, and stays open to programs that send no revision', async () => {
    const { item } = await create();
    // A newer one, which none of this is about.
    await create();
    const { id } = item;
    const input = { url: target.url, events: item.events };
    const save = (more: object) => api.call(devWebhook.save, { id, ...input, ...more }, { token: who.token });
    // Disabling changes no field of the form.
    await api.call(devWebhook.disable, { id }, { token: who.token });
    const first = await save({ events: ['version.released'], revision: item.revision });
    expect(first.data.revision).toBe(item.revision + 1);
    const second = await save({ url: `${target.url}2`, revision: item.revision });
    expect([second.status, second.code, second.error.revision]).toEqual([
      400,
      'EDIT_CONFLICT',
      item.revision + 1,
    ]);
    expect((await save({ url: `${target.url}3` })).data).toMatchObject({
      url: `${target.url}3`,
      revision: item.revision + 2,
    });
  });

  test('returns 403 for a build token and for a user without the developer role', async () => {
    const made = await api.call(
      devToken.create,
      { name: 'CI', scopes: ['app:read', 'app:write', 'version:submit'], expires_in_days: 30 },
      { token: who.token },
    );
    expect((await api.call(devWebhook.list, undefined, { token: made.data.token })).status).toBe(403);
    const reader = await newcomer(api);
    expect((await api.call(devWebhook.list, undefined, { token: reader.token })).code).toBe('FORBIDDEN');
  });

  test('is deleted with its account and with its app', async () => {
    const developer = await newcomer(api);
    const { email, token } = developer;
    await api.db.insert(webhooks).values({
      userId: developer.user.id,
      url: target.url,
      events: ['review.decided'],
      secret: '',
      secretAt: api.clock.now(),
      createdAt: api.clock.now(),
    });
    await api.call(userInfo.deletePrepare, { password: PASSWORD }, { token });
    const mail = (await api.mails()).find(({ to }) => to === email);
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
    expect((await api.call(userInfo.deleteConfirm, { code }, { token })).code).toBe('OK');
    expect(await api.db.$count(webhooks)).toBe(0);

    const app = await api.call(devApp.save, { name: { zh: '要删的应用', en: '' } }, { token: who.token });
    const { item } = await create({ app_id: app.data.id });
    expect(item.app).toEqual({ id: app.data.id, name: '要删的应用' });
    const { id, revision, app_key: name } = app.data;
    await api.call(devApp.save, { id, revision, name: { zh: '', en: '' } }, { token: who.token });
    expect((await webhookOf(item.id))?.app).toEqual({ id, name });
    await api.call(devApp.appDelete, { id: app.data.id }, { token: who.token });
    expect(await api.db.$count(webhooks)).toBe(0);
  });
});

describe('Webhook delivery', () => {
  test('is signed as in Standard Webhooks, and logs its response', async () => {
    answering(200, 'thank you');
    const { secret, item } = await create();
    const waiting = await ping(item.id);
    expect(waiting).toMatchObject({ type: 'ping', state: 'waiting', tries: 0, last_try: null });
    expect(await drain()).toBe(1);
    const [got] = target.received;
    if (!got) throw new Error('nothing came');
    expect(isSigned(got, secret)).toBe(true);
    expect(isSigned({ ...got, body: `${got.body} ` }, secret)).toBe(false);
    expect(got.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Yunduo-Webhooks/1',
      'webhook-id': waiting.event_id,
      'webhook-timestamp': String(Math.floor(api.clock.now().getTime() / 1000)),
    });
    expect(got.event).toEqual({
      type: 'ping',
      timestamp: api.clock.now().toISOString(),
      data: { webhook: { id: item.id } },
    });
    expect(await deliveryOf(waiting.id)).toMatchObject({
      state: 'delivered',
      next_try_at: null,
      tries: 1,
      body: got.body,
      log: [{ status: 200, failure: null, answer: 'thank you', at: api.clock.now().toISOString() }],
    });
    expect(await drain()).toBe(0);
  });

  test('is tried ten times over three days with growing pauses, and then fails', async () => {
    answering(503, 'closed');
    const { item } = await create();
    const { id } = await ping(item.id);
    const began = api.clock.now().getTime();
    for (const pause of WEBHOOK.pauses) {
      expect(await drain()).toBe(1);
      const { state, next_try_at } = await deliveryOf(id);
      const wait = Date.parse(next_try_at ?? '') - api.clock.now().getTime();
      expect(state).toBe('waiting');
      expect(wait).toBeGreaterThanOrEqual(pause * (1 - WEBHOOK.jitter));
      expect(wait).toBeLessThanOrEqual(pause * (1 + WEBHOOK.jitter));
      api.clock.advance(wait - 1);
      expect(await drain()).toBe(0);
      api.clock.advance(1);
    }
    expect(await drain()).toBe(1);
    expect(await deliveryOf(id)).toMatchObject({ state: 'failed', next_try_at: null, tries: 10 });
    expect((api.clock.now().getTime() - began) / DAY).toBeGreaterThan(2.5);
    expect(new Set(target.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(target.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
    expect(await webhookOf(item.id)).toMatchObject({
      state: 'failing',
      failing_since: new Date(began).toISOString(),
    });
    // A success clears the failures.
    answering(204);
    await ping(item.id);
    await drain();
    expect(await webhookOf(item.id)).toMatchObject({ state: 'live', failing_since: null });
  });

  test('is replayed on request: same event, new signature, new retries', async () => {
    answering(500);
    const { secret, item } = await create();
    const { id } = await ping(item.id);
    await drain();
    api.clock.advance(WEBHOOK.pauses[0] * 2);
    await drain();
    answering(200);
    const again = await api.call(devWebhook.replay, { id }, { token: who.token });
    expect(again.data).toMatchObject({
      state: 'waiting',
      next_try_at: api.clock.now().toISOString(),
      tries: 2,
    });
    api.clock.advance(1000);
    await drain();
    // The newest try first.
    expect(await deliveryOf(id)).toMatchObject({
      state: 'delivered',
      tries: 3,
      last_try: { status: 200 },
      log: [{ status: 200 }, { status: 500 }, { status: 500 }],
    });
    const [first, , last] = target.received;
    expect([last?.body, last?.headers['webhook-id']]).toEqual([first?.body, first?.headers['webhook-id']]);
    expect(last?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature']);
    expect(target.received.every((request) => isSigned(request, secret))).toBe(true);
    // A delivered event may be repeated too.
    answering(500);
    await api.call(devWebhook.replay, { id }, { token: who.token });
    await drain();
    const { next_try_at } = await deliveryOf(id);
    const wait = Date.parse(next_try_at ?? '') - api.clock.now().getTime();
    expect(wait).toBeLessThanOrEqual(WEBHOOK.pauses[0] * (1 + WEBHOOK.jitter));
  });

  test('is signed with both secrets for a day after a rotation', async () => {
    const { secret: old, item } = await create();
    api.clock.advance(1_000);
    const rotated = await api.call(devWebhook.rotate, { id: item.id }, { token: who.token });
    const { secret } = rotated.data;
    expect(rotated.data.item).toMatchObject({
      created_at: item.created_at,
      secret_created_at: api.clock.now().toISOString(),
    });
    expect(secret).not.toBe(old);
    const until = new Date(api.clock.now().getTime() + WEBHOOK.secretOverlap).toISOString();
    expect(rotated.data.item.previous_secret_until).toBe(until);
    const signedBy = async () => {
      await ping(item.id);
      await drain();
      const last = target.received.at(-1);
      return last && [isSigned(last, secret), isSigned(last, old)];
    };
    expect(await signedBy()).toEqual([true, true]);
    // Encrypted with a key no longer configured: the new secret still signs.
    const sealed = eq(webhooks.id, item.id);
    const [before] = await api.db.select().from(webhooks).where(sealed);
    await api.db
      .update(webhooks)
      .set({ previousSecret: 'A'.repeat(120) })
      .where(sealed);
    expect(await signedBy()).toEqual([true, false]);
    await api.db.update(webhooks).set({ previousSecret: before?.previousSecret }).where(sealed);
    api.clock.advance(WEBHOOK.secretOverlap);
    expect(await signedBy()).toEqual([true, false]);
    expect((await webhookOf(item.id))?.previous_secret_until).toBeNull();
  });

  test('is listed by state and event, paginated', async () => {
    const { item } = await create();
    const made = [await ping(item.id), await ping(item.id), await ping(item.id)];
    answering(500);
    await drain();
    const listed = async (input: object) => {
      const query = { id: item.id, ...input };
      return (await api.call(devWebhook.deliveries, query, { token: who.token })).data;
    };
    const newest = made.map(({ id }) => id).toReversed();
    expect((await listed({})).list.map(({ id }) => id)).toEqual(newest);
    expect(await listed({ page: 2, page_size: 2 })).toMatchObject({ total: 3, list: [{ id: newest[2] }] });
    expect((await listed({ state: 'waiting' })).list[0]?.last_try).toMatchObject({ status: 500 });
    expect((await listed({ state: 'delivered' })).total).toBe(0);
    expect((await listed({ type: 'review.decided' })).total).toBe(0);
  });

  test('is deleted with its tries after thirty days', async () => {
    const { item } = await create();
    await ping(item.id);
    await drain();
    api.clock.advance(WEBHOOK.retention - MINUTE);
    await ping(item.id);
    await removeExpired(api.db, api.clock.now());
    expect(await api.db.$count(webhookDeliveries)).toBe(2);
    api.clock.advance(2 * MINUTE);
    await removeExpired(api.db, api.clock.now());
    expect(await api.db.$count(webhookDeliveries)).toBe(1);
    expect(await api.db.$count(webhookTries)).toBe(0);
  });

  test('that keeps failing disables its webhook after five days, and mails the owner', async () => {
    answering(500);
    await api.db.update(users).set({ locale: 'en' }).where(eq(users.id, who.id));
    const { item } = await create();
    const { id } = await ping(item.id);
    const tried = async (delivery: number, times: number) => {
      for (let tries = 0; tries < times; tries += 1) {
        const { next_try_at } = await deliveryOf(delivery);
        api.clock.advance(Math.max(0, Date.parse(next_try_at ?? '') - api.clock.now().getTime()));
        await drain();
      }
    };
    await tried(id, 10);
    const mailed = async () =>
      (await api.mails()).filter(({ to, subject }) => to === who.email && subject.includes('webhook'));
    expect([await mailed(), (await webhookOf(item.id))?.state]).toEqual([[], 'failing']);
    api.clock.advance(WEBHOOK.disableAfter);
    const late = await ping(item.id);
    // After a quiet week the receiver may only restart: the event is retried before the webhook is disabled.
    await tried(late.id, WEBHOOK.disableTry - 1);
    expect([await mailed(), (await webhookOf(item.id))?.state]).toEqual([[], 'failing']);
    await tried(late.id, 1);
    expect(await webhookOf(item.id)).toMatchObject({
      state: 'disabled',
      disabled_by: 'failures',
      disabled_at: api.clock.now().toISOString(),
    });
    const [mail, ...more] = await mailed();
    expect(mail?.text).toContain(`/en/developer-center/webhooks?id=${item.id}`);
    expect(mail?.text).toContain('have failed for 5 days');
    expect(more).toEqual([]);
    // Nothing is sent to it, and its events are not stored.
    const sent = target.received.length;
    api.clock.advance(DAY);
    expect(await drain()).toBe(0);
    for (const call of [
      await api.call(devWebhook.ping, { id: item.id }, { token: who.token }),
      await api.call(devWebhook.replay, { id }, { token: who.token }),
    ])
      expect([call.status, call.code]).toEqual([400, 'WEBHOOK_DISABLED']);
    const { disabled_at: at } = (await webhookOf(item.id)) ?? {};
    const off = await api.call(devWebhook.disable, { id: item.id }, { token: who.token });
    expect(off.data).toMatchObject({ disabled_by: 'failures', disabled_at: at });
    // Once enabled, waiting deliveries continue.
    answering(204);
    await api.call(devWebhook.enable, { id: item.id }, { token: who.token });
    await drain();
    expect(target.received).toHaveLength(sent + 1);
    expect(await deliveryOf(late.id)).toMatchObject({ state: 'delivered', tries: WEBHOOK.disableTry + 1 });
    expect(await webhookOf(item.id)).toMatchObject({ state: 'live', disabled_at: null, disabled_by: null });
  });

  test('uses the webhook’s current URL, waits while the webhook is disabled, and is deleted with that webhook alone', async () => {
    const { item } = await create({ url: 'http://127.0.0.1:9/' });
    const { id } = await ping(item.id);
    await drain();
    expect((await deliveryOf(id)).last_try).toMatchObject({ failure: 'connection', status: null });
    const change = { id: item.id, url: target.url, events: ['token.expiring' as const] };
    const changed = await api.call(devWebhook.save, change, { token: who.token });
    expect(changed.data).toMatchObject({ url: target.url, events: ['token.expiring'] });
    // The failures were those of the earlier URL.
    expect(changed.data).toMatchObject({ state: 'live', failing_since: null });
    const off = await api.call(devWebhook.disable, { id: item.id }, { token: who.token });
    expect(off.data).toMatchObject({ state: 'disabled', disabled_by: 'owner' });
    api.clock.advance(MINUTE);
    expect(await drain()).toBe(0);
    await api.call(devWebhook.enable, { id: item.id }, { token: who.token });
    await drain();
    expect(target.received).toHaveLength(1);
    const other = await create();
    await api.call(devWebhook.delete, { id: item.id }, { token: who.token });
    expect(await api.db.$count(webhookDeliveries)).toBe(0);
    expect((await api.db.select({ id: webhooks.id }).from(webhooks)).map(({ id: kept }) => kept)).toEqual([
      other.item.id,
    ]);
  });

  test.each([
    [500, 'no failure'],
    [204, 'no success'],
  ])('that ends with %d after the URL was changed is %s of the new receiver', async (status, _what) => {
    const { item } = await create();
    const since = status === 204 ? api.clock.now() : null;
    const other = await receiver();
    try {
      const change = async () => {
        const input = { id: item.id, url: other.url, events: [...WEBHOOK_EVENTS] };
        await api.call(devWebhook.save, input, { token: who.token });
        await api.db.update(webhooks).set({ failingSince: since }).where(eq(webhooks.id, item.id));
      };
      target.answer((response) => void change().then(() => response.writeHead(status).end()));
      const { id } = await ping(item.id);
      await drain();
      expect((await deliveryOf(id)).last_try).toMatchObject({ status });
      expect((await webhookOf(item.id))?.failing_since).toBe(since?.toISOString() ?? null);
    } finally {
      await other.close();
    }
  });

  test('to a slow target does not delay other developers, and has limited concurrency', async () => {
    const stored: ServerResponse[] = [];
    let full: () => void = () => undefined;
    const taken = new Promise<void>((resolve) => (full = resolve));
    target.answer((response) => {
      stored.push(response);
      if (stored.length === WEBHOOK_AT_ONCE.developer) full();
    });
    const { item } = await create();
    for (let more = 0; more < 5; more += 1) await ping(item.id);
    const quick = await receiver();
    try {
      const done = drain();
      await taken;
      const other = await person(api, 'developer');
      const theirs = await create({ url: quick.url }, other);
      await ping(theirs.item.id, other);
      // Ends with the receiver: attempts of the slow one are in progress throughout.
      const delivered = new Promise<void>((resolve) =>
        quick.answer((response) => {
          response.writeHead(204).end();
          resolve();
        }),
      );
      const second = drain();
      await delivered;
      expect(stored).toHaveLength(WEBHOOK_AT_ONCE.developer);
      target.answer((response) => response.writeHead(204).end());
      for (const response of stored) response.writeHead(204).end();
      await Promise.all([done, second]);
      expect(target.received).toHaveLength(5);
    } finally {
      await quick.close();
    }
  });

  /** A process that looks for deliveries when a test lets it. */
  function started() {
    const looks: (() => void)[] = [];
    const timer = { unref: () => undefined } as unknown as NodeJS.Timeout;
    const interval = jest.spyOn(globalThis, 'setInterval').mockImplementation((look: () => void) => {
      looks.push(look);
      return timer;
    });
    const process = createDeliveries(api.app, resolveName);
    process.start();
    interval.mockRestore();
    return { process, looks };
  }

  test('found while its process stops is released before that has stopped', async () => {
    const { process, looks } = started();
    const { item } = await create();
    const { id } = await ping(item.id);
    looks[0]?.();
    await process.stop();
    const [row] = await api.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
    expect(row).toMatchObject({ state: 'waiting', lease: 1, leaseUntil: null, round: 0 });
    expect(target.received).toEqual([]);
  });

  test('follows the one before it at once, and needs no request: each look takes what is due', async () => {
    const { process, looks } = started();
    const count = WEBHOOK_AT_ONCE.developer + 1;
    const all = new Promise<void>((resolve) =>
      target.answer((response) => {
        response.writeHead(204).end();
        if (target.received.length === count) resolve();
      }),
    );
    try {
      const { item } = await create();
      for (let made = 0; made < count; made += 1) await ping(item.id);
      expect(looks).toHaveLength(1);
      looks[0]?.();
      await all;
    } finally {
      await process.stop();
    }
    expect(target.received).toHaveLength(count);
  });

  test('whose webhook has an unreadable secret waits for its next lease; others are sent', async () => {
    const [broken, whole] = [await create(), await create()];
    await api.db.update(webhooks).set({ secret: 'none' }).where(eq(webhooks.id, broken.item.id));
    const { id } = await ping(broken.item.id);
    const { id: sent } = await ping(whole.item.id);
    expect(await drain()).toBe(2);
    expect([await deliveryOf(id), await deliveryOf(sent)]).toMatchObject([
      { state: 'waiting', tries: 0 },
      { state: 'delivered', tries: 1 },
    ]);
    const [row] = await api.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
    expect(row?.leaseUntil).toEqual(new Date(api.clock.now().getTime() + WEBHOOK.lease));
  });

  test('of a dead process is taken over after its lease', async () => {
    const { item } = await create();
    const { id } = await ping(item.id);
    const lease = new Date(api.clock.now().getTime() + WEBHOOK.lease);
    await api.db.update(webhookDeliveries).set({ leaseUntil: lease, lease: 1, round: 3 });
    expect(await drain()).toBe(0);
    // A replay leaves one in progress as it is.
    await api.call(devWebhook.replay, { id }, { token: who.token });
    const [held] = await api.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
    expect(held).toMatchObject({ leaseUntil: lease, round: 3 });
    api.clock.advance(WEBHOOK.lease);
    expect(await drain()).toBe(1);
    expect(await deliveryOf(id)).toMatchObject({ state: 'delivered', tries: 1 });
    const [row] = await api.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
    expect(row).toMatchObject({ lease: 2, leaseUntil: null });
  });

  test('taken over by another process is not finished by the first one', async () => {
    const { item } = await create();
    const { id } = await ping(item.id);
    let answer: () => void = () => undefined;
    const requested = new Promise<void>((resolve) =>
      target.answer((response) => {
        answer = () => response.writeHead(500).end();
        resolve();
      }),
    );
    const done = drain();
    await requested;
    await api.db.update(webhookDeliveries).set({ lease: 2 }).where(eq(webhookDeliveries.id, id));
    answer();
    await done;
    expect(await deliveryOf(id)).toMatchObject({ state: 'waiting', tries: 0 });
    expect(await webhookOf(item.id)).toMatchObject({ state: 'live' });
  });

  test('in progress at shutdown is released at once, and does not count', async () => {
    const other = await testApp({ seeded: true, env: { WEBHOOK_LOOPBACK: 'on' } });
    try {
      const owner = await person(other, 'developer');
      const input = { url: target.url, events: [...WEBHOOK_EVENTS] };
      const made = await other.call(devWebhook.create, input, { token: owner.token });
      await other.call(devWebhook.ping, { id: made.data.item.id }, { token: owner.token });
      const requested = new Promise<void>((resolve) => target.answer(() => resolve()));
      const done = other.app.webhooks.drain();
      await requested;
      await other.app.webhooks.stop();
      await done;
      const [row] = await other.db.select().from(webhookDeliveries);
      expect(row).toMatchObject({ state: 'waiting', leaseUntil: null, round: 0 });
      expect(await other.db.$count(webhookTries)).toBe(0);
    } finally {
      await other.close();
    }
  });

  (onPostgres ? test : test.skip)(
    'is tried by one of two processes, and developer limits hold in both',
    async () => {
      const other = await secondApp(api);
      try {
        const people: Person[] = [];
        while (people.length < 12) people.push(await person(api, 'developer'));
        const made = await Promise.all(people.map((developer) => create({}, developer)));
        const pingAll = async (times: number) => {
          for (let more = 0; more < times; more += 1)
            for (const [index, { item }] of made.entries()) await ping(item.id, people[index]);
        };
        await pingAll(3);
        // The first process is at its limit: two deliveries for each of eight developers.
        const stored: ServerResponse[] = [];
        let full: () => void = () => undefined;
        const taken = new Promise<void>((resolve) => (full = resolve));
        target.answer((response) => {
          stored.push(response);
          if (stored.length === WEBHOOK_AT_ONCE.process) full();
        });
        const first = drain();
        await taken;
        target.answer((response) => response.writeHead(204).end());
        // A developer with two deliveries in the first process waits in the second, too.
        const seconds = await other.app.webhooks.drain();
        expect(seconds).toBeGreaterThan(0);
        expect(target.received).toHaveLength(WEBHOOK_AT_ONCE.process + seconds);
        for (const response of stored) response.writeHead(204).end();
        expect(seconds + (await first)).toBe(12 * 3);
        // Both at once.
        for (let round = 0; round < 5; round += 1) {
          await pingAll(2);
          const tries = await Promise.all([drain(), other.app.webhooks.drain()]);
          expect(tries[0] + tries[1]).toBe(12 * 2);
        }
        const ids = target.received.map(({ headers }) => headers['webhook-id']);
        expect([ids.length, new Set(ids).size]).toEqual([12 * 13, 12 * 13]);
        const rows = await api.db.select().from(webhookDeliveries);
        expect(rows.every(({ state, lease }) => state === 'delivered' && lease === 1)).toBe(true);
      } finally {
        await other.close();
      }
    },
  );

  (onPostgres ? test : test.skip)('being taken by one process is skipped by another', async () => {
    const other = await secondApp(api);
    try {
      const { item } = await create();
      const { id } = await ping(item.id);
      const leaseUntil = new Date(api.clock.now().getTime() + WEBHOOK.lease);
      await api.db.transaction(async (tx) => {
        await tx.update(webhookDeliveries).set({ leaseUntil, lease: 1 }).where(eq(webhookDeliveries.id, id));
        // The row is locked, so the other process skips it.
        expect(await other.app.webhooks.drain()).toBe(0);
      });
      expect(await other.app.webhooks.drain()).toBe(0);
      expect(target.received).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test('is counted, as are waiting deliveries', async () => {
    const { item } = await create();
    const before = api.app.webhooks.results().get('delivered') ?? 0;
    await ping(item.id);
    api.clock.advance(MINUTE);
    expect(await api.app.webhooks.waiting()).toEqual({ count: 1, oldest: 60 });
    await drain();
    expect(await api.app.webhooks.waiting()).toEqual({ count: 0, oldest: 0 });
    expect(api.app.webhooks.results().get('delivered')).toBe(before + 1);
  });
});

test.each([
  [1, 0, 4_500],
  [1, 1, 5_500],
  [9, 0.5, DAY],
  [10, 0.5, null],
])('after %i tries the pause, at a chance of %d, is %d ms', (tries, chance, pause) => {
  expect(pauseAfter(tries, chance)).toBe(pause);
});

describe('Webhook events', () => {
  const bodies = new Map(
    (Object.keys(webhookSchemas.WEBHOOK_DATA) as WebhookType[]).map((type) => [
      type,
      Compile(webhookSchemas.webhookBody(type)),
    ]),
  );
  /** Events since the last call: type and data, each validated against the published form. */
  const arrived = async () => {
    await drain();
    return target.received.splice(0).map(({ event, headers }) => {
      const body = bodies.get(event.type as WebhookType);
      expect([event.type, [...(body?.Errors(event) ?? ['no such event'])]]).toEqual([event.type, []]);
      return { webhookId: headers['webhook-id'], type: event.type, ...event.data };
    });
  };

  test('report decisions and releases to the webhooks of every app and of this app', async () => {
    const app = await readyApp(api, who.token);
    const another = await api.call(devApp.save, { name: { zh: '另一个应用', en: '' } }, { token: who.token });
    await create();
    await create({ app_id: another.data.id });
    await create({ app_id: app.id, events: ['version.released'] });
    const submit = async () =>
      expect((await api.call(devApp.submit, { version_id: app.versionId }, { token: who.token })).code).toBe(
        'OK',
      );
    await submit();
    expect(await arrived()).toEqual([]);
    const suggestion = await askForChanges(api, app.versionId);
    expect(await arrived()).toMatchObject([
      {
        type: 'review.decided',
        app: { id: app.id, name: { zh: expect.any(String), en: expect.any(String) } },
        version: { id: app.versionId, version: '1.0.0', git_version: 'v1.0.0' },
        decision: 'changes_requested',
        reason: null,
        text: '还差一点',
      },
    ]);
    const done = { id: suggestion, resolved: true, answer: '改好了' };
    await api.call(devApp.suggestionAnswer, done, { token: who.token });
    await submit();
    await step(api, 'reject', app.versionId, { details: { reason: 'broken', text: '装不上' } });
    expect(await arrived()).toMatchObject([{ decision: 'rejected', reason: 'broken', text: '装不上' }]);
    const appeal = { version_id: app.versionId, text: '已经按意见改好了，请再看一遍。' };
    expect((await api.call(devApp.appeal, appeal, { token: who.token })).code).toBe('OK');
    await step(api, 'approve', app.versionId);
    expect(await arrived()).toMatchObject([{ decision: 'approved', reason: null, text: '' }]);
    await api.call(devApp.release, { version_id: app.versionId }, { token: who.token });
    const both = await arrived();
    expect(both).toMatchObject([
      { type: 'version.released', version: { version: '1.0.0' } },
      { type: 'version.released', version: { id: app.versionId } },
    ]);
    // One receiver behind two webhooks recognizes the event by its id.
    expect(new Set(both.map(({ webhookId }) => webhookId)).size).toBe(1);

    // The listing alone.
    const { revision } = (await api.call(devApp.detail, { id: app.id }, { token: who.token })).data;
    const intro = { zh: '改过的简介。', en: 'A reworded intro.' };
    await api.call(devApp.save, { id: app.id, revision, intro }, { token: who.token });
    const listing = await api.call(devApp.submit, { listing_of: app.id }, { token: who.token });
    const { id: listingId } = listing.data.version;
    await step(api, 'approve', listingId);
    expect(await arrived()).toMatchObject([
      { decision: 'approved', version: { id: listingId, version: null } },
    ]);
    await api.call(devApp.release, { version_id: listingId }, { token: who.token });
    expect(await arrived()).toMatchObject([
      { type: 'listing.released', app: { id: app.id }, version: { id: listingId, version: null } },
    ]);
  });

  test('report an expiring token a week ahead, once', async () => {
    await create();
    const input = { name: 'CI', scopes: ['app:read' as const], expires_in_days: 30 };
    const { data } = await api.call(devToken.create, input, { token: who.token });
    api.clock.advance(22 * DAY);
    await api.db.transaction((tx) => announceExpiringTokens.run(withTransaction(api.app, tx)));
    expect(await arrived()).toEqual([]);
    api.clock.advance(DAY);
    await api.db.transaction((tx) => announceExpiringTokens.run(withTransaction(api.app, tx)));
    expect(await arrived()).toMatchObject([
      {
        type: 'token.expiring',
        token: { id: data.item.id, name: 'CI', hint: data.item.hint, app_id: null, scopes: ['app:read'] },
      },
    ]);
    await api.db.transaction((tx) => announceExpiringTokens.run(withTransaction(api.app, tx)));
    expect(await arrived()).toEqual([]);
  });

  test('of a rolled-back transaction are not sent', async () => {
    await create();
    const data = { token: { id: 1, name: '', hint: '', scopes: [], app_id: null, expires_at: '' } };
    const work = api.db.transaction(async (tx) => {
      const reported = await emitEvent(
        withTransaction(api.app, tx),
        { userId: who.id, appId: null },
        'token.expiring',
        data,
      );
      expect(reported).toBe(1);
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    expect(await drain()).toBe(0);
  });

  test('are not sent for a disabled account, nor to a disabled webhook', async () => {
    const { item } = await create();
    await ping(item.id);
    await api.db.update(users).set({ disabledAt: api.clock.now() }).where(eq(users.id, who.id));
    expect([await drain(), (await api.app.webhooks.waiting()).count]).toEqual([0, 0]);
    const data = { token: { id: 1, name: '', hint: '', scopes: [], app_id: null, expires_at: '' } };
    const reported = () =>
      api.db.transaction((tx) =>
        emitEvent(withTransaction(api.app, tx), { userId: who.id, appId: null }, 'token.expiring', data),
      );
    expect(await reported()).toBe(0);
    await api.db.update(users).set({ disabledAt: null }).where(eq(users.id, who.id));
    expect(await reported()).toBe(1);
    await api.call(devWebhook.disable, { id: item.id }, { token: who.token });
    expect(await reported()).toBe(0);
  });
});
