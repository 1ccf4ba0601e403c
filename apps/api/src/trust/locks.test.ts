import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { adminReview, order as orderCalls, userAuth } from '@yunduo/api-contract';
import { ORDER, REVIEW_CHECK_ITEMS } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { within } from '../context.ts';
import { orders } from '../db/schema/order.ts';
import { throttles } from '../db/schema/platform.ts';
import { apps, appVersions } from '../db/schema/store.ts';
import { emptyContent } from '../modules/dev-app/content.ts';
import { transition } from '../modules/dev-app/transitions.ts';
import { cancelOrder, lockOrder } from '../modules/order/service.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { onPostgres } from '../testing/environment.ts';
import { whileHeld } from '../testing/held.ts';
import { noticeOf, paying, placed, sendNotice } from '../testing/orders.ts';
import { codeFor, newcomer, PASSWORD, registered, someIp, type SignedIn } from '../testing/people.ts';
import { person, versionOf, type Person } from '../testing/reviews.ts';
import { secondApp, type SecondApp } from '../testing/second-app.ts';

/** Between a look and a decision somebody else is faster: what is decided upon is what is there then. */
(onPostgres ? describe : describe.skip)('what is locked and looked at again, over two processes', () => {
  let api: TestApp;
  let second: SecondApp;
  let owner: SignedIn;
  beforeAll(async () => {
    api = await testApp({ seeded: true });
    second = await secondApp(api);
  });
  afterAll(async () => {
    await second.close();
    await api.close();
  });
  beforeEach(async () => {
    await api.db.delete(throttles);
    owner = await newcomer(api);
  });
  const asOwner = () => ({ token: owner.token });
  const counted = (codes: readonly string[]) =>
    Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]));

  test('of more orders at once than a buyer may have open, as many are made as may be', async () => {
    for (let made = 2; made < ORDER.openMax; made += 1) await placed(api, owner);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, place) =>
        (place % 2 ? api : second).call(orderCalls.create, { plan: 'm1', quantity: 1 }, asOwner()),
      ),
    );
    expect(counted(answers.map(({ code }) => code))).toEqual({ OK: 2, ORDER_LIMIT: 6 });
    expect(await api.db.$count(orders, eq(orders.userId, owner.user.id))).toBe(ORDER.openMax);
  });

  test('one reset code in ten calls at once sets one password', async () => {
    const email = await registered(api);
    api.clock.advance(61_000);
    const code = await codeFor(api, { email, scene: 'AUTH_RESET_PWD' });
    const words = Array.from({ length: 10 }, (_, place) => `Harbour-light${20 + place}`);
    const answers = await Promise.all(
      words.map((password, place) =>
        (place % 2 ? api : second).call(
          userAuth.resetPassword,
          { email, code, password, password_confirm: password },
          { ip: someIp() },
        ),
      ),
    );
    expect(counted(answers.map((answer) => answer.code))).toEqual({ OK: 1, CODE_INVALID: 9 });
    const winner = words[answers.findIndex((answer) => answer.code === 'OK')] ?? '';
    const enter = (password: string) =>
      api.call(userAuth.login, { email, password, agree: true }, { ip: someIp() });
    expect((await enter(winner)).code).toBe('OK');
    expect((await enter(PASSWORD)).code).not.toBe('OK');
  });

  describe('a reviewer decides on what they saw', () => {
    let developer: Person;
    let reviewer: Person;
    beforeAll(async () => {
      developer = await person(api, 'developer');
      reviewer = await person(api, 'reviewer');
    });
    const decide = (versionId: number, decision: 'approve' | 'reject') =>
      second.call(
        adminReview.decide,
        {
          version_id: versionId,
          round: 1,
          decision,
          ...(decision === 'reject' && { reason: 'other', text: 'It does not start.' }),
          checklist: REVIEW_CHECK_ITEMS.map((item) => ({ item, answer: 'yes' as const })),
        },
        { token: reviewer.token },
      );

    test.each(['approve', 'reject'] as const)(
      'a version that is withdrawn and handed in again between the look and the decision to %s stays under review',
      async (decision) => {
        const { appId, versionId } = await versionOf(api, developer.id);
        const actor = { userId: developer.id, name: 'developer', via: 'api', role: 'developer' } as const;
        const { answer, waited } = await whileHeld(
          api,
          (tx) => tx.select().from(apps).where(eq(apps.id, appId)).for('update'),
          () => decide(versionId, decision),
          async (tx) => {
            const inside = within(api.app, tx);
            await transition(inside, { version: versionId, action: 'revoke', actor });
            const content = { ...emptyContent(), category: 'practical' as const };
            const facts = {
              version: '1.0.0',
              gitVersion: 'v1.0.0',
              repoUrl: null,
              size: 1,
              description: { zh: '另一版', en: 'Another' },
              changes: [],
            };
            const details = { submission: { content, facts } };
            await transition(inside, { version: versionId, action: 'submit', actor, details });
          },
        );
        expect([waited, answer.status, answer.code]).toEqual([true, 400, 'STATE_CHANGED']);
        const [row] = await api.db.select().from(appVersions).where(eq(appVersions.id, versionId));
        expect([row?.reviewStatus, row?.round, row?.decidedAt]).toEqual(['in_review', 2, null]);
      },
    );
  });

  test('a payment waits for a cancellation, and is kept for an operator', async () => {
    const { order_no: orderNo } = await placed(api, owner);
    await paying(api, owner, orderNo);
    const notice = await noticeOf(api, orderNo);
    const { answer, waited } = await whileHeld(
      api,
      (tx) => lockOrder(tx, orderNo),
      () => sendNotice(second, notice),
      (tx) => cancelOrder(within(api.app, tx), owner.user.id, orderNo),
    );
    expect([waited, answer.status]).toEqual([true, 200]);
    const [row] = await api.db.select().from(orders).where(eq(orders.orderNo, orderNo));
    expect(row?.status).toBe('cancelled');
  });

  test('a cancellation waits for a payment, and is refused', async () => {
    const { order_no: orderNo } = await placed(api, owner);
    const { answer, waited } = await whileHeld(
      api,
      (tx) => lockOrder(tx, orderNo),
      () => second.call(orderCalls.cancel, { order_no: orderNo }, asOwner()),
      (tx) =>
        tx
          .update(orders)
          .set({ status: 'paid', paidAt: api.clock.now(), provider: 'sandbox' })
          .where(eq(orders.orderNo, orderNo)),
    );
    expect([waited, answer.code]).toEqual([true, 'ORDER_STATE']);
  });
});
