import { createHash } from 'node:crypto';
import { authCode as calls, order as orderCalls, type ErrorCode } from '@yunduo/api-contract';
import { dayOf } from '@yunduo/i18n';
import {
  LICENCE_GRACE,
  LICENCE_REMARK_MAX,
  LICENCE_TRANSFER_TTL,
  LICENCE_UNBIND,
  ORDER,
  SERVER_NAME_MAX,
} from '@yunduo/validation';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { after } from '../../clock.ts';
import { withTransaction } from '../../context.ts';
import { licenceEvents, licenceFiles, licences, licenceTransfers } from '../../db/schema/licence.ts';
import { throttles } from '../../db/schema/platform.ts';
import { users } from '../../db/schema/account.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { SEED_NOW } from '../../testing/environment.ts';
import { noticeOf, orderIn, sendNotice } from '../../testing/orders.ts';
import { newcomer, someIp, type SignedIn } from '../../testing/people.ts';
import { findOrder } from '../order/list.ts';
import { hashCode } from './code.ts';
import { explain } from './explain.ts';
import { licencesOfOrder, renewLicence } from './issue.ts';
import { keyring, encryptCode, decryptCode } from './keyring.ts';
import { revoke } from './revoke.ts';
import {
  codeOfLicence,
  isSigned,
  licenceIn,
  rowOf,
  SITUATIONS,
  someServer,
  type Situated,
  type Situation,
} from '../../testing/licences.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** A day after the seed's time. */
const START = after(SEED_NOW, DAY);

let api: TestApp;
let owner: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  owner = await newcomer(api);
  other = await newcomer(api);
});
afterAll(() => api.close());
// Each test starts at the same time, and no attempts add up across tests.
beforeEach(async () => {
  api.clock.set(START);
  await api.db.delete(throttles);
});

/** Advances the clock with occasional calls, so that the session stays alive. */
async function walk(until: Date, token = owner.token): Promise<void> {
  while (api.clock.now() < until) {
    api.clock.set(new Date(Math.min(until.getTime(), api.clock.now().getTime() + 20 * DAY)));
    await api.call(calls.my, {}, { token });
  }
}

const me = () => ({ id: owner.user.id, email: owner.email });
const asOwner = () => ({ token: owner.token });
const asOther = () => ({ token: other.token });
const make = (situation: Situation) => licenceIn(api, me(), situation);
const detail = async (id: number, lang: 'zh' | 'en' = 'zh') =>
  (await api.call(calls.detail, { id }, { ...asOwner(), lang })).data;
const kinds = async (id: number) =>
  (
    await api.db.select().from(licenceEvents).where(eq(licenceEvents.licenceId, id)).orderBy(licenceEvents.id)
  ).map(({ kind }) => kind);
const bind = (code: string, fingerprint = someServer(), caller: object = asOwner()) =>
  api.call(calls.bind, { code, server_name: 'web-1', fingerprint }, caller);

type Act = (licence: Situated, caller: object) => Promise<{ status: number; code: string }>;
const requestFile = ({ code, fingerprint }: { code: string; fingerprint: string }, change: object = {}) =>
  JSON.stringify({
    format: 'yunduo-licence-request',
    version: 1,
    code,
    fingerprint,
    server_name: 'db-1',
    created_at: '2026-11-20T01:00:00Z',
    ...change,
  });
const ACTS: Record<string, Act> = {
  detail: ({ id }, caller) => api.call(calls.detail, { id }, caller),
  bind: ({ code }, caller) => bind(code, someServer(), caller),
  'bind again': ({ code, fingerprint }, caller) => bind(code, fingerprint, caller),
  unbind: ({ id }, caller) => api.call(calls.unbind, { id, reason: '换服务器' }, caller),
  edit: ({ id }, caller) => api.call(calls.edit, { id, remark: '主站' }, caller),
  renew: ({ id }, caller) => api.call(calls.renew, { id, plan: 'm3' }, caller),
  transfer: ({ id }, caller) => api.call(calls.transfer, { id, to_email: 'friend@example.com' }, caller),
  offline: ({ code }, caller) =>
    api.call(calls.offlineRequest, { request: requestFile({ code, fingerprint: someServer() }) }, caller),
  'offline again': (licence, caller) =>
    api.call(calls.offlineRequest, { request: requestFile(licence) }, caller),
};

/** Result of each action in each situation, in the order of SITUATIONS. */
const OUTCOMES: Record<string, readonly (ErrorCode | 'OK')[]> = {
  //        unused, bound, unbound, expired, revoked, offered, permanent
  detail: ['OK', 'OK', 'OK', 'OK', 'OK', 'OK', 'OK'],
  bind: [
    'OK',
    'LICENCE_BOUND',
    'OK',
    'LICENCE_EXPIRED',
    'LICENCE_REVOKED',
    'LICENCE_IN_TRANSFER',
    'LICENCE_BOUND',
  ],
  'bind again': [
    'OK',
    'LICENCE_BOUND_HERE',
    'OK',
    'LICENCE_EXPIRED',
    'LICENCE_REVOKED',
    'LICENCE_IN_TRANSFER',
    'LICENCE_BOUND_HERE',
  ],
  unbind: [
    'LICENCE_NOT_BOUND',
    'OK',
    'LICENCE_NOT_BOUND',
    'OK',
    'LICENCE_REVOKED',
    'LICENCE_NOT_BOUND',
    'OK',
  ],
  edit: ['OK', 'OK', 'OK', 'OK', 'OK', 'OK', 'OK'],
  renew: [
    'LICENCE_NOT_STARTED',
    'OK',
    'OK',
    'OK',
    'LICENCE_REVOKED',
    'LICENCE_IN_TRANSFER',
    'LICENCE_PERMANENT',
  ],
  transfer: [
    'OK',
    'LICENCE_TRANSFER_BOUND',
    'OK',
    'LICENCE_EXPIRED',
    'LICENCE_REVOKED',
    'LICENCE_IN_TRANSFER',
    'LICENCE_TRANSFER_BOUND',
  ],
  offline: [
    'OK',
    'LICENCE_BOUND',
    'OK',
    'LICENCE_EXPIRED',
    'LICENCE_REVOKED',
    'LICENCE_IN_TRANSFER',
    'LICENCE_BOUND',
  ],
  'offline again': ['OK', 'OK', 'OK', 'LICENCE_EXPIRED', 'LICENCE_REVOKED', 'LICENCE_IN_TRANSFER', 'OK'],
};
const TABLE = Object.entries(OUTCOMES).flatMap(([action, outcomes]) =>
  SITUATIONS.map((situation, place) => [action, situation, outcomes[place] ?? 'INTERNAL'] as const),
);

describe('licence actions by situation', () => {
  test.each(TABLE)('%s by the owner, licence %s: %s', async (action, situation, outcome) => {
    const act = ACTS[action] as Act;
    const licence = await make(situation);
    const before = await kinds(licence.id);
    const row = await rowOf(api, licence.id);
    const answer = await act(licence, asOwner());
    expect(answer.code).toBe(outcome);
    expect(answer.status).toBe(outcome === 'OK' ? 200 : 400);
    const written = (await kinds(licence.id)).slice(before.length);
    // A change adds an event; a refusal, a read or an order adds none.
    const silent = outcome !== 'OK' || action === 'detail' || action === 'renew';
    expect(written.length > 0).toBe(!silent);
    if (silent) expect(await rowOf(api, licence.id)).toEqual(row);
  });

  test.each(TABLE)(
    '[R6.01] %s, licence %s: 404 for another user, 401 without a session',
    async (action, situation) => {
      const act = ACTS[action] as Act;
      const licence = await make(situation);
      const [row, before] = [await rowOf(api, licence.id), await kinds(licence.id)];
      expect(await act(licence, asOther())).toMatchObject({ status: 404, code: 'LICENCE_NOT_FOUND' });
      expect(await act(licence, {})).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
      expect(await act(licence, { token: 'made up' })).toMatchObject({
        status: 401,
        code: 'UNAUTHENTICATED',
      });
      expect(await rowOf(api, licence.id)).toEqual(row);
      expect(await kinds(licence.id)).toEqual(before);
    },
  );

  test('each situation lists exactly the actions that are possible', async () => {
    const offered = async (situation: Situation) => (await detail((await make(situation)).id)).actions;
    expect(await offered('unused')).toEqual(['bind', 'edit', 'transfer']);
    expect(await offered('bound')).toEqual(['unbind', 'edit', 'renew']);
    expect(await offered('unbound')).toEqual(['bind', 'edit', 'renew', 'transfer']);
    expect(await offered('expired')).toEqual(['unbind', 'edit', 'renew']);
    expect(await offered('revoked')).toEqual(['edit']);
    expect(await offered('offered')).toEqual(['edit', 'transfer_cancel']);
    expect(await offered('permanent')).toEqual(['unbind', 'edit']);
  });
});

