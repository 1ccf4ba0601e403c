import { adminOrder } from '@yunduo/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { withTransaction } from '../../context.ts';
import { jobRuns, throttles } from '../../db/schema/platform.ts';
import { onPostgres, SEED_NOW } from '../../testing/environment.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { newcomer, signedInAs, type SignedIn } from '../../testing/people.ts';
import { secondApp, type SecondApp } from '../../testing/second-app.ts';
import { licencesOfOrder } from '../licence/issue.ts';
import { ORDER } from '@yunduo/validation';
import { findOrder } from './list.ts';
import { cancelOrder } from './service.ts';
import {
  booksOf,
  noticeOf,
  orderIn,
  paying,
  placed,
  racePayment,
  raceRefund,
  sendNotice,
} from '../../testing/orders.ts';

/** `RACE_ROUNDS=20` is the long form. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 2);

(onPostgres ? describe : describe.skip)('Order races over two processes', () => {
  let api: TestApp;
  let second: SecondApp;
  let owner: SignedIn;
  let operator: SignedIn;
  beforeAll(async () => {
    api = await testApp({ seeded: true });
    second = await secondApp(api);
    operator = await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD);
  });
  afterAll(async () => {
    await second.close();
    await api.close();
  });
  beforeEach(async () => {
    api.clock.set(SEED_NOW);
    await api.db.delete(throttles);
    await api.db.delete(jobRuns);
    owner = await newcomer(api);
  });

  test('one of fifty concurrent payment notices is accepted, and the books balance', async () => {
    const result = await racePayment(api, owner, { rounds: ROUNDS, at: 50, apps: [api, second] });
    expect(result).toEqual({ winners: Array<number>(ROUNDS).fill(1), broken: 0, books: [] });
  });

  test('one of fifty concurrent refund decisions is accepted, and the books balance', async () => {
    const result = await raceRefund(api, owner, { rounds: ROUNDS, at: 50, apps: [api, second] });
    expect(result).toEqual({ winners: Array<number>(ROUNDS).fill(1), broken: 0, books: [] });
  });

  test('a confirmed transfer and a provider’s notice pay an order once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const order = await orderIn(api, owner, 'pending');
      const notice = await noticeOf(api, order.orderNo);
      const [confirmed, reported] = await Promise.all([
        second.call(
          adminOrder.confirmTransfer,
          { order_no: order.orderNo, amount: order.amount, reference: `RACE-${round}` },
          { token: operator.token },
        ),
        sendNotice(api, notice),
      ]);
      // The second finds a paid order: its money is kept.
      const stored = confirmed.data.payments.find(({ provider }) => provider === 'bank_transfer')?.status;
      expect([
        ['succeeded', 'unmatched'],
        ['unmatched', 'accepted'],
      ]).toContainEqual([stored, reported.result]);
      expect(await licencesOfOrder(api.db, order.id)).toHaveLength(1);
    }
    expect(await booksOf(api)).toEqual([]);
  });

  test('one bank reference confirms one of two orders', async () => {
    for (let round = 0; round < 5; round += 1) {
      const pair = [await placed(api, owner), await placed(api, owner)];
      for (const { order_no: orderNo } of pair) await paying(api, owner, orderNo, 'bank_transfer');
      const answers = await Promise.all(
        pair.map(({ order_no: orderNo, amount }, index) =>
          (index === 0 ? api : second).call(
            adminOrder.confirmTransfer,
            { order_no: orderNo, amount, reference: `PAIR-${round}` },
            { token: operator.token },
          ),
        ),
      );
      expect(answers.map(({ code }) => code).toSorted()).toEqual(['OK', 'TRANSFER_REFERENCE_USED']);
      const lost = pair[answers.findIndex(({ code }) => code !== 'OK')];
      await api.db.transaction((tx) =>
        cancelOrder(withTransaction(api.app, tx), owner.user.id, lost?.order_no ?? ''),
      );
    }
    expect(await booksOf(api)).toEqual([]);
  });

  test('one transaction notified for two orders pays one of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const pair = [await orderIn(api, owner, 'pending'), await orderIn(api, owner, 'pending')];
      const notices = await Promise.all(
        pair.map(({ orderNo }) => noticeOf(api, orderNo, { transaction_id: `SHARED-${round}` })),
      );
      const answers = await Promise.all(
        notices.map((notice, index) => sendNotice(index === 0 ? api : second, notice)),
      );
      expect(answers.map(({ code }) => code).toSorted()).toEqual(['OK', 'PAY_NOTICE_CONFLICT']);
      const lost = pair[answers.findIndex(({ code }) => code !== 'OK')];
      await api.db.transaction((tx) =>
        cancelOrder(withTransaction(api.app, tx), owner.user.id, lost?.orderNo ?? ''),
      );
    }
    expect(await booksOf(api)).toEqual([]);
  });

  test('expiry and payment leave an order paid or cancelled, never both', async () => {
    for (let round = 0; round < 10; round += 1) {
      api.clock.set(SEED_NOW);
      await api.db.delete(jobRuns);
      const order = await orderIn(api, owner, 'pending');
      const notice = await noticeOf(api, order.orderNo);
      api.clock.advance(ORDER.paymentTtl);
      const [reported] = await Promise.all([
        sendNotice(api, notice),
        second.app.jobs.runDue(),
        api.app.jobs.runDue(),
      ]);
      const { status } = await findOrder(api.db, order.orderNo);
      expect([
        ['accepted', 'paid'],
        ['unmatched', 'cancelled'],
      ]).toContainEqual([reported.result, status]);
    }
    expect(await booksOf(api)).toEqual([]);
  });
});
