import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { authCode as calls, order as orderCalls } from '@yunduo/api-contract';
import { and, eq, isNull } from 'drizzle-orm';
import { withTransaction } from '../../context.ts';
import { brokenUniqueIndex } from '../../db/errors.ts';
import { licences } from '../../db/schema/licence.ts';
import { throttles } from '../../db/schema/platform.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { codeOfLicence, issued, licenceIn, rowOf } from '../../testing/licences.ts';
import { noticeOf, paying, placed, sendNotice } from '../../testing/orders.ts';
import { newcomer, type SignedIn } from '../../testing/people.ts';
import { findOrder } from '../order/list.ts';
import { CLERK } from '../../testing/orders.ts';
import { decideRefund, requestRefund } from '../payment/refunds.ts';
import { stateOf } from './state.ts';

let api: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  owner = await newcomer(api);
});
afterAll(() => api.close());
beforeEach(() => api.db.delete(throttles));

const mine = () => ({ token: owner.token });
const make = (situation: 'unused' | 'bound' | 'expired' | 'unbound') =>
  licenceIn(api, { id: owner.user.id, email: owner.email }, situation);
const bind = (code: string, fingerprint: string) =>
  api.call(calls.bind, { code, server_name: 'web', fingerprint }, mine());
const renew = (id: number, lang: 'zh' | 'en' = 'zh') =>
  api.call(calls.renew, { id, plan: 'm3' }, { ...mine(), lang });
const expire = (id: number) =>
  api.db.update(licences).set({ expiresAt: api.clock.now() }).where(eq(licences.id, id));
const liveOn = async (fingerprint: string) =>
  (await api.db.select().from(licences).where(eq(licences.fingerprint, fingerprint))).filter(
    (row) => stateOf(row, api.clock.now()) === 'active',
  );

/** An expired licence, and an active one bound to its server since. */
async function replaced() {
  const old = await make('expired');
  const now = await make('unused');
  expect((await bind(now.code, old.fingerprint)).code).toBe('OK');
  return { old, now };
}

describe('renewal of an expired licence whose server has another licence', () => {
  test('is rejected on order with advice in both languages', async () => {
    const { old, now } = await replaced();
    const tail = now.code.slice(-4);
    const zh = await renew(old.id);
    expect([zh.status, zh.code]).toEqual([400, 'LICENCE_SERVER_REPLACED']);
    expect(zh.msg).toBe(
      `它绑定的服务器正在使用你的另一个授权码（尾号 ${tail}）。请续期该授权码，或先解绑这一个，再续期给其他服务器使用。`,
    );
    expect((await renew(old.id, 'en')).msg).toBe(
      `Its server now uses another of your authorization codes (ending in ${tail}). Renew that one, or unbind this one first and renew it for another server.`,
    );
    expect((await api.call(orderCalls.list, {}, mine())).data.list).toEqual([]);
  });

  test('is possible after unbinding the expired licence', async () => {
    const { old, now } = await replaced();
    expect((await api.call(calls.unbind, { id: old.id, reason: 'moving' }, mine())).code).toBe('OK');
    expect(await rowOf(api, old.id)).toMatchObject({ serverName: null, boundAt: null, displacedAt: null });
    const order = await renew(old.id);
    await paying(api, owner, order.data.order_no);
    expect(await sendNotice(api, await noticeOf(api, order.data.order_no))).toMatchObject({
      result: 'accepted',
    });
    expect((await liveOn(now.fingerprint)).length).toBe(0);
    expect((await liveOn(old.fingerprint)).map(({ id }) => id)).toEqual([now.id]);
    expect(stateOf(await rowOf(api, old.id), api.clock.now())).toBe('active');
  });

  test('is rejected on payment if the server was bound to another licence after the order', async () => {
    const old = await make('expired');
    const order = await renew(old.id);
    const now = await make('unused');
    expect((await bind(now.code, old.fingerprint)).code).toBe('OK');
    const rejected = await api.call(
      orderCalls.pay,
      { order_no: order.data.order_no, provider: 'sandbox' },
      mine(),
    );
    expect([rejected.status, rejected.code]).toEqual([400, 'LICENCE_SERVER_REPLACED']);
    await api.call(orderCalls.cancel, { order_no: order.data.order_no }, mine());
  });

  test('adds no term if paid nevertheless; the order becomes refund_requested', async () => {
    const old = await make('expired');
    const { order_no: orderNo } = (await renew(old.id)).data;
    await paying(api, owner, orderNo);
    const now = await make('unused');
    expect((await bind(now.code, old.fingerprint)).code).toBe('OK');
    expect(await sendNotice(api, await noticeOf(api, orderNo))).toMatchObject({ status: 200 });
    expect((await findOrder(api.db, orderNo)).status).toBe('refund_requested');
    expect((await liveOn(old.fingerprint)).map(({ id }) => id)).toEqual([now.id]);
    const mail = (await api.mails()).find(({ subject }) => subject.includes(orderNo));
    expect(mail?.text).toContain('另一个授权码');
  });

  test('takes the server back once the other licence has expired, whose renewal is then rejected', async () => {
    const { old, now } = await replaced();
    await expire(now.id);
    const { order_no: orderNo } = (await renew(old.id)).data;
    await paying(api, owner, orderNo);
    await sendNotice(api, await noticeOf(api, orderNo));
    expect((await liveOn(old.fingerprint)).map(({ id }) => id)).toEqual([old.id]);
    expect((await renew(now.id)).code).toBe('LICENCE_SERVER_REPLACED');
  });
});