describe('licence plans', () => {
  test('[R3.12] are 1, 3, 6 and 12 months and permanent, public, in both languages', async () => {
    const zh = await api.call(calls.plans, undefined);
    const en = await api.call(calls.plans, undefined, { lang: 'en' });
    expect(zh.data.list.map(({ plan, months }) => [plan, months])).toEqual([
      ['m1', 1],
      ['m3', 3],
      ['m6', 6],
      ['m12', 12],
      ['permanent', null],
    ]);
    for (const [place, plan] of zh.data.list.entries()) {
      expect(plan.price).toBeGreaterThan(0);
      expect(plan.currency).toBe('CNY');
      expect(en.data.list[place]?.name).not.toBe(plan.name);
    }
    expect(zh.headers['cache-control']).toContain('public');
  });

  test('include the public signing key', async () => {
    const { keys } = (await api.call(calls.plans, undefined)).data;
    const { current } = keyring(api.app.config);
    const first = { signed_by: null, signature: null };
    expect(keys).toEqual([{ key_id: current.id, public_key: current.publicKey, ...first }]);
  });
});

describe('bind', () => {
  test('[R3.12] starts the term on first use only', async () => {
    const { id, code } = await make('unused');
    await walk(after(START, 40 * DAY));
    const first = await bind(code);
    const start = api.clock.now();
    expect(first.data).toMatchObject({ state: 'active', plan: 'm1', started_at: start.toISOString() });
    const end = new Date(first.data.expires_at ?? 0);
    expect(end.getTime() - start.getTime()).toBeGreaterThan(27 * DAY);
    expect(end.getTime() - start.getTime()).toBeLessThan(32 * DAY);
    expect((await detail(id)).events[0]).toMatchObject({
      kind: 'bound',
      details: { server: 'web-1', expires: end.toISOString() },
    });
    api.clock.advance(2 * DAY);
    expect((await api.call(calls.unbind, { id, reason: '迁移' }, asOwner())).code).toBe('OK');
    const second = await bind(code);
    expect(second.data).toMatchObject({
      started_at: start.toISOString(),
      expires_at: end.toISOString(),
      server: { bound_at: api.clock.now().toISOString() },
    });
  });

  test('[R9.05] rejects a second server with LICENCE_BOUND', async () => {
    const { id, code, fingerprint } = await make('bound');
    expect(await bind(code)).toMatchObject({ status: 400, code: 'LICENCE_BOUND' });
    expect((await detail(id)).server).toMatchObject({ name: 'web-1', fingerprint });
  });

  test('[R9.05] succeeds once for twenty concurrent requests to two servers', async () => {
    const { id, code } = await make('unused');
    const servers = [someServer(), someServer()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) => bind(code, servers[place % 2] ?? '')),
    );
    const won = answers.filter((answer) => answer.code === 'OK');
    expect(won).toHaveLength(1);
    // The winner's server gets "bound here", the other "taken".
    const fingerprint = won[0]?.data.server?.fingerprint ?? '';
    const lost = answers
      .map((answer, place) => [servers[place % 2] === fingerprint, answer.code])
      .filter(([, rejected]) => rejected !== 'OK');
    expect(lost.filter(([here]) => here)).toEqual(
      Array.from({ length: 9 }, () => [true, 'LICENCE_BOUND_HERE']),
    );
    expect(lost.filter(([here]) => !here)).toEqual(
      Array.from({ length: 10 }, () => [false, 'LICENCE_BOUND']),
    );
    expect((await rowOf(api, id)).fingerprint).toBe(fingerprint);
    const bound = and(eq(licenceEvents.licenceId, id), eq(licenceEvents.kind, 'bound'));
    expect(await api.db.$count(licenceEvents, bound)).toBe(1);
  });

  test('rejects a second licence on the same server while the first is active', async () => {
    const { id, code, fingerprint } = await make('bound');
    const second = await make('unused');
    const rejected = await bind(second.code, fingerprint);
    expect(rejected.code).toBe('LICENCE_SERVER_TAKEN');
    expect(rejected.msg).toContain(code.slice(-4));
    await api.db.update(licences).set({ expiresAt: api.clock.now() }).where(eq(licences.id, id));
    expect((await bind(second.code, fingerprint)).code).toBe('OK');
  });

  test('accepts a code in any spelling, and distinguishes a typo from an unknown code', async () => {
    const { code } = await make('unused');
    const slip = `${code.slice(0, -1)}${code.endsWith('7') ? '8' : '7'}`;
    expect(await bind(slip)).toMatchObject({
      status: 400,
      error: { fields: { code: 'licence_code_invalid' } },
    });
    const foreign = await licenceIn(api, { id: other.user.id, email: other.email }, 'unused');
    expect(await bind(foreign.code)).toMatchObject({ status: 404, code: 'LICENCE_NOT_FOUND' });
    expect((await bind(` ${code.toLowerCase().replaceAll('-', ' ')} `)).code).toBe('OK');
  });

  test('rejects an invalid fingerprint, server name or code at its field', async () => {
    const { code } = await make('unused');
    const fields = async (change: object) =>
      (
        await api.call(
          calls.bind,
          { code, server_name: 'web-1', fingerprint: someServer(), ...change },
          asOwner(),
        )
      ).error.fields;
    expect(await fields({ fingerprint: '' })).toEqual({ fingerprint: 'fingerprint_required' });
    expect(await fields({ fingerprint: 'a'.repeat(63) })).toEqual({ fingerprint: 'fingerprint_invalid' });
    expect(await fields({ fingerprint: `${'a'.repeat(63)}g` })).toEqual({
      fingerprint: 'fingerprint_invalid',
    });
    expect(await fields({ server_name: ' ' })).toEqual({ server_name: 'server_name_required' });
    expect(await fields({ server_name: '云'.repeat(SERVER_NAME_MAX + 1) })).toEqual({
      server_name: 'server_name_length',
    });
    expect(await fields({ server_name: 'web\n1' })).toEqual({ server_name: 'one_line_characters' });
    expect(await fields({ code: '' })).toEqual({ code: 'licence_code_required' });
    expect(await fields({ user_id: 1 })).toEqual({ user_id: 'field_invalid' });
    const wide = someServer().toUpperCase();
    expect(
      await fields({ server_name: '云'.repeat(SERVER_NAME_MAX), fingerprint: ` ${wide} ` }),
    ).toBeUndefined();
  });

  test('is rate-limited after 200 attempts with an unknown code', async () => {
    const wrong = (await licenceIn(api, { id: other.user.id, email: other.email }, 'unused')).code;
    const codes: string[] = [];
    for (let tries = 0; tries < 200; tries += 1) codes.push((await bind(wrong)).code);
    expect(codes.every((code) => code === 'LICENCE_NOT_FOUND')).toBe(true);
    const last = await bind(wrong);
    expect(last).toMatchObject({ status: 400, code: 'TOO_MANY_REQUESTS' });
    expect(last.error.retry_after).toBeGreaterThan(0);
    // Requests for licence files count as well.
    for (const refused of [
      await api.call(calls.offlineRequest, { request: '{}' }, asOwner()),
      await api.call(calls.offlineRenew, { id: 1 }, asOwner()),
    ])
      expect(refused.code).toBe('TOO_MANY_REQUESTS');
    api.clock.advance(11 * MINUTE);
    expect((await bind(wrong)).code).toBe('LICENCE_NOT_FOUND');
  });
});

