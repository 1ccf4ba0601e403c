import { adminDecision, adminOrder, authCode } from '@yunduo/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DAY } from '@yunduo/validation';
import { and, desc, eq } from 'drizzle-orm';
import { after } from '../../clock.ts';
import { withTransaction } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { licences } from '../../db/schema/licence.ts';
import { auditLog, decisionProposals, orders } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { onPostgres, SEED_NOW } from '../../testing/environment.ts';
import { whileHeld } from '../../testing/held.ts';
import { issued, licenceIn } from '../../testing/licences.ts';
import { opsOf } from '../../testing/ops.ts';
import { booksOf, CLERK, orderIn } from '../../testing/orders.ts';
import { newcomer, type SignedIn } from '../../testing/people.ts';
import { person, type Person } from '../../testing/reviews.ts';
import { secondApp, type SecondApp } from '../../testing/second-app.ts';
import { grantLicences } from '../licence/operators.ts';
import { decideRefund } from '../payment/refunds.ts';

(onPostgres ? describe : describe.skip)('concurrent decisions on two processes', () => {
  let api: TestApp;
  let other: SecondApp;
  let buyer: SignedIn;
  let proposer: Person;
  let clerks: [Person, Person];
  beforeAll(async () => {
    api = await testApp({ seeded: true, env: { SECOND_OPERATOR_ABOVE: '0' } });
    other = await secondApp(api);
    proposer = await person(api, 'operator');
    clerks = [await person(api, 'operator'), await person(api, 'operator')];
  });
  afterAll(async () => {
    await other.close();
    await api.close();
  });
  beforeEach(async () => {
    api.clock.set(SEED_NOW);
    buyer = await newcomer(api);
  });

  const refund = async (orderNo: string) => {
    const decision = { order_no: orderNo, approve: true, note: '' };
    return api.call(adminOrder.refundDecide, decision, { token: proposer.token });
  };
  async function proposedRefund(): Promise<{ id: number; orderNo: string }> {
    const { orderNo } = await orderIn(api, buyer, 'refund_requested', { quantity: 2 });
    return { id: (await refund(orderNo)).data.waiting[0]?.id ?? 0, orderNo };
  }
  async function proposedRevocation(licence: number): Promise<number> {
    await opsOf(api)(`licence revoke --id ${licence} --reason fraud --as ${proposer.email} --yes`);
    const [row] = await api.db
      .select({ id: decisionProposals.id })
      .from(decisionProposals)
      .orderBy(desc(decisionProposals.id))
      .limit(1);
    return row?.id ?? 0;
  }
  const confirm = (id: number, place: 0 | 1 = 1) =>
    (place === 0 ? api : other).call(adminDecision.confirm, { id }, { token: clerks[place].token });
  const outcomeOf = async (id: number) => {
    const [row] = await api.db.select().from(decisionProposals).where(eq(decisionProposals.id, id));
    return row?.outcome;
  };
  const statusOf = async (orderNo: string) => {
    const [row] = await api.db.select().from(orders).where(eq(orders.orderNo, orderNo));
    return row?.status;
  };
  const carriedOut = (orderNo: string) =>
    api.db.$count(
      auditLog,
      and(eq(auditLog.target, `order:${orderNo}`), eq(auditLog.action, 'order.refund')),
    );

  test('one of twenty confirmations executes the refund, and the books balance', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id, orderNo } = await proposedRefund();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, place) => confirm(id, place % 2 === 0 ? 0 : 1)),
      );
      const codes = answers.map(({ code }) => code);
      expect(codes.filter((code) => code === 'OK')).toHaveLength(1);
      expect(new Set(codes)).toEqual(new Set(['OK', 'PROPOSAL_OVER']));
      expect(await carriedOut(orderNo)).toBe(1);
    }
    expect(await booksOf(api)).toEqual([]);
  });

  test('one of two confirmations of a grant issues the licences', async () => {
    const grant = `licence grant --email ${buyer.email} --plan m1 --quantity 3 --reason sorry --json`;
    const answer = await opsOf(api)(`${grant} --as ${proposer.email}`);
    const { proposal } = answer.json<{ proposal: number }>();
    const answers = await Promise.all([confirm(proposal, 0), confirm(proposal, 1)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['OK', 'PROPOSAL_OVER']);
    expect(await api.db.$count(licences, eq(licences.userId, buyer.user.id))).toBe(3);
  });

  test('confirm and decline: exactly one takes effect', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, orderNo } = await proposedRefund();
      const [confirmed, declined] = await Promise.all([
        confirm(id, 0),
        other.call(adminDecision.decline, { id }, { token: clerks[1].token }),
      ]);
      expect([
        ['OK', 'PROPOSAL_OVER', 'confirmed', 'refunded'],
        ['PROPOSAL_OVER', 'OK', 'declined', 'refund_requested'],
      ]).toContainEqual([confirmed.code, declined.code, await outcomeOf(id), await statusOf(orderNo)]);
    }
    expect(await booksOf(api)).toEqual([]);
  });

  test('two proposals for one account: one is pending, the other gets PROPOSAL_PENDING', async () => {
    const lines = clerks.map(
      ({ email }) => `licence grant --email ${buyer.email} --plan m1 --reason sorry --as ${email}`,
    );
    const answers = await Promise.all(lines.map((line) => opsOf(api)(line)));
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    expect(answers.find(({ code }) => code === 1)?.err).toContain('(PROPOSAL_PENDING)');
    expect(await api.db.$count(licences, eq(licences.userId, buyer.user.id))).toBe(0);
  });

  test('a proposal that is being decided is not replaced when it expires, nor waited for', async () => {
    const { id, orderNo } = await proposedRefund();
    const proposal = eq(decisionProposals.id, id);
    await api.db.update(decisionProposals).set({ expiresAt: SEED_NOW }).where(proposal);
    const again = () =>
      other.call(
        adminOrder.refundDecide,
        { order_no: orderNo, approve: true, note: '' },
        { token: proposer.token },
      );
    const { answer, waited } = await whileHeld(
      api,
      (tx) => tx.select().from(decisionProposals).where(proposal).for('update'),
      again,
    );
    expect([waited, answer.code, await outcomeOf(id)]).toEqual([false, 'PROPOSAL_PENDING', null]);
    expect([(await again()).code, await outcomeOf(id)]).toEqual(['OK', 'superseded']);
  });

  test('confirm waits for a concurrent refund rejection, then returns ORDER_STATE', async () => {
    const { id, orderNo } = await proposedRefund();
    const reject = (tx: Db) =>
      decideRefund(withTransaction(api.app, tx), CLERK, { orderNo, approve: false, note: 'used for months' });
    const { answer, waited } = await whileHeld(api, reject, () => confirm(id));
    expect([waited, answer.code]).toEqual([true, 'ORDER_STATE']);
    expect([await statusOf(orderNo), await outcomeOf(id)]).toEqual(['paid', null]);
    expect(await booksOf(api)).toEqual([]);
  });

  test('confirm waits for a concurrent renewal, then returns PROPOSAL_STALE', async () => {
    const { id: licence } = await licenceIn(api, buyer.user, 'bound');
    const id = await proposedRevocation(licence);
    const row = eq(licences.id, licence);
    const { answer, waited } = await whileHeld(
      api,
      (tx) =>
        tx
          .update(licences)
          .set({ expiresAt: after(SEED_NOW, 60 * DAY) })
          .where(row),
      () => confirm(id),
    );
    expect([waited, answer.code]).toEqual([true, 'PROPOSAL_STALE']);
    const [left] = await api.db.select().from(licences).where(row);
    expect([left?.revokedAt, await outcomeOf(id)]).toEqual([null, null]);
  });

  test('confirm of a refund waits for a concurrent transfer, then returns REFUND_TRANSFERRED', async () => {
    const { id, orderNo } = await proposedRefund();
    const heir = await newcomer(api);
    const [order] = await api.db.select({ id: orders.id }).from(orders).where(eq(orders.orderNo, orderNo));
    const ofOrder = eq(licences.orderId, order?.id ?? 0);
    const { answer, waited } = await whileHeld(
      api,
      (tx) => tx.update(licences).set({ userId: heir.user.id }).where(ofOrder),
      () => confirm(id),
    );
    expect([waited, answer.code]).toEqual([true, 'REFUND_TRANSFERRED']);
    expect([await statusOf(orderNo), await outcomeOf(id)]).toEqual(['refund_requested', null]);
  });

  test('proposing again during a confirmation does not block the confirmation', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, orderNo } = await proposedRefund();
      const [confirmed, again] = await Promise.all([confirm(id), refund(orderNo)]);
      expect(confirmed.code).toBe('OK');
      expect(['PROPOSAL_PENDING', 'ORDER_STATE']).toContain(again.code);
    }
  });

  test('concurrent small grants of one operator count towards the limit', async () => {
    const limited = { ...api.app.config, secondOperatorAbove: 9_000 };
    const actor = { userId: clerks[0].id, name: clerks[0].email, via: 'api' } as const;
    const people = await Promise.all(Array.from({ length: 6 }, () => newcomer(api)));
    const given = await Promise.all(
      people.map(({ email }, place) => {
        const { app } = place % 2 === 0 ? api : other;
        const input = { email, plan: 'm1', quantity: 1, reason: 'sorry' } as const;
        return app.db.transaction((tx) =>
          grantLicences({ ...withTransaction(app, tx), config: limited }, actor, input),
        );
      }),
    );
    // A month costs 29: three of them are within 90.
    expect(given.filter(({ waits }) => waits === null)).toHaveLength(3);
  });

  test('confirm returns CONFLICT_OF_INTEREST if the licence is being transferred to the operator', async () => {
    const licence = await issued(api, buyer.user.id, 'm1');
    const id = await proposedRevocation(licence);
    const { answer, waited } = await whileHeld(
      api,
      (tx) => tx.update(licences).set({ userId: clerks[1].id }).where(eq(licences.id, licence)),
      () => confirm(id),
    );
    expect([waited, answer.code]).toEqual([true, 'CONFLICT_OF_INTEREST']);
    const mine = await other.call(authCode.my, {}, { token: clerks[1].token });
    expect(mine.data.list.map(({ state }) => state)).toEqual(['unused']);
  });
});
