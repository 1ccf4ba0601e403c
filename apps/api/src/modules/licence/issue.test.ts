import { authCode as calls } from '@yunduo/api-contract';
import { LICENCE_GRACE, LICENCE_STATES } from '@yunduo/validation';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { after } from '../../clock.ts';
import { withTransaction, type Context } from '../../context.ts';
import { licenceEvents, licences, licenceTerms } from '../../db/schema/licence.ts';
import { orders } from '../../db/schema/order.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { SEED_NOW } from '../../testing/environment.ts';
import { rowOf, someServer } from '../../testing/licences.ts';
import { newcomer, signedInAs, type SignedIn } from '../../testing/people.ts';
import { createOrder } from '../order/service.ts';
import { issueLicences, licencesOfOrder, renewLicence, revokeLicencesOfOrder } from './issue.ts';
import { keyring } from './keyring.ts';
import { codeOf } from './list.ts';
import { revoke } from './revoke.ts';

const DAY = 86_400_000;
let api: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  owner = await newcomer(api);
});
afterAll(() => api.close());
beforeEach(() => api.clock.set(after(SEED_NOW, DAY)));

const inside = <T>(work: (context: Context) => Promise<T>): Promise<T> =>
  api.db.transaction((tx) => work(withTransaction(api.app, tx)));
/** A paid order: the number of unpaid ones is limited. */
const orderOf = () =>
  inside(async (context) => {
    const order = await createOrder(context, { userId: owner.user.id, plan: 'm1', quantity: 1 });
    await context.db
      .update(orders)
      .set({ status: 'paid', paidAt: context.clock.now() })
      .where(eq(orders.id, order.id));
    return order;
  });
const issue = (orderId: number | null, quantity = 1) =>
  inside((context) => issueLicences(context, { userId: owner.user.id, plan: 'm1', quantity, orderId }));
const bind = async (id: number) => {
  const code = codeOf(keyring(api.app.config), await rowOf(api, id));
  const input = { code, server_name: 'web', fingerprint: someServer() };
  return api.call(calls.bind, input, { token: owner.token });
};
const detail = async (id: number) => (await api.call(calls.detail, { id }, { token: owner.token })).data;
const renew = (licenceId: number, orderId: number) =>
  inside((context) => renewLicence(context, { licenceId, plan: 'm1', orderId }));
const refund = (orderId: number) => inside((context) => revokeLicencesOfOrder(context, orderId, 'refund'));

describe('licences of an order', () => {
  test('are as many as bought, each unused and with its own code', async () => {
    const order = await orderOf();
    const ids = await issue(order.id, 20);
    expect(new Set(ids).size).toBe(20);
    const rows = await api.db.select().from(licences).where(inArray(licences.id, ids));
    expect(new Set(rows.map(({ codeHash }) => codeHash)).size).toBe(20);
    expect(await licencesOfOrder(api.db, order.id)).toEqual(
      ids.map((id) => ({
        id,
        userId: owner.user.id,
        plan: 'm1',
        codeTail: rows.find((row) => row.id === id)?.codeTail,
        renewal: false,
        revokedAt: null,
      })),
    );
    expect(await detail(ids[0] ?? 0)).toMatchObject({
      state: 'unused',
      order_no: order.orderNo,
      expires_at: null,
    });
  });

  test('are revoked by a refund, bound or not, with one mail each', async () => {
    const order = await orderOf();
    const [unused = 0, bound = 0] = await issue(order.id, 2);
    await bind(bound);
    expect(await refund(order.id)).toBe(2);
    expect(await refund(order.id)).toBe(0);
    for (const id of [unused, bound]) {
      expect(await detail(id)).toMatchObject({ state: 'revoked', explain: { code: 'revoked_refund' } });
      const { codeTail } = await rowOf(api, id);
      const mails = (await api.mails()).filter(({ subject }) => subject.includes(codeTail));
      expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
        [owner.email, `授权码（尾号 ${codeTail}）已随退款失效`],
      ]);
      expect(mails[0]?.text).toContain(`/user?panel=my-codes&code=${id}\n`);
    }
    expect((await detail(bound)).server).toMatchObject({ name: 'web' });
    expect((await licencesOfOrder(api.db, order.id)).every(({ revokedAt }) => revokedAt !== null)).toBe(true);
  });

  test('are not affected by the refund of another order', async () => {
    const [one, other] = [await orderOf(), await orderOf()];
    const [mine = 0] = await issue(one.id);
    const [theirs = 0] = await issue(other.id);
    await refund(one.id);
    expect([(await detail(mine)).state, (await detail(theirs)).state]).toEqual(['revoked', 'unused']);
  });
});