describe('unbind', () => {
  const unbind = (id: number) => api.call(calls.unbind, { id, reason: '换服务器' }, asOwner());
  const unbound = (id: number, times: readonly Date[]) =>
    api.db.insert(licenceEvents).values(
      times.map((at) => ({
        licenceId: id,
        ownerId: owner.user.id,
        kind: 'unbound' as const,
        at,
        details: { server: 'Rack 1', fingerprint: '', reason: '' },
      })),
    );

  test('is allowed three times in 365 days, at least a day apart', async () => {
    const { id, code } = await make('permanent');
    expect((await detail(id)).unbind).toEqual({ left: 3, limit: 3, days: 365, next_at: null });
    const first = api.clock.now();
    expect((await unbind(id)).code).toBe('OK');
    expect((await bind(code)).code).toBe('OK');
    api.clock.advance(LICENCE_UNBIND.apart - 1000);
    const soon = await unbind(id);
    expect(soon).toMatchObject({ status: 400, code: 'UNBIND_TOO_SOON' });
    expect(soon.error.retry_after).toBe(1);
    expect((await detail(id)).unbind).toMatchObject({ left: 2, next_at: after(first, DAY).toISOString() });
    api.clock.advance(1000);
    expect((await unbind(id)).code).toBe('OK');
    api.clock.advance(DAY);
    await bind(code);
    expect((await unbind(id)).code).toBe('OK');
    api.clock.advance(DAY);
    await bind(code);
    const limit = await unbind(id);
    expect(limit.code).toBe('UNBIND_LIMIT');
    const opens = after(first, LICENCE_UNBIND.days * DAY);
    expect(limit.error.retry_after).toBe((opens.getTime() - api.clock.now().getTime()) / 1000);
    expect(limit.msg).toContain(
      after(opens, 8 * 3_600_000)
        .toISOString()
        .slice(0, 10),
    );
    expect((await detail(id)).unbind).toEqual({ left: 0, limit: 3, days: 365, next_at: opens.toISOString() });
  });

  test('is allowed again a day after the last one, if that is later than 365 days after the oldest', async () => {
    const { id } = await make('permanent');
    const last = after(api.clock.now(), -1000);
    await unbound(id, [after(api.clock.now(), -365 * DAY + 1000), after(last, -100 * DAY), last]);
    const limit = await unbind(id);
    expect([limit.code, limit.error.retry_after]).toEqual(['UNBIND_LIMIT', DAY / 1000 - 1]);
    expect((await detail(id)).unbind).toMatchObject({ left: 0, next_at: after(last, DAY).toISOString() });
  });

  test('is allowed again exactly 365 days after the oldest one', async () => {
    const { id } = await make('permanent');
    const times = [364, 200, 100].map((days) => after(api.clock.now(), -days * DAY));
    await unbound(id, times);
    expect((await unbind(id)).code).toBe('UNBIND_LIMIT');
    const oldest = after(times[0] as Date, LICENCE_UNBIND.days * DAY);
    const [event] = await api.db
      .select()
      .from(licenceEvents)
      .where(eq(licenceEvents.at, times[0] as Date));
    const move = (at: Date) =>
      api.db
        .update(licenceEvents)
        .set({ at })
        .where(eq(licenceEvents.id, event?.id ?? 0));
    expect(oldest > api.clock.now()).toBe(true);
    await move(after(api.clock.now(), -365 * DAY + 1000));
    expect((await unbind(id)).code).toBe('UNBIND_LIMIT');
    await move(after(api.clock.now(), -365 * DAY));
    expect((await unbind(id)).code).toBe('OK');
  });

  test('tells the day that the last of three keeps, if the oldest was a year ago before it', async () => {
    const { id } = await make('permanent');
    const now = api.clock.now();
    const times = [after(now, -365 * DAY + 1000), after(now, -100 * DAY), after(now, -1000)];
    await unbound(id, times);
    expect((await detail(id)).unbind.next_at).toBe(after(now, DAY - 1000).toISOString());
  });

  test('requires a reason and records it in the timeline', async () => {
    const { id, fingerprint } = await make('bound');
    expect((await api.call(calls.unbind, { id, reason: ' ' }, asOwner())).error.fields).toEqual({
      reason: 'unbind_reason_required',
    });
    await api.call(calls.unbind, { id, reason: '机房搬迁' }, asOwner());
    const { events, server, state } = await detail(id);
    expect(events[0]).toMatchObject({
      kind: 'unbound',
      details: { server: 'web-1', fingerprint, reason: '机房搬迁' },
    });
    expect([server, state]).toEqual([null, 'active']);
  });
});

describe('renew', () => {
  test('creates an order at the plan’s price and does not extend the licence before payment', async () => {
    const { id } = await make('bound');
    const before = await detail(id);
    const { data: order } = await api.call(calls.renew, { id, plan: 'm3' }, { ...asOwner(), lang: 'en' });
    expect(order.description).toBe('Yunduo authorization code renewal · 3 months');
    const price = (await api.call(calls.plans, undefined)).data.list.find(({ plan }) => plan === 'm3')?.price;
    expect(order).toMatchObject({ plan: 'm3', quantity: 1, amount: price, status: 'pending', renews: id });
    expect((await detail(id)).expires_at).toBe(before.expires_at);
    expect((await api.call(calls.renew, { id, plan: 'm2' as 'm1' }, asOwner())).error.fields).toEqual({
      plan: 'field_invalid',
    });
  });

  test('counts towards the hourly order limit, even if cancelled', async () => {
    const buyer = await newcomer(api);
    const { id } = await licenceIn(api, buyer.user, 'bound');
    const answers = new Map<string, number>();
    for (let count = 0; count <= ORDER.perHour; count += 1) {
      const { code, data } = await api.call(calls.renew, { id, plan: 'm1' }, { token: buyer.token });
      answers.set(code, (answers.get(code) ?? 0) + 1);
      if (code === 'OK')
        await api.call(orderCalls.cancel, { order_no: data.order_no }, { token: buyer.token });
    }
    expect([...answers]).toEqual([
      ['OK', ORDER.perHour],
      ['TOO_MANY_REQUESTS', 1],
    ]);
  });

  const renew = (licenceId: number, plan: 'm1' | 'm3' | 'permanent' = 'm1') =>
    api.db.transaction((tx) =>
      renewLicence(withTransaction(api.app, tx), { licenceId, plan, orderId: null }),
    );

  test('extends from the expiry while active, from now if expired', async () => {
    const live = await make('bound');
    const end = new Date((await detail(live.id)).expires_at ?? 0);
    await renew(live.id);
    const next = new Date((await detail(live.id)).expires_at ?? 0);
    expect(next.getTime() - end.getTime()).toBeGreaterThan(27 * DAY);
    await walk(after(next, 3 * DAY));
    expect((await detail(live.id)).state).toBe('expired');
    await renew(live.id, 'm3');
    const again = await detail(live.id);
    expect(again).toMatchObject({ state: 'active', plan: 'm3', server: { name: 'web-1' } });
    const gained = new Date(again.expires_at ?? 0).getTime() - api.clock.now().getTime();
    expect(gained).toBeGreaterThan(88 * DAY);
    expect(again.events.map(({ kind }) => kind)).toEqual(['renewed', 'renewed', 'bound', 'granted']);
    expect(again.terms.map(({ plan }) => plan)).toEqual(['m1', 'm1', 'm3']);
  });

  test('with a permanent plan removes the expiry', async () => {
    const { id } = await make('bound');
    await renew(id, 'permanent');
    expect(await detail(id)).toMatchObject({
      state: 'active',
      plan: 'permanent',
      expires_at: null,
      days_left: null,
    });
    await renew(id);
    expect(await detail(id)).toMatchObject({ plan: 'permanent', expires_at: null });
  });
});

