import { subscribe, type InputOf } from '@yunduo/api-contract';
import { SUBSCRIPTION } from '@yunduo/validation';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { captchaTickets, subscribers, subscriptionTokens } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { onPostgres, SEED_NOW } from '../../testing/environment.ts';
import { whileHeld } from '../../testing/held.ts';
import { someEmail, someIp, ticketFor } from '../../testing/people.ts';
import { hashToken } from '../codes/tokens.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());
afterEach(() => api.clock.set(SEED_NOW));

interface SubscribeFields {
  ticket?: string;
  locale?: 'zh' | 'en';
  ip?: string;
}
const create = async (email: string, { ticket, locale = 'zh', ip = someIp() }: SubscribeFields = {}) => {
  const captcha_ticket = ticket ?? (await ticketFor(api, 'subscribe'));
  return api.call(subscribe.create, { email, captcha_ticket, locale }, { ip });
};
const confirm = (token: string) => api.call(subscribe.confirm, { token }, { ip: someIp() });
const unsubscribe = (token: string) => api.call(subscribe.unsubscribe, { token }, { ip: someIp() });
const mailsTo = async (email: string) => (await api.mails()).filter(({ to }) => to === email);
/** The token of the newest mail to an address, and the action of its button. */
const linkTo = async (email: string) => {
  const address = (await mailsTo(email))[0]?.text.match(/https?:\S+\/subscribe\?\S+/)?.[0] ?? '';
  const url = new URL(address);
  return { path: url.pathname, does: url.searchParams.get('do'), token: url.searchParams.get('token') ?? '' };
};
const stateOf = async (email: string) =>
  (await api.db.select().from(subscribers).where(eq(subscribers.email, email)))[0]?.state ?? null;
/** A confirmed subscriber, and the link of their welcome mail. */
const reader = async (email = someEmail()) => {
  await create(email);
  await confirm((await linkTo(email)).token);
  return { email, leave: (await linkTo(email)).token };
};

describe('Newsletter subscription', () => {
  test('[R1.15] is pending until the mail link confirms it, and an unsubscribe can be undone', async () => {
    const email = someEmail();
    expect((await create(`  ${email.toUpperCase()} `)).code).toBe('OK');
    expect(await stateOf(email)).toBe('pending');
    const link = await linkTo(email);
    expect([link.path, link.does]).toEqual(['/subscribe', 'confirm']);
    expect((await confirm(link.token)).data).toEqual({ email });
    expect(await stateOf(email)).toBe('confirmed');
    const confirmedAt = async () =>
      (await api.db.select().from(subscribers).where(eq(subscribers.email, email)))[0]?.confirmedAt;
    const moment = api.clock.now();
    expect(await confirmedAt()).toEqual(moment);

    const leave = await linkTo(email);
    expect(leave.does).toBe('unsubscribe');
    api.clock.advance(1_000);
    const missing = await unsubscribe(leave.token);
    expect(await confirmedAt()).toEqual(moment);
    expect(missing.data).toMatchObject({ email, expires_in: SUBSCRIPTION.undoTtl / 1000 });
    expect(await stateOf(email)).toBe('unsubscribed');
    expect((await confirm(missing.data.undo_token)).data).toEqual({ email });
    expect(await stateOf(email)).toBe('confirmed');
  });

  test('[R7.16] mails by the stored row: an unsubscribe link if confirmed, a confirmation link if deleted', async () => {
    const email = someEmail();
    const at = { createdAt: SEED_NOW, changedAt: SEED_NOW, confirmedAt: SEED_NOW };
    await api.db.insert(subscribers).values({ email, locale: 'zh', state: 'confirmed', ...at });
    await create(email);
    expect((await linkTo(email)).does).toBe('unsubscribe');
    await api.db.delete(subscribers).where(eq(subscribers.email, email));
    api.clock.advance(61_000);
    await create(email);
    expect((await linkTo(email)).does).toBe('confirm');
    expect(await stateOf(email)).toBe('pending');
  });

  test('sends the mail and its link in the requested language', async () => {
    const email = someEmail();
    await create(email, { locale: 'en' });
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toMatch(/^Confirm your subscription/);
    expect((await linkTo(email)).path).toBe('/en/subscribe');
  });

  test('[R5.07] rejects a missing, used or other scene’s captcha ticket', async () => {
    const used = await ticketFor(api, 'subscribe');
    await create(someEmail(), { ticket: used });
    for (const ticket of [used, await ticketFor(api, 'feedback'), 'none']) {
      const email = someEmail();
      expect(await create(email, { ticket })).toMatchObject({ status: 400, code: 'CAPTCHA_TICKET_INVALID' });
      expect([await stateOf(email), await mailsTo(email)]).toEqual([null, []]);
    }
    const email = someEmail();
    for (const bare of [{}, { captcha_ticket: '' }]) {
      const body = { email, locale: 'zh', ...bare };
      const rejected = await api.call(subscribe.create, body as InputOf<typeof subscribe.create>, {
        ip: someIp(),
      });
      expect([rejected.status, rejected.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(Object.keys(rejected.error.fields ?? {})).toEqual(['captcha_ticket']);
    }
    expect(await stateOf(email)).toBeNull();
  });

  test.each([
    ['', 'email_required'],
    ['nobody', 'email_invalid'],
    ['a@example.com\r\nBcc: b@example.com', 'email_invalid'],
    ['a@example.com,b@example.com', 'email_invalid'],
  ])('[R5.04] rejects an invalid address and leaves the captcha ticket unused: %p', async (email, key) => {
    const ticket = await ticketFor(api, 'subscribe');
    const answer = await create(email, { ticket });
    expect([answer.status, answer.error.fields]).toEqual([400, { email: key }]);
    const [row] = await api.db
      .select()
      .from(captchaTickets)
      .where(eq(captchaTickets.ticketHash, hashToken(ticket)));
    expect(row?.usedAt).toBeNull();
  });

  test('returns the same response for a subscribed and an unknown address; only the mail differs', async () => {
    const { email } = await reader();
    api.clock.advance(61_000);
    const known = await create(email);
    const unknown = await create(someEmail());
    expect([known.status, known.code, known.msg, known.data]).toEqual([
      unknown.status,
      unknown.code,
      unknown.msg,
      unknown.data,
    ]);
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toContain('已订阅');
    expect((await linkTo(email)).does).toBe('unsubscribe');
    expect(await stateOf(email)).toBe('confirmed');
  });

  test('accepts one request a minute and five a day per address', async () => {
    const email = someEmail();
    await create(email);
    const ticket = await ticketFor(api, 'subscribe');
    expect(await create(email, { ticket })).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      error: { retry_after: 60 },
    });
    for (let day = 1; day < 5; day += 1) {
      api.clock.advance(60_001);
      expect((await create(email)).code).toBe('OK');
    }
    api.clock.advance(60_001);
    expect((await create(email)).code).toBe('TOO_MANY_REQUESTS');
    expect(await mailsTo(email)).toHaveLength(5);
  });

  test('accepts twenty requests an hour per network', async () => {
    const ip = someIp();
    const answers: string[] = [];
    for (let more = 0; more < 21; more += 1) answers.push((await create(someEmail(), { ip })).code);
    expect(answers.filter((code) => code === 'OK')).toHaveLength(20);
    expect(answers.at(-1)).toBe('TOO_MANY_REQUESTS');
  });

  (onPostgres ? test : test.skip)('sends one mail for ten concurrent requests with one address', async () => {
    const email = someEmail();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(email)));
    expect(answers.filter(({ code }) => code === 'OK')).toHaveLength(1);
    // The others wait for the first one's lock. On a busy machine one may wait longer than any call does.
    const refused = answers.map(({ code }) => code).filter((code) => code !== 'OK' && code !== 'UNAVAILABLE');
    expect(new Set(refused)).toEqual(new Set(['TOO_MANY_REQUESTS']));
    expect(await mailsTo(email)).toHaveLength(1);
  });
});