test('paying a renewal does not reinstate a refunded licence on a server with another licence', async () => {
  const order = await placed(api, owner);
  await paying(api, owner, order.order_no);
  await sendNotice(api, await noticeOf(api, order.order_no));
  const { id: orderId } = await findOrder(api.db, order.order_no);
  const [first] = await api.db.select().from(licences).where(eq(licences.orderId, orderId));
  const id = first?.id ?? 0;
  const { fingerprint } = await make('unbound');
  expect((await bind(await codeOfLicence(api, id), fingerprint)).code).toBe('OK');
  const renewal = (await renew(id)).data.order_no;
  await paying(api, owner, renewal);
  await api.db.transaction(async (tx) => {
    const inside = withTransaction(api.app, tx);
    await requestRefund(inside, owner.user.id, order.order_no, 'no need');
    await decideRefund(inside, CLERK, { orderNo: order.order_no, approve: true, note: '' });
  });
  const now = await make('unused');
  expect((await bind(now.code, fingerprint)).code).toBe('OK');
  await sendNotice(api, await noticeOf(api, renewal));
  expect((await liveOn(fingerprint)).map((one) => one.id)).toEqual([now.id]);
  expect((await findOrder(api.db, renewal)).status).toBe('refund_requested');
});

test('an offline file returns LICENCE_SERVER_TAKEN if the owner has another active licence there', async () => {
  const { fingerprint } = await make('bound');
  const second = await make('unused');
  const request = JSON.stringify({
    format: 'yunduo-licence-request',
    version: 1,
    code: second.code,
    fingerprint,
    server_name: 'web',
    created_at: api.clock.now().toISOString(),
  });
  expect((await api.call(calls.offlineRequest, { request }, mine())).code).toBe('LICENCE_SERVER_TAKEN');
});

test('licences of two owners can be bound to one server', async () => {
  const { fingerprint } = await make('bound');
  const other = await newcomer(api);
  const theirs = await licenceIn(api, { id: other.user.id, email: other.email }, 'unused');
  const bound = await api.call(
    calls.bind,
    { code: theirs.code, server_name: 'web', fingerprint },
    { token: other.token },
  );
  expect(bound.code).toBe('OK');
});

test('a bind displaces the owner’s expired licence from the server, not another owner’s', async () => {
  const other = await newcomer(api);
  const [own, stranger] = [await make('expired'), await make('expired')];
  const { fingerprint } = own;
  await api.db
    .update(licences)
    .set({ userId: other.user.id, fingerprint })
    .where(eq(licences.id, stranger.id));
  const now = await make('unused');
  expect((await bind(now.code, fingerprint)).code).toBe('OK');
  const then = api.clock.now();
  expect((await rowOf(api, own.id)).displacedAt).toEqual(then);
  expect((await rowOf(api, stranger.id)).displacedAt).toBeNull();
  // The next bind displaces the one that held the server since, and the first no second time.
  await expire(now.id);
  api.clock.advance(1000);
  expect((await bind((await make('unused')).code, fingerprint)).code).toBe('OK');
  expect((await rowOf(api, own.id)).displacedAt).toEqual(then);
  expect((await rowOf(api, now.id)).displacedAt).toEqual(api.clock.now());
});

test('the unique index licences_one_on_server rejects a second licence', async () => {
  const { fingerprint } = await make('bound');
  const id = await issued(api, owner.user.id);
  const forgotten = api.db
    .update(licences)
    .set({ fingerprint, serverName: 'web', boundAt: api.clock.now(), startedAt: api.clock.now() })
    .where(and(eq(licences.id, id), isNull(licences.fingerprint)))
    .then(
      () => null,
      (error: unknown) => brokenUniqueIndex(error),
    );
  expect(await forgotten).toBe('licences_one_on_server');
});