describe('transfer', () => {
  const offer = async (situation: 'unused' | 'unbound' = 'unused', to = other.email) => {
    const licence = await make(situation);
    const { data } = await api.call(
      calls.transfer,
      { id: licence.id, to_email: to.toUpperCase() },
      asOwner(),
    );
    return { ...licence, transferId: data.transfer?.id ?? 0 };
  };
  const incoming = async (token = other.token) => (await api.call(calls.my, {}, { token })).data.incoming;
  const accept = (transfer_id: number, caller: object = asOther()) =>
    api.call(calls.transferAccept, { transfer_id }, caller);
  const cancel = (transfer_id: number, caller: object = asOwner()) =>
    api.call(calls.transferCancel, { transfer_id }, caller);
  /** Subjects of the mails to an address about one licence. */
  const subjectsTo = async (email: string, code: string) =>
    (await api.mails())
      .filter(({ to, text }) => to === email && text.includes(code.slice(-4)))
      .map(({ subject }) => subject);
  /** Where the link of a mail leads. */
  const linkTo = async (email: string, subject: string) => {
    const mail = (await api.mails()).find((one) => one.to === email && one.subject === subject);
    return /\S+panel=my-codes\S*/.exec(mail?.text ?? '')?.[0].split('?')[1];
  };

  test('offers are listed for the recipient with the oldest first', async () => {
    const ids = [(await offer()).transferId, (await offer()).transferId];
    // A changed row moves to the end of its table.
    await api.db
      .update(licenceTransfers)
      .set({ status: 'offered' })
      .where(eq(licenceTransfers.id, ids[0] ?? 0));
    expect((await incoming()).map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids);
    for (const id of ids) expect((await cancel(id)).code).toBe('OK');
  });

  test('is offered by mail, listed for the recipient, and accepted with a new code', async () => {
    const { id, code, transferId } = await offer('unbound');
    await api.call(calls.edit, { id, remark: '上海' }, asOwner());
    expect((await detail(id)).transfer).toMatchObject({
      id: transferId,
      status: 'offered',
      to_email: other.email,
    });
    expect((await detail(id)).explain.text).toContain('（北京时间）前接受');
    expect((await detail(id, 'en')).explain.text).toContain('(Beijing time)');
    const tail = code.slice(-4);
    expect(await subjectsTo(owner.email, code)).toEqual([`你正在转让授权码（尾号 ${tail}）`]);
    expect(await subjectsTo(other.email, code)).toEqual(['有人向你转让云舵授权码']);
    const sent = (await api.mails()).find(({ to, text }) => to === other.email && text.includes(tail));
    for (const part of [owner.email, '1 个月']) expect(sent?.text).toContain(part);
    // The owner's mail leads to this code, which the recipient cannot open yet.
    const linkIn = (text = '') => /\S+panel=my-codes\S*/.exec(text)?.[0].split('?')[1];
    const made = (await api.mails()).find(({ to, text }) => to === owner.email && text.includes(tail));
    expect([linkIn(made?.text), linkIn(sent?.text)]).toEqual([`panel=my-codes&code=${id}`, 'panel=my-codes']);
    expect((await api.mails()).some(({ text, html }) => `${text}${html}`.includes(code))).toBe(false);
    const [listed] = (await incoming()).filter((one) => one.id === transferId);
    expect(listed).toMatchObject({ from_email: owner.email, plan: 'm1', state: 'active', code_tail: tail });
    expect(JSON.stringify(listed)).not.toContain(code);

    const taken = await accept(transferId);
    expect(taken).toMatchObject({
      status: 200,
      data: { id, state: 'active', server: null, transfer: null, remark: '' },
    });
    const mine = (await api.call(calls.detail, { id }, asOther())).data;
    expect(mine.code).not.toBe(code);
    expect(mine.transfers).toEqual([]);
    // Earlier events belong to the former owner; the number of unbinds stays with the licence.
    expect(mine.events.map(({ kind }) => kind)).toEqual(['transferred']);
    expect(mine.unbind.left).toBe(2);
    expect(await api.call(calls.detail, { id }, asOwner())).toMatchObject({ status: 404 });
    expect((await bind(code)).code).toBe('LICENCE_NOT_FOUND');
    expect((await bind(mine.code, someServer(), asOther())).code).toBe('OK');
    expect(await subjectsTo(owner.email, code)).toContain(`授权码（尾号 ${tail}）已转让给 ${other.email}`);
    expect(await incoming()).toEqual([]);
  });

  test('shows the new owner neither orders nor files of the former one', async () => {
    const bought = await orderIn(api, owner, 'paid', { plan: 'm1' });
    const [{ id } = { id: 0 }] = await licencesOfOrder(api.db, bought.id);
    await api.db.insert(licenceFiles).values({
      ...{ licenceId: id, ownerId: owner.user.id, serverName: 'Rack 1', keyId: 'key' },
      ...{ issuedAt: SEED_NOW, releasedAt: SEED_NOW, releasedBy: 'operator', releasedReason: 'lost' },
    });
    const shown = async (caller: object) => {
      const { order_no, terms, files } = (await api.call(calls.detail, { id }, caller)).data;
      return [order_no, terms.map((term) => term.order_no), files.length];
    };
    expect(await shown(asOwner())).toEqual([bought.orderNo, [bought.orderNo], 1]);
    await api.db.update(licences).set({ userId: other.user.id }).where(eq(licences.id, id));
    expect(await shown(asOther())).toEqual([null, [null], 0]);
  });

  test('of a licence that expired meanwhile is listed as such, and can only be declined', async () => {
    const { id, transferId } = await offer('unbound');
    expect((await incoming()).map((one) => one.id)).toContain(transferId);
    await api.db.update(licences).set({ expiresAt: api.clock.now() }).where(eq(licences.id, id));
    expect((await incoming()).find((one) => one.id === transferId)).toMatchObject({ state: 'expired' });
    expect(await accept(transferId)).toMatchObject({ status: 400, code: 'LICENCE_EXPIRED' });
    expect((await cancel(transferId, asOther())).data).toMatchObject({ status: 'declined' });
    expect((await incoming()).map((one) => one.id)).not.toContain(transferId);
  });

  test('of a licence that a previous version bound meanwhile cannot be accepted', async () => {
    const { id, fingerprint, transferId } = await offer('unbound');
    const bound = { fingerprint, serverName: 'web-1', boundAt: api.clock.now() };
    await api.db.update(licences).set(bound).where(eq(licences.id, id));
    expect(await accept(transferId)).toMatchObject({ status: 400, code: 'TRANSFER_CLOSED' });
  });

  test('is mailed, and called off, in the language of its recipient', async () => {
    await api.db.update(users).set({ locale: 'en' }).where(eq(users.id, other.user.id));
    const { code, transferId } = await offer();
    await cancel(transferId);
    await api.db.update(users).set({ locale: 'zh' }).where(eq(users.id, other.user.id));
    const subjects = await subjectsTo(other.email, code);
    expect(subjects).toHaveLength(2);
    expect(subjects.join()).not.toMatch(/\p{Script=Han}/u);
  });

  test('returns 404 to third parties and 401 without a session', async () => {
    const third = await newcomer(api);
    const { id, transferId } = await offer();
    expect(await accept(transferId, { token: third.token })).toMatchObject({
      status: 404,
      code: 'TRANSFER_NOT_FOUND',
    });
    expect(await cancel(transferId, { token: third.token })).toMatchObject({
      status: 404,
      code: 'TRANSFER_NOT_FOUND',
    });
    expect(await accept(transferId, asOwner())).toMatchObject({ status: 404, code: 'TRANSFER_NOT_FOUND' });
    for (const caller of [{}, { token: 'made up' }]) {
      expect(await accept(transferId, caller)).toMatchObject({ status: 401 });
      expect(await cancel(transferId, caller)).toMatchObject({ status: 401 });
    }
    expect(await accept(999_999)).toMatchObject({ status: 404 });
    expect((await rowOf(api, id)).userId).toBe(owner.user.id);
    expect(await incoming(third.token)).toEqual([]);
    expect((await cancel(transferId)).code).toBe('OK');
  });

  test('can be cancelled by the owner, with a mail to the recipient', async () => {
    const { id, code, transferId } = await offer();
    expect(await cancel(transferId)).toMatchObject({
      status: 200,
      data: { id: transferId, status: 'cancelled', decided_at: api.clock.now().toISOString() },
    });
    expect(await subjectsTo(other.email, code)).toContain('授权码转让已取消');
    expect(await accept(transferId)).toMatchObject({ status: 400, code: 'TRANSFER_CLOSED' });
    expect(await cancel(transferId)).toMatchObject({ status: 400, code: 'TRANSFER_CLOSED' });
    const { events, transfer, transfers } = await detail(id);
    expect(events.map(({ kind }) => kind)).toEqual(['transfer_cancelled', 'transfer_offered', 'granted']);
    expect([transfer, transfers[0]?.status]).toEqual([null, 'cancelled']);
  });

  test('can be declined by the recipient, with a mail to the owner', async () => {
    const { id, code, transferId } = await offer();
    expect((await cancel(transferId, asOther())).data).toMatchObject({ status: 'declined' });
    const declined = `授权码（尾号 ${code.slice(-4)}）的转让被拒绝`;
    expect(await subjectsTo(owner.email, code)).toContain(declined);
    expect(await linkTo(owner.email, declined)).toBe(`panel=my-codes&code=${id}`);
    const { actions, events } = await detail(id);
    expect(actions).toContain('bind');
    expect(events[0]).toMatchObject({ kind: 'transfer_declined', details: { to: other.email } });
  });

  test('expires after seven days, to the second, and can be offered again', async () => {
    const late = await offer();
    api.clock.advance(LICENCE_TRANSFER_TTL - 1000);
    expect((await detail(late.id)).transfer).not.toBeNull();
    expect((await incoming()).map(({ id }) => id)).toContain(late.transferId);
    api.clock.advance(1000);
    expect((await incoming()).map(({ id }) => id)).not.toContain(late.transferId);
    expect(await accept(late.transferId)).toMatchObject({ status: 400, code: 'TRANSFER_CLOSED' });
    const { transfer, transfers, actions } = await detail(late.id);
    expect([transfer, transfers[0]?.status]).toEqual([null, 'expired']);
    expect(actions).toContain('bind');
    const again = await api.call(calls.transfer, { id: late.id, to_email: other.email }, asOwner());
    expect(again.data.transfer?.id).not.toBe(late.transferId);
    // The newest first.
    const both = (await detail(late.id)).transfers.map(({ id }) => id);
    expect(both).toEqual([again.data.transfer?.id, late.transferId]);
    expect((await accept(again.data.transfer?.id ?? 0)).code).toBe('OK');
  });

  test('can be offered to an address without an account, which finds it after registering', async () => {
    const email = `late-${owner.user.id}@example.com`;
    const { code, transferId } = await offer('unused', email);
    expect(await subjectsTo(email, code)).toHaveLength(1);
    const late = await newcomer(api);
    await api.db.update(users).set({ email }).where(eq(users.id, late.user.id));
    expect((await incoming(late.token)).map(({ id }) => id)).toEqual([transferId]);
    expect((await accept(transferId, { token: late.token })).code).toBe('OK');
    // The address is another account's now: the offer was not made to that one.
    await api.db
      .update(users)
      .set({ email: `was-${email}` })
      .where(eq(users.id, late.user.id));
    const next = await newcomer(api);
    await api.db.update(users).set({ email }).where(eq(users.id, next.user.id));
    expect((await accept(transferId, { token: next.token })).code).toBe('TRANSFER_NOT_FOUND');
  });

  test('is not listed for its own sender, who took the address later', async () => {
    const sender = await newcomer(api);
    const licence = await licenceIn(api, sender.user, 'unused');
    const to_email = `mine-too-${sender.user.id}@example.com`;
    await api.call(calls.transfer, { id: licence.id, to_email }, { token: sender.token });
    await api.db.update(users).set({ email: to_email }).where(eq(users.id, sender.user.id));
    expect(await incoming(sender.token)).toEqual([]);
  });

  test('cancels the former owner’s unpaid renewals of this licence only', async () => {
    const pays = (order_no: string) => api.call(orderCalls.pay, { order_no, provider: 'sandbox' }, asOwner());
    const licence = await make('unbound');
    const ordered = async (id: number) =>
      (await api.call(calls.renew, { id, plan: 'm12' }, asOwner())).data.order_no;
    const stored = await ordered((await make('bound')).id);
    const [waiting, tried] = [await ordered(licence.id), await ordered(licence.id)];
    await pays(tried);
    await sendNotice(api, await noticeOf(api, tried, { status: 'failed' }));
    const late = await noticeOf(api, tried);
    const { data } = await api.call(calls.transfer, { id: licence.id, to_email: other.email }, asOwner());
    const taken = await accept(data.transfer?.id ?? 0);
    for (const orderNo of [waiting, tried]) {
      expect(await findOrder(api.db, orderNo)).toMatchObject({ status: 'cancelled', cancelReason: 'user' });
      expect(await pays(orderNo)).toMatchObject({ status: 400, code: 'ORDER_STATE' });
    }
    expect(await sendNotice(api, late)).toMatchObject({ result: 'unmatched' });
    expect((await api.call(calls.detail, { id: licence.id }, asOther())).data.expires_at).toBe(
      taken.data.expires_at,
    );
    expect((await findOrder(api.db, stored)).status).toBe('pending');
    expect((await pays(stored)).code).toBe('OK');
  });

  test('mails the former owner not to send a pending bank transfer', async () => {
    const { id } = await make('unbound');
    const { data: order } = await api.call(calls.renew, { id, plan: 'm1' }, asOwner());
    const paying = { order_no: order.order_no, provider: 'bank_transfer' as const };
    expect((await api.call(orderCalls.pay, paying, asOwner())).code).toBe('OK');
    const { data } = await api.call(calls.transfer, { id, to_email: other.email }, asOwner());
    expect((await accept(data.transfer?.id ?? 0)).code).toBe('OK');
    const about = (await api.mails()).filter(({ text }) => text.includes(order.order_no));
    expect(about.map(({ to, subject }) => [to, subject])).toEqual([
      [owner.email, `订单 ${order.order_no} 已取消，请勿转账`],
      [owner.email, expect.stringContaining('请转账')],
    ]);
  });

  test('does not cancel orders if it was cancelled', async () => {
    const { id } = await make('unbound');
    const { data: order } = await api.call(calls.renew, { id, plan: 'm1' }, asOwner());
    const { data } = await api.call(calls.transfer, { id, to_email: other.email }, asOwner());
    await cancel(data.transfer?.id ?? 0);
    expect(await accept(data.transfer?.id ?? 0)).toMatchObject({ code: 'TRANSFER_CLOSED' });
    expect((await findOrder(api.db, order.order_no)).status).toBe('pending');
  });

  test('rejects the owner’s own address and an invalid one', async () => {
    const { id } = await make('unused');
    const to = (to_email: string) => api.call(calls.transfer, { id, to_email }, asOwner());
    expect((await to(` ${owner.email.toUpperCase()}`)).code).toBe('LICENCE_TRANSFER_SELF');
    expect((await to('')).error.fields).toEqual({ to_email: 'transfer_email_required' });
    expect((await to('a@b')).error.fields).toEqual({ to_email: 'email_invalid' });
    expect((await detail(id)).transfer).toBeNull();
  });

  test('is rate-limited by sent offers, with the wait in hours', async () => {
    const { id } = await make('unused');
    const to = (to_email: string, caller: object = asOwner()) =>
      api.call(calls.transfer, { id, to_email }, caller);
    for (let count = 0; count < 12; count += 1) {
      expect((await to(owner.email)).code).toBe('LICENCE_TRANSFER_SELF');
      expect((await to('a@b')).code).toBe('VALIDATION_FAILED');
    }
    const key = { ...asOwner(), headers: { 'idempotency-key': `transfer-${id}` } };
    for (let count = 0; count < 10; count += 1) {
      const sent = await to(other.email, count === 0 ? key : asOwner());
      expect(sent.code).toBe('OK');
      await cancel(sent.data.transfer?.id ?? 0);
    }
    expect((await to(other.email, key)).code).toBe('OK');
    expect(await to(other.email)).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      msg: '操作太频繁，请 24 小时后再试',
      error: { retry_after: 86_400 },
    });
    expect((await to(other.email, { ...asOwner(), lang: 'en' })).msg).toBe(
      'Too many attempts. Try again in 24 hours.',
    );
  });

  test('is closed when the licence is revoked', async () => {
    const { id, transferId } = await offer();
    const row = await rowOf(api, id);
    await api.db.transaction((tx) =>
      revoke(withTransaction(api.app, tx), row, { by: 'operator', note: '测试' }),
    );
    expect(await accept(transferId)).toMatchObject({ status: 400, code: 'TRANSFER_CLOSED' });
    expect(await subjectsTo(other.email, row.codeTail)).toContain('授权码转让已取消');
    expect(await subjectsTo(owner.email, row.codeTail)).toContain(`授权码（尾号 ${row.codeTail}）已失效`);
  });
});