describe('Newsletter mail link', () => {
  test('can be used twice', async () => {
    const email = someEmail();
    await create(email);
    const { token } = await linkTo(email);
    await confirm(token);
    // Once more as a chat program cut it out of a sentence.
    expect((await confirm(`${token}，谢谢`)).data).toEqual({ email });
    expect(await mailsTo(email)).toHaveLength(2);
  });

  test('of a second request changes nothing once the first is confirmed', async () => {
    const email = someEmail();
    await create(email);
    const first = await linkTo(email);
    api.clock.advance(61_000);
    await create(email);
    const second = await linkTo(email);
    await confirm(first.token);
    expect((await confirm(second.token)).data).toEqual({ email });
    // Two requests, one welcome.
    expect(await mailsTo(email)).toHaveLength(3);
  });

  (onPostgres ? test : test.skip)(
    'that unsubscribes does not deadlock with one that confirms at the same moment',
    async () => {
      const email = someEmail();
      await create(email);
      const first = await linkTo(email);
      api.clock.advance(61_000);
      await create(email);
      const second = await linkTo(email);
      await confirm(first.token);
      const { token: leave } = await linkTo(email);
      let late: ReturnType<typeof confirm> | undefined;
      const { answer } = await whileHeld(
        api,
        (tx) => tx.select().from(subscribers).where(eq(subscribers.email, email)).for('update'),
        () => unsubscribe(leave),
        async () => {
          let over = false;
          const ended = () => {
            over = true;
          };
          late = confirm(second.token);
          late.then(ended, ended);
          const waiting = sql`select pid from pg_stat_activity
            where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
          while (!over && (await api.db.execute(waiting)).rows.length < 2);
        },
      );
      expect(answer.code).toBe('OK');
      expect(await late).toMatchObject({ status: 400, code: 'SUBSCRIBE_LINK_INVALID' });
      expect(await stateOf(email)).toBe('unsubscribed');
    },
  );

  test('is rejected with SUBSCRIBE_LINK_INVALID if expired, made up or of another purpose', async () => {
    const email = someEmail();
    await create(email);
    const { token } = await linkTo(email);
    const { leave } = await reader();
    const wrong = [`${token}x`, 'yde_', '', leave];
    for (const one of wrong.filter(Boolean)) {
      expect(await confirm(one)).toMatchObject({ status: 400, code: 'SUBSCRIBE_LINK_INVALID' });
    }
    expect(await unsubscribe(token)).toMatchObject({ code: 'SUBSCRIBE_LINK_INVALID' });
    api.clock.advance(SUBSCRIPTION.confirmTtl);
    expect(await confirm(token)).toMatchObject({ code: 'SUBSCRIBE_LINK_INVALID' });
    expect(await stateOf(email)).toBe('pending');
  });

  test('is stored only as a hash', async () => {
    const { email, leave } = await reader();
    const rows = await api.db
      .select({ hash: subscriptionTokens.tokenHash })
      .from(subscriptionTokens)
      .innerJoin(subscribers, eq(subscribers.id, subscriptionTokens.subscriberId))
      .where(eq(subscribers.email, email));
    const hashes = rows.map(({ hash }) => hash);
    expect(hashes).toContain(hashToken(leave));
    expect(JSON.stringify(hashes)).not.toContain(leave);
  });
});

describe('Newsletter unsubscribe', () => {
  test('is idempotent, and can be undone for an hour', async () => {
    const { email, leave } = await reader();
    const first = (await unsubscribe(leave)).data;
    const second = (await unsubscribe(leave)).data;
    expect([second.email, await stateOf(email)]).toEqual([email, 'unsubscribed']);
    api.clock.advance(SUBSCRIPTION.undoTtl - 1);
    expect((await confirm(first.undo_token)).code).toBe('OK');
    await unsubscribe(leave);
    api.clock.advance(1);
    expect(await confirm(second.undo_token)).toMatchObject({ code: 'SUBSCRIBE_LINK_INVALID' });
    expect(await stateOf(email)).toBe('unsubscribed');
  });

  test('leaves the links of the reader’s other mails valid', async () => {
    const { email, leave } = await reader();
    api.clock.advance(61_000);
    await create(email);
    const { does, token } = await linkTo(email);
    expect([does, token === leave]).toEqual(['unsubscribe', false]);
    for (const link of [leave, token]) expect((await unsubscribe(link)).data.email).toBe(email);
  });

  test('invalidates the earlier confirmation link; a new subscription needs a new confirmation', async () => {
    const email = someEmail();
    await create(email);
    const old = (await linkTo(email)).token;
    await confirm(old);
    await unsubscribe((await linkTo(email)).token);
    expect(await confirm(old)).toMatchObject({ code: 'SUBSCRIBE_LINK_INVALID' });
    api.clock.advance(60_001);
    await create(email);
    expect(await stateOf(email)).toBe('pending');
    await confirm((await linkTo(email)).token);
    expect(await stateOf(email)).toBe('confirmed');
  });
});

test('a second request before the confirmation replaces language and time of the first', async () => {
  const email = someEmail();
  await create(email);
  api.clock.advance(61_000);
  await create(email, { locale: 'en' });
  const [row] = await api.db.select().from(subscribers).where(eq(subscribers.email, email));
  expect(row).toMatchObject({ state: 'pending', locale: 'en', changedAt: api.clock.now() });
  expect((await linkTo(email)).path).toBe('/en/subscribe');
});

test('an unsubscription keeps its time when repeated, and is not undone after a new request', async () => {
  const { email, leave } = await reader();
  const { undo_token: undo } = (await unsubscribe(leave)).data;
  const at = api.clock.now();
  api.clock.advance(61_000);
  await unsubscribe(leave);
  const [row] = await api.db.select().from(subscribers).where(eq(subscribers.email, email));
  expect(row).toMatchObject({ state: 'unsubscribed', changedAt: at });
  await create(email);
  expect((await confirm(undo)).code).toBe('SUBSCRIBE_LINK_INVALID');
  expect(await stateOf(email)).toBe('pending');
});

test('deletes unconfirmed addresses when their link expires, and unsubscribed ones after a month', async () => {
  const { email: keeps } = await reader();
  const { email: left, leave } = await reader();
  await unsubscribe(leave);
  const never = someEmail();
  await create(never);
  api.clock.advance(SUBSCRIPTION.confirmTtl + 1);
  await api.app.jobs.runDue();
  expect([await stateOf(never), await stateOf(left), await stateOf(keeps)]).toEqual([
    null,
    'unsubscribed',
    'confirmed',
  ]);
  const links = await api.db
    .select({ kind: subscriptionTokens.kind })
    .from(subscriptionTokens)
    .innerJoin(subscribers, eq(subscribers.id, subscriptionTokens.subscriberId))
    .where(eq(subscribers.email, keeps));
  expect(links).toEqual([{ kind: 'unsubscribe' }]);
  api.clock.advance(SUBSCRIPTION.retention);
  await api.app.jobs.runDue();
  expect([await stateOf(left), await stateOf(keeps)]).toEqual([null, 'confirmed']);
});