describe('renewal', () => {
  test('adds one term even if reported twice, and its refund removes it', async () => {
    const [first, second] = [await orderOf(), await orderOf()];
    const [id = 0] = await issue(first.id);
    await bind(id);
    const before = (await detail(id)).expires_at;
    await renew(id, second.id);
    const renewed = (await detail(id)).expires_at;
    await renew(id, second.id);
    expect((await detail(id)).expires_at).toBe(renewed);
    expect(renewed).not.toBe(before);
    expect(await licencesOfOrder(api.db, second.id)).toMatchObject([{ id, renewal: true, revokedAt: null }]);
    expect(await refund(second.id)).toBe(1);
    const after = await detail(id);
    expect(after).toMatchObject({ state: 'active', expires_at: before });
    expect(after.events.slice(0, 2)).toMatchObject([
      { kind: 'renewal_refunded', details: { from: renewed, to: before } },
      { kind: 'renewed', details: { plan: 'm1', from: before, to: renewed } },
    ]);
    expect(after.terms.map(({ revoked_at }) => revoked_at === null)).toEqual([true, false]);
    // Nor does the next bind count it.
    await api.call(calls.unbind, { id, reason: 'moving' }, { token: owner.token });
    expect((await bind(id)).data.expires_at).toBe(before);
  });

  test('outlives the refund of the first order', async () => {
    const [first, second] = [await orderOf(), await orderOf()];
    const [id = 0] = await issue(first.id);
    await bind(id);
    api.clock.advance(DAY);
    await renew(id, second.id);
    await refund(first.id);
    const left = await detail(id);
    expect(left.state).toBe('active');
    // One month from the renewal's payment is left.
    expect(new Date(left.expires_at ?? 0).getTime() - api.clock.now().getTime()).toBeLessThan(32 * DAY);
    await refund(second.id);
    expect((await detail(id)).state).toBe('revoked');
  });

  test('reinstates a licence revoked by a refund, but not one revoked by an operator', async () => {
    const [first, second, third] = [await orderOf(), await orderOf(), await orderOf()];
    const [id = 0] = await issue(first.id);
    await bind(id);
    await refund(first.id);
    await renew(id, second.id);
    const back = await detail(id);
    expect(back.state).toBe('active');
    expect(back.events.slice(0, 2).map(({ kind }) => kind)).toEqual(['reinstated', 'renewed']);
    const row = await rowOf(api, id);
    await inside((context) => revoke(context, row, { by: 'operator', note: '滥用' }));
    expect(await licencesOfOrder(api.db, second.id)).toMatchObject([{ id, revokedAt: api.clock.now() }]);
    await expect(renew(id, third.id)).rejects.toThrow('LICENCE_REVOKED');
    expect((await detail(id)).state).toBe('revoked');
    const terms = await api.db.select().from(licenceTerms).where(eq(licenceTerms.licenceId, id));
    expect(terms).toHaveLength(2);
  });

  test('returns LICENCE_NOT_FOUND for an unknown licence', async () => {
    const order = await orderOf();
    await expect(renew(2_000_000_000, order.id)).rejects.toThrow('LICENCE_NOT_FOUND');
  });
});

describe('seed data', () => {
  const my = async (email: string) => {
    const { token } = await signedInAs(api, email, SEED_PASSWORD);
    return (await api.call(calls.my, { page_size: 100 }, { token })).data;
  };
  beforeEach(() => api.clock.set(SEED_NOW));

  test('gives user@ a licence in every state, with readable codes', async () => {
    const { list, counts, incoming } = await my('user@yunduo.test');
    for (const state of LICENCE_STATES) expect(counts[state]).toBeGreaterThan(0);
    expect(list.every(({ code }) => /^YDAC(-[0-9A-Z]{4}){8}$/.test(code))).toBe(true);
    const found = (what: (licence: (typeof list)[number]) => boolean) => list.filter(what).length;
    expect(found(({ plan, state, server }) => plan === 'permanent' && state === 'active' && !!server)).toBe(
      1,
    );
    expect(found(({ state, days_left }) => state === 'active' && days_left !== null && days_left <= 8)).toBe(
      1,
    );
    expect(found(({ state, in_grace }) => state === 'expired' && in_grace)).toBe(1);
    expect(found(({ state, in_grace }) => state === 'expired' && !in_grace)).toBe(1);
    expect(found(({ state, server }) => state === 'active' && server === null)).toBe(1);
    expect(found(({ transfer }) => transfer?.to_email === 'plain@yunduo.test')).toBe(1);
    expect(incoming).toMatchObject([{ from_email: 'lighthouse@yunduo.test', plan: 'm12', state: 'unused' }]);
    const past = list.find(({ in_grace }) => in_grace);
    expect(new Date(past?.grace_until ?? 0)).toEqual(after(new Date(past?.expires_at ?? 0), LICENCE_GRACE));
  });

  test('has as many licences per paid order as bought, revoked if refunded', async () => {
    const rows = await api.db.select().from(orders).where(eq(orders.kind, 'licence'));
    const paid = rows.filter(({ paidAt, createdAt }) => paidAt !== null && createdAt < SEED_NOW);
    expect(paid.length).toBeGreaterThan(5);
    for (const order of paid) {
      const given = await licencesOfOrder(api.db, order.id);
      expect(given).toHaveLength(order.quantity);
      expect(given.every(({ revokedAt }) => (revokedAt !== null) === (order.status === 'refunded'))).toBe(
        true,
      );
    }
  });

  test('has licence events in chronological order', async () => {
    const events = await api.db.select().from(licenceEvents).orderBy(licenceEvents.id);
    const last = new Map<number, Date>();
    for (const { licenceId, at } of events.filter((event) => event.at <= SEED_NOW)) {
      expect(at >= (last.get(licenceId) ?? new Date(0))).toBe(true);
      last.set(licenceId, at);
    }
    expect(last.size).toBeGreaterThan(10);
  });
});