describe('verify', () => {
  const NONCE = 'a nonce of the client'.replaceAll(' ', '-');
  const ask = (code: string, fingerprint: string, change: object = {}) =>
    api.call(calls.verify, { code, fingerprint, nonce: NONCE, ...change }, { ip: someIp() });
  const lines = (code: string, fingerprint: string, data: Awaited<ReturnType<typeof ask>>['data']) => [
    'yunduo-licence-verify/1',
    `nonce=${NONCE}`,
    `code_sha256=${createHash('sha256').update(code).digest('hex')}`,
    `fingerprint=${fingerprint}`,
    `valid=${data.valid}`,
    `code=${data.code}`,
    `plan=${data.plan ?? ''}`,
    `expires_at=${data.expires_at ?? ''}`,
    `grace_until=${data.grace_until ?? ''}`,
    `server_time=${data.server_time}`,
    `key_id=${data.key_id}`,
  ];

  test('returns a response signed over nonce, code and server', async () => {
    const { id, code, fingerprint } = await make('bound');
    const { data } = await ask(code, fingerprint);
    const now = api.clock.now();
    expect(data).toMatchObject({
      valid: true,
      code: 'OK',
      plan: 'm1',
      expires_at: (await detail(id)).expires_at,
      grace_until: after(now, LICENCE_GRACE).toISOString(),
      server_time: now.toISOString(),
    });
    const [key] = (await api.call(calls.plans, undefined)).data.keys;
    expect(data.key_id).toBe(key?.key_id);
    const text = lines(code, fingerprint, data);
    expect(isSigned(key?.public_key ?? '', text, data.signature)).toBe(true);
    for (const [place, line] of text.entries()) {
      const changed = text.with(place, `${line}0`);
      expect(isSigned(key?.public_key ?? '', changed, data.signature)).toBe(false);
    }
    expect((await detail(id)).last_seen_at).toBe(now.toISOString());
    // The code as a person typed it into the client; the signature is over the code as it was issued.
    const typed = (await ask(` ${code.toLowerCase().replaceAll('-', ' ')} `, fingerprint)).data;
    expect(typed).toMatchObject({ valid: true, code: 'OK' });
    const signed = lines(code, fingerprint, typed);
    expect(isSigned(key?.public_key ?? '', signed, typed.signature)).toBe(true);
  });

  test.each([
    ['unused', 'LICENCE_NOT_BOUND'],
    ['bound', 'OK'],
    ['unbound', 'LICENCE_NOT_BOUND'],
    ['expired', 'LICENCE_EXPIRED'],
    ['revoked', 'LICENCE_REVOKED'],
    ['offered', 'LICENCE_NOT_BOUND'],
    ['permanent', 'OK'],
  ] as const)('returns a signed response for a licence %s: %s', async (situation, verdict) => {
    const { code, fingerprint } = await make(situation);
    const { status, data } = await ask(code, fingerprint);
    expect(status).toBe(200);
    expect(data).toMatchObject({ valid: verdict === 'OK', code: verdict });
    const [key] = (await api.call(calls.plans, undefined)).data.keys;
    expect(isSigned(key?.public_key ?? '', lines(code, fingerprint, data), data.signature)).toBe(true);
  });

  test('returns only LICENCE_OTHER_SERVER to another server, and LICENCE_NOT_FOUND for an unknown code', async () => {
    const { id, code } = await make('bound');
    const elsewhere = (await ask(code, someServer())).data;
    expect(elsewhere).toMatchObject({
      valid: false,
      code: 'LICENCE_OTHER_SERVER',
      plan: null,
      expires_at: null,
    });
    expect((await detail(id)).last_seen_at).toBeNull();
    for (const wrong of [`${code}0`, 'YDAC-0000', '']) {
      expect((await ask(wrong, someServer())).data).toMatchObject({
        valid: false,
        code: 'LICENCE_NOT_FOUND',
      });
    }
  });

  test('returns LICENCE_EXPIRED with the end of the 14-day grace period; the licence keeps its server', async () => {
    const { id, code, fingerprint } = await make('bound');
    const expires = new Date((await detail(id)).expires_at ?? 0);
    await walk(after(expires, -1000));
    expect((await ask(code, fingerprint)).data.code).toBe('OK');
    api.clock.advance(1000);
    const { data } = await ask(code, fingerprint);
    const grace = after(expires, LICENCE_GRACE).toISOString();
    expect(data).toMatchObject({ valid: false, code: 'LICENCE_EXPIRED', grace_until: grace });
    expect(await detail(id)).toMatchObject({ state: 'expired', in_grace: true, grace_until: grace });
    await walk(after(expires, 100 * DAY));
    expect(await detail(id)).toMatchObject({ state: 'expired', in_grace: false, server: { fingerprint } });
  });

  test('rejects an invalid fingerprint or nonce', async () => {
    const { code, fingerprint } = await make('bound');
    expect(await ask(code, 'x')).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    for (const nonce of ['short', 'with a space in it, and long', `line\nfeed-0123456789`, '']) {
      expect(await ask(code, fingerprint, { nonce })).toMatchObject({
        status: 400,
        code: 'VALIDATION_FAILED',
      });
    }
  });

  test('returns 429 with Retry-After after 300 requests from one IP address', async () => {
    const { code, fingerprint } = await make('bound');
    const ip = someIp();
    const one = () => api.call(calls.verify, { code, fingerprint, nonce: NONCE }, { ip });
    const statuses: number[] = [];
    for (let count = 0; count < 301; count += 1) statuses.push((await one()).status);
    expect(statuses.slice(0, 300).every((status) => status === 200)).toBe(true);
    const rejected = await one();
    expect(rejected).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('offline licence file', () => {
  const request = (text: string) => api.call(calls.offlineRequest, { request: text }, asOwner());

  test('binds the licence and contains plan, server and expiry under a signature', async () => {
    const { id, code } = await make('unused');
    const fingerprint = someServer();
    const { data } = await request(requestFile({ code, fingerprint }));
    expect(data.licence).toMatchObject({ id, state: 'active', server: { name: 'db-1', fingerprint } });
    expect(data.filename).toBe(`yunduo-licence-${code.slice(-4)}.json`);
    expect(data.file).not.toContain(code);
    const file = JSON.parse(data.file) as Record<string, string | number>;
    expect(file).toMatchObject({
      format: 'yunduo-licence',
      version: 1,
      licence_id: id,
      code_sha256: hashCode(code),
      plan: 'm1',
      fingerprint,
      server_name: 'db-1',
      expires_at: data.licence.expires_at,
      key_id: keyring(api.app.config).current.id,
    });
    const names = [
      'licence_id',
      'code_sha256',
      'plan',
      'fingerprint',
      'server_name',
      'issued_at',
      'expires_at',
      'key_id',
    ];
    const text = ['yunduo-licence/1', ...names.map((name) => `${name}=${file[name]}`)];
    expect(isSigned(keyring(api.app.config).current.publicKey, text, String(file['signature']))).toBe(true);
    expect(await kinds(id)).toEqual(['granted', 'bound', 'offline_issued']);
  });

  test('can be issued again for the same server after a renewal, but not for another server', async () => {
    const { id, code, fingerprint } = await make('bound');
    await api.db.transaction((tx) =>
      renewLicence(withTransaction(api.app, tx), { licenceId: id, plan: 'm3', orderId: null }),
    );
    const { data } = await request(requestFile({ code, fingerprint }));
    expect((JSON.parse(data.file) as { expires_at: string }).expires_at).toBe((await detail(id)).expires_at);
    expect((await request(requestFile({ code, fingerprint: someServer() }))).code).toBe('LICENCE_BOUND');
  });

  test('rejects an invalid request file', async () => {
    const licence = { ...(await make('unused')), fingerprint: someServer() };
    for (const text of [
      '',
      'not json',
      '[]',
      'null',
      '"text"',
      requestFile(licence, { format: 'something' }),
      requestFile(licence, { version: 2 }),
      requestFile(licence, { created_at: 'yesterday' }),
      requestFile(licence, { code: 7 }),
      requestFile(licence, { user_id: 1 }),
      requestFile(licence, { server_name: undefined }),
    ]) {
      expect(await request(text)).toMatchObject({ status: 400, code: 'OFFLINE_REQUEST_INVALID' });
    }
    expect(await request(requestFile(licence, { fingerprint: 'x' }))).toMatchObject({
      code: 'VALIDATION_FAILED',
      error: { fields: { fingerprint: 'fingerprint_invalid' } },
    });
    expect((await request(`\uFEFF${requestFile(licence)}`)).code).toBe('OK');
  });
});

describe('licence list', () => {
  test('[R7.16] returns licences newest first with codes, by state and page, with current counts', async () => {
    const person = await newcomer(api);
    const mine = { id: person.user.id, email: person.email };
    const made: Record<string, Situated> = {};
    for (const situation of SITUATIONS) made[situation] = await licenceIn(api, mine, situation);
    const my = async (query: object = {}) => (await api.call(calls.my, query, { token: person.token })).data;
    const all = await my();
    expect(all.list.map(({ id }) => id)).toEqual(SITUATIONS.map((name) => made[name]?.id).toReversed());
    expect(all.list.map(({ code }) => code)).toEqual(SITUATIONS.map((name) => made[name]?.code).toReversed());
    expect(all.counts).toEqual({ unused: 1, active: 4, expired: 1, revoked: 1 });
    expect(all.total).toBe(7);
    for (const state of ['unused', 'active', 'expired', 'revoked'] as const) {
      const some = await my({ state });
      expect(some.total).toBe(all.counts[state]);
      expect(some.list.every((licence) => licence.state === state)).toBe(true);
      expect(some.list).toHaveLength(some.total);
    }
    const second = await my({ page: 2, page_size: 3 });
    expect(second.list.map(({ id }) => id)).toEqual(all.list.slice(3, 6).map(({ id }) => id));
    expect(await my({ page: 9 })).toMatchObject({ list: [], total: 7 });
    // No row changes: the states follow the clock.
    await walk(after(START, 50 * DAY), person.token);
    expect((await my()).counts).toEqual({ unused: 1, active: 1, expired: 4, revoked: 1 });
  });

  test('searches one’s own licences by server, remark and code tail, with matching counts', async () => {
    const person = await newcomer(api);
    const mine = { id: person.user.id, email: person.email };
    const my = async (query: object) => (await api.call(calls.my, query, { token: person.token })).data;
    const found = async (query: object) => (await my(query)).list.map(({ id }) => id);
    const web = await licenceIn(api, mine, 'unbound');
    const db = await licenceIn(api, mine, 'unbound');
    const theirs = await make('unbound');
    const change = (id: number, remark: string) =>
      api.db.update(licences).set({ remark }).where(eq(licences.id, id));
    await change(web.id, '上海 Web_1');
    await change(db.id, '100% db');
    await change(theirs.id, '上海 Web_1');
    await bind(web.code, someServer(), { token: person.token });
    expect(await found({ q: ' web_ ' })).toEqual([web.id]);
    expect(await found({ q: '上海' })).toEqual([web.id]);
    expect(await found({ q: '%' })).toEqual([db.id]);
    expect(await found({ q: db.code.slice(-4).toLowerCase() })).toEqual([db.id]);
    expect(await found({ q: db.code.toLowerCase().replaceAll('-', ' ') })).toEqual([db.id]);
    const [bound] = (await my({ state: 'active' })).list;
    expect(await found({ q: bound?.server?.name.slice(1) })).toContain(web.id);
    expect(await my({ q: 'web', state: 'unused' })).toMatchObject({
      list: [],
      total: 0,
      counts: { unused: 0, active: 1, expired: 0, revoked: 0 },
    });
    expect((await found({ q: '  ' })).length).toBe(2);
  });

  test('rejects an unknown state or page, and returns 401 without a session', async () => {
    const my = (query: object, caller: object = asOwner()) => api.call(calls.my, query as never, caller);
    expect((await my({ state: 'lost' })).error.fields).toHaveProperty('state');
    expect((await my({ page: 0 })).status).toBe(400);
    expect((await my({ page_size: 101 })).status).toBe(400);
    expect(await my({}, {})).toMatchObject({ status: 401 });
  });
});

describe('licence explanation', () => {
  test.each([
    ['unused', 'unused', 'bind'],
    ['unbound', 'active_unbound', 'bind'],
    ['expired', 'expired_grace', 'renew_lapsed'],
    ['revoked', 'revoked_operator', 'contact'],
    ['offered', 'in_transfer', 'wait'],
    ['permanent', 'active_permanent', 'none'],
  ] as const)('for a licence %s is %s, next step %s, in both languages', async (situation, code, next) => {
    const { id } = await make(situation);
    const [zh, en] = [(await detail(id)).explain, (await detail(id, 'en')).explain];
    expect([zh.code, zh.next.code]).toEqual([code, next]);
    expect([en.code, en.next.code]).toEqual([code, next]);
    expect(zh.text).toMatch(/\p{Script=Han}/u);
    expect(en.text).not.toMatch(/\p{Script=Han}/u);
    expect(`${zh.text}${en.text}${zh.next.text}${en.next.text}`).not.toMatch(/undefined|\{\{|null/);
    expect(zh.text + en.text).not.toMatch(/\dT\d/);
    expect(en.values).toEqual(zh.values);
  });

  test('names the next step of each other situation', async () => {
    const row = await rowOf(api, (await make('bound')).id);
    const now = api.clock.now();
    const unbound = { fingerprint: null, serverName: null, boundAt: null };
    const past = after(now, -1000);
    const of = (change: Partial<typeof row>) => explain({ ...row, ...change }, null, now, 'zh');
    // A code that expired while it is offered.
    const { id } = await make('offered');
    const [offer = null] = await api.db
      .select()
      .from(licenceTransfers)
      .where(eq(licenceTransfers.licenceId, id));
    expect(explain({ ...row, ...unbound, expiresAt: past }, offer, now, 'zh').next).toEqual({
      code: 'cancel_transfer',
      text: '请先取消转让，再续期。',
    });
    for (const [change, code, next] of [
      [{ revokedAt: now, revokedBy: 'refund' }, 'revoked_refund', 'buy'],
      [{ ...unbound, expiresAt: past }, 'expired', 'renew_lapsed_unbound'],
      [{ expiresAt: after(past, -LICENCE_GRACE) }, 'expired', 'renew_lapsed'],
      [{ ...unbound, expiresAt: null }, 'active_unbound_permanent', 'bind'],
      [{ expiresAt: after(now, DAY) }, 'expiring', 'renew'],
    ] as const) {
      const explained = of(change);
      expect([code, explained.code, explained.next.code]).toEqual([code, code, next]);
    }
    const revoked = of({ revokedAt: now, revokedBy: 'operator', revokedReason: '转卖' });
    expect([revoked.values['reason'], revoked.text.includes('转卖')]).toEqual(['转卖', true]);
  });

  test('contains the end of the grace period as a localised date', async () => {
    const { id } = await make('expired');
    const grace = after((await rowOf(api, id)).expiresAt ?? SEED_NOW, LICENCE_GRACE);
    for (const locale of ['zh', 'en'] as const) {
      const { text, values } = (await detail(id, locale)).explain;
      expect(text).toContain(dayOf(grace.toISOString(), locale));
      expect(values['grace']).toBe(grace.toISOString());
    }
  });

  test('changes over time from active to expiring, expired_grace and expired', async () => {
    const { id } = await make('bound');
    await api.db.transaction((tx) =>
      renewLicence(withTransaction(api.app, tx), { licenceId: id, plan: 'm3', orderId: null }),
    );
    const message = async () => (await detail(id)).explain.code;
    const expires = new Date((await rowOf(api, id)).expiresAt ?? 0);
    expect(await message()).toBe('active');
    await walk(after(expires, -30 * DAY - 1000));
    expect(await message()).toBe('active');
    await walk(after(expires, -30 * DAY));
    expect(await message()).toBe('expiring');
    await walk(expires);
    expect(await message()).toBe('expired_grace');
    await walk(after(expires, LICENCE_GRACE));
    expect(await message()).toBe('expired');
  });
});

describe('retry with an Idempotency-Key', () => {
  const keyed = (key: string) => ({ ...asOwner(), headers: { 'idempotency-key': key } });
  let keys = 0;
  test.each([
    [
      'bind',
      'unused',
      (licence: Situated, caller: object) => bind(licence.code, licence.fingerprint, caller),
    ],
    ['unbind', 'bound', ACTS['unbind'] as Act],
    ['edit', 'unused', ACTS['edit'] as Act],
    ['renew', 'bound', ACTS['renew'] as Act],
    ['transfer', 'unused', ACTS['transfer'] as Act],
    ['offline file', 'unused', ACTS['offline again'] as Act],
  ] as const)('executes %s once and returns the same response', async (_, situation, act) => {
    const licence = await make(situation);
    const caller = keyed(`licence-test-${(keys += 1)}`);
    const first = (await act(licence, caller)) as { code: string; data?: unknown };
    const events = await kinds(licence.id);
    const again = (await act(licence, caller)) as { code: string; data?: unknown };
    expect(first.code).toBe('OK');
    expect(again.data).toEqual(first.data);
    // It is stored for a day, so it must not contain a code.
    expect(JSON.stringify(first.data)).not.toContain('YDAC-');
    expect(await kinds(licence.id)).toEqual(events);
    const another = { ...licence, id: licence.id + 1, fingerprint: someServer(), code: licence.code };
    expect((await act(another, caller)).code).toBe('IDEMPOTENCY_CONFLICT');
  });
});

describe('remark', () => {
  test('[R2.16i] can be saved, changed and removed; rejects a long or multi-line one', async () => {
    const [{ id }, another] = [await make('unused'), await make('unused')];
    const edit = (remark: string) => api.call(calls.edit, { id, remark }, asOwner());
    expect((await edit('  上海 web-1 ')).data.remark).toBe('上海 web-1');
    expect((await api.call(calls.detail, { id: another.id }, asOwner())).data.remark).toBe('');
    expect((await edit('云'.repeat(LICENCE_REMARK_MAX))).code).toBe('OK');
    expect((await edit('云'.repeat(LICENCE_REMARK_MAX + 1))).error.fields).toEqual({
      remark: 'remark_length',
    });
    expect((await edit('two\nlines')).error.fields).toEqual({ remark: 'one_line_characters' });
    expect((await edit('')).data.remark).toBe('');
    const before = (await kinds(id)).length;
    expect((await edit('')).code).toBe('OK');
    expect(await kinds(id)).toHaveLength(before);
  });
});

describe('licence code storage', () => {
  test('encrypts the code and finds it by hash', async () => {
    const { id, code } = await make('unused');
    const row = await rowOf(api, id);
    expect(JSON.stringify(row)).not.toContain(code);
    expect(JSON.stringify(row)).not.toContain(code.slice(5, 30));
    expect(row).toMatchObject({ codeHash: hashCode(code), codeTail: code.slice(-4) });
  });

  test('cannot be decrypted with another key or for another row', async () => {
    const one = await rowOf(api, (await make('unused')).id);
    const two = await rowOf(api, (await make('unused')).id);
    const keys = keyring(api.app.config);
    expect(decryptCode(keys, one.codeEncrypted, one.codeHash)).not.toBeNull();
    expect(decryptCode(keys, one.codeEncrypted, two.codeHash)).toBeNull();
    const foreign = keyring({ licenceKeys: ['another secret of at least 32 characters'], signingKey: null });
    expect(decryptCode(foreign, one.codeEncrypted, one.codeHash)).toBeNull();
  });

  test('decrypts after a key rotation, and shows a masked code if the key is lost', async () => {
    const secrets = (...licenceKeys: string[]) => keyring({ licenceKeys, signingKey: 'the signing key' });
    const [older, newer] = [
      'an older secret, thirty-two characters',
      'a newer secret, thirty-two characters',
    ];
    const hash = hashCode('YDAC-X');
    const encrypted = encryptCode(secrets(older), 'YDAC-X', hash);
    const both = secrets(newer, older);
    expect(decryptCode(both, encrypted, hash)).toBe('YDAC-X');
    // As an earlier release wrote it.
    const earlier = '878c675bf56bdef6.SYNOg7zy68JuwfJOVv3XrCFObBI/4Xn+2heKEN8RvbAnPA==';
    expect(decryptCode(both, earlier, 'hash')).toBe('YDAC-X');
    expect(encrypted).toHaveLength(earlier.length);
    expect(both.keys.map(({ id }) => id)).toEqual([
      secrets(newer).current.id,
      secrets(older).current.id,
      secrets().current.id,
    ]);
    expect(secrets().current.id).toBe(
      keyring({ licenceKeys: ['the signing key'], signingKey: null }).current.id,
    );
    const { id } = await make('unused');
    await api.db.update(licences).set({ codeEncrypted: '0000000000000000.AAAA' }).where(eq(licences.id, id));
    const { code } = await detail(id);
    expect(code).toBe(`YDAC-••••-${(await rowOf(api, id)).codeTail}`);
    expect(await codeOfLicence(api, id)).toBe('unreadable');
  });
});
