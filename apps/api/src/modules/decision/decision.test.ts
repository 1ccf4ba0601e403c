// Decisions about money above the limit need a second operator: each kind, and each rule.
import { adminDecision, adminOrder, authCode, order as orderCalls } from '@yunduo/api-contract';
import { momentOf } from '@yunduo/i18n';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, OPERATOR_REASON_MAX, SECOND_OPERATOR, type LicencePlan } from '@yunduo/validation';
import { and, desc, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { licenceFiles, licences } from '../../db/schema/licence.ts';
import {
  auditLog,
  decisionProposals,
  jobRuns,
  orders,
  payments,
  plans,
  userRoles,
  users,
} from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { SEED_NOW } from '../../testing/environment.ts';
import { issued, licenceIn, offlineClient } from '../../testing/licences.ts';
import { opsOf, type OpsAnswer } from '../../testing/ops.ts';
import { CLERK, noticeOf, orderIn, paying, placed, sendNotice } from '../../testing/orders.ts';
import { newcomer, type SignedIn } from '../../testing/people.ts';
import { person, type Person } from '../../testing/reviews.ts';
import { changedTables, stateOf } from '../../trust/operations.ts';
import { grantLicences } from '../licence/operators.ts';
import { findOrder } from '../order/list.ts';
import { needsSecondOperator } from '../second-operator/proposals.ts';
import { confirmProposal } from './confirm.ts';

// In yuan: the price of a three-month licence. A six-month one (149) is above it.
const LIMIT = 79;

let api: TestApp;
/** Proposes; the other confirms. */
let first: Person;
let second: Person;
let buyer: SignedIn;
beforeAll(async () => {
  api = await testApp({ seeded: true, env: { SECOND_OPERATOR_ABOVE: String(LIMIT) } });
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.set(SEED_NOW);
  await api.db.delete(jobRuns);
  [first, second] = [await person(api, 'operator'), await person(api, 'operator')];
  buyer = await newcomer(api);
});

const ops = (line: string, who: Person): Promise<OpsAnswer> => opsOf(api)(`${line} --as ${who.email}`);
const confirm = (id: number, who: { token: string } = second) =>
  api.call(adminDecision.confirm, { id }, { token: who.token });
const decline = (id: number, who: { token: string } = second, note = '') =>
  api.call(adminDecision.decline, { id, note }, { token: who.token });
const proposal = async (id: number) => {
  const [row] = await api.db.select().from(decisionProposals).where(eq(decisionProposals.id, id));
  if (!row) throw new Error(`no proposal ${id}`);
  return row;
};
/** The latest proposal. */
async function newest(): Promise<number> {
  const [row] = await api.db.select().from(decisionProposals).orderBy(desc(decisionProposals.id)).limit(1);
  return row?.id ?? 0;
}
const refund = (orderNo: string, who: { token: string } = first, approve = true) =>
  api.call(
    adminOrder.refundDecide,
    { order_no: orderNo, approve, note: approve ? 'as agreed' : 'used for months' },
    { token: who.token },
  );
/** A pending refund above the limit. */
async function proposedRefund(): Promise<{ id: number; orderNo: string }> {
  const { orderNo } = await orderIn(api, buyer, 'refund_requested', { plan: 'm6' });
  const answer = await refund(orderNo);
  return { id: answer.data.waiting[0]?.id ?? 0, orderNo };
}
const statusOf = async (orderNo: string) => (await findOrder(api.db, orderNo)).status;
const ofBuyer = async () => api.db.select().from(licences).where(eq(licences.userId, buyer.user.id));

interface Kind {
  kind: string;
  amount: number;
  /** Creates the subject, and returns how to decide about it and whether that is done. */
  make(): Promise<{ subject: string; decide(): Promise<unknown>; done(): Promise<boolean> }>;
}

const KINDS: Kind[] = [
  {
    kind: 'refund',
    amount: 14_900,
    async make() {
      const { orderNo } = await orderIn(api, buyer, 'refund_requested', { plan: 'm6' });
      return {
        subject: `order:${orderNo}`,
        decide: () => refund(orderNo),
        done: async () =>
          (await statusOf(orderNo)) === 'refunded' &&
          (await ofBuyer()).every(({ revokedAt }) => revokedAt !== null),
      };
    },
  },
  {
    kind: 'transfer',
    amount: 14_900,
    async make() {
      const { order_no: orderNo, amount } = await placed(api, buyer, { plan: 'm6' });
      await paying(api, buyer, orderNo, 'bank_transfer');
      const input = { order_no: orderNo, amount, reference: `BOC-${orderNo}` };
      return {
        subject: `order:${orderNo}`,
        decide: () => api.call(adminOrder.confirmTransfer, input, { token: first.token }),
        done: async () => (await statusOf(orderNo)) === 'paid' && (await ofBuyer()).length === 1,
      };
    },
  },
  {
    kind: 'payment_return',
    amount: 14_900,
    async make() {
      const { orderNo } = await orderIn(api, buyer, 'cancelled', { plan: 'm6' });
      const notice = await noticeOf(api, orderNo);
      await sendNotice(api, notice);
      return {
        subject: `payment:${notice.payment_no}`,
        decide: () =>
          api.call(
            adminOrder.returnPayment,
            { payment_no: notice.payment_no, note: 'Sent back' },
            { token: first.token },
          ),
        async done() {
          const [row] = await api.db
            .select()
            .from(payments)
            .where(eq(payments.transactionId, notice.transaction_id));
          return row?.status === 'returned';
        },
      };
    },
  },
  {
    kind: 'licence_grant',
    amount: 14_900,
    async make() {
      return {
        subject: `user:${buyer.user.id}`,
        decide: () => ops(`licence grant --email ${buyer.email} --plan m6 --reason sorry`, first),
        done: async () => (await ofBuyer()).length === 1,
      };
    },
  },
  {
    kind: 'licence_release',
    amount: 89_900,
    async make() {
      const { id, code, fingerprint } = await licenceIn(api, buyer.user, 'permanent');
      const request = offlineClient(fingerprint).request(code);
      await api.call(authCode.offlineRequest, { request }, { token: buyer.token });
      return {
        subject: `licence:${id}`,
        decide: () => ops(`licence release-files --id ${id} --reason fire --yes`, first),
        async done() {
          const [row] = await api.db.select().from(licenceFiles).where(eq(licenceFiles.licenceId, id));
          return row?.releasedBy === 'operator';
        },
      };
    },
  },
  {
    kind: 'licence_revocation',
    amount: 89_900,
    async make() {
      const { id } = await licenceIn(api, buyer.user, 'permanent');
      return {
        subject: `licence:${id}`,
        decide: () => ops(`licence revoke --id ${id} --reason fraud --yes`, first),
        done: async () => (await ofBuyer())[0]?.revokedBy === 'operator',
      };
    },
  },
];

describe.each(KINDS)('decision of kind $kind', ({ kind, amount, make }) => {
  test('above the limit changes nothing until another operator confirms it', async () => {
    const { subject, decide, done } = await make();
    const before = await stateOf(api.db);
    await decide();
    const changed = changedTables(before, await stateOf(api.db)).filter((name) => name.startsWith('public.'));
    expect(changed.toSorted()).toEqual(['public.audit_log', 'public.decision_proposals']);
    expect(await done()).toBe(false);
    const id = await newest();
    expect(await proposal(id)).toMatchObject({
      kind,
      subject,
      amount,
      userId: buyer.user.id,
      proposedBy: first.id,
      outcome: null,
    });

    expect((await confirm(id, first)).code).toBe('PROPOSAL_OWN');
    expect(await done()).toBe(false);
    const answer = await confirm(id);
    expect([answer.code, answer.data.state, answer.data.decided_by]).toEqual([
      'OK',
      'confirmed',
      second.email,
    ]);
    expect(await done()).toBe(true);
    expect((await confirm(id)).code).toBe('PROPOSAL_OVER');

    const rows = await api.db
      .select({ action: auditLog.action, actorId: auditLog.actorId, details: auditLog.details })
      .from(auditLog)
      .where(eq(auditLog.actorId, second.id));
    // The decision's own audit row names both operators.
    expect(rows).toContainEqual({
      action: expect.not.stringMatching(/^decision/) as unknown as string,
      actorId: second.id,
      details: expect.objectContaining({ proposal: id, proposed_by: first.id }) as object,
    });
    expect(rows).toContainEqual(expect.objectContaining({ action: 'decision.confirm' }));
  });

  test('cannot be proposed twice while pending; after a decline it can be proposed again', async () => {
    const { decide, done } = await make();
    await decide();
    const id = await newest();
    const again = (await decide()) as { code: string | number; err?: string };
    expect([again.code, again.err ?? '']).toEqual(
      'err' in again ? [1, expect.stringContaining(`proposal ${id}`)] : ['PROPOSAL_PENDING', ''],
    );
    expect(await newest()).toBe(id);
    expect((await decline(id, second, 'Too much')).data).toMatchObject({
      state: 'declined',
      note: 'Too much',
    });
    expect((await confirm(id)).code).toBe('PROPOSAL_OVER');
    expect(await done()).toBe(false);
    await decide();
    expect((await confirm(await newest())).code).toBe('OK');
    expect(await done()).toBe(true);
  });
});

// A grant can be repeated; the other decisions happen once.
test.each(KINDS.filter(({ kind }) => kind !== 'licence_grant'))(
  'decision of kind $kind that was carried out is rejected, and no second one is proposed',
  async ({ make }) => {
    const { decide, done } = await make();
    await decide();
    const id = await newest();
    await confirm(id);
    expect(await done()).toBe(true);
    const again = (await decide()) as { code: string | number; err?: string };
    expect(again.code).not.toBe('err' in again ? 0 : 'OK');
    expect(await newest()).toBe(id);
  },
);

describe('second-operator limit', () => {
  test('lets one operator decide an amount equal to the limit', async () => {
    const { orderNo } = await orderIn(api, buyer, 'refund_requested', { plan: 'm3' });
    const { data } = await refund(orderNo);
    expect([data.status, data.waiting]).toEqual(['refunded', []]);
  });

  test('does not apply to rejecting a refund', async () => {
    const { orderNo } = await orderIn(api, buyer, 'refund_requested', { plan: 'm12' });
    expect((await refund(orderNo, first, false)).data.status).toBe('paid');
  });

  test('adds up one operator’s grants within a day, separately per operator', async () => {
    const grant = (who: Person) =>
      ops(`licence grant --email ${buyer.email} --plan m1 --reason sorry --json`, who);
    const given = async (who: Person) => (await grant(who)).json<{ licences: number[] }>().licences.length;
    expect([await given(first), await given(first), await given(first)]).toEqual([1, 1, 0]);
    expect(await given(second)).toBe(1);
    expect(await confirm(await newest())).toMatchObject({ code: 'OK' });
    // A confirmed decision does not count as the second operator's own.
    expect(await given(second)).toBe(1);
    api.clock.advance(DAY);
    expect(await given(first)).toBe(1);
  });

  test('uses the highest price of the last 30 days, so that a lowered price does not bypass it', async () => {
    const grant = async () =>
      (await ops(`licence grant --email ${buyer.email} --plan m6 --reason sorry --json`, first)).json<{
        licences: number[];
      }>().licences.length;
    try {
      await ops('plan set-price --plan m6 --price 1.00', first);
      await ops('plan set-price --plan m6 --price 2.00', first);
      expect(await grant()).toBe(0);
      await decline(await newest());
      api.clock.advance(SECOND_OPERATOR.priceWindow);
      expect(await grant()).toBe(1);
    } finally {
      await ops('plan set-price --plan m6 --price 149.00', first);
      await api.db.delete(auditLog).where(eq(auditLog.action, 'plan.change'));
    }
  });

  test.each([
    ['0', 'm1', 'refund_requested'],
    ['off', 'm12', 'refunded'],
  ] as const)('set to %s leaves an order of %s %s', async (value, plan, status) => {
    const other = await testApp({ seeded: true, env: { SECOND_OPERATOR_ABOVE: value } });
    try {
      const { orderNo } = await orderIn(other, await newcomer(other), 'refund_requested', { plan });
      const { token } = await person(other, 'operator');
      const decision = { order_no: orderNo, approve: true, note: '' };
      expect((await other.call(adminOrder.refundDecide, decision, { token })).data.status).toBe(status);
    } finally {
      await other.close();
    }
  });
});

describe('proposal', () => {
  test('appears in order and list, and is mailed to eligible operators and admins only, in their language', async () => {
    const admin = await person(api, 'admin');
    await api.db.update(users).set({ locale: 'en' }).where(eq(users.id, admin.id));
    const disabled = await person(api, 'operator');
    await api.db.update(users).set({ disabledAt: SEED_NOW }).where(eq(users.id, disabled.id));
    const { orderNo } = await orderIn(api, buyer, 'refund_requested', { plan: 'm6' });
    await api.db.insert(userRoles).values({ userId: buyer.user.id, role: 'operator', grantedAt: SEED_NOW });
    const { data } = await refund(orderNo);
    expect(data).toMatchObject({
      status: 'refund_requested',
      waiting: [
        {
          kind: 'refund',
          subject: `order:${orderNo}`,
          payload: { order_no: orderNo, note: 'as agreed' },
          amount: 14_900,
          user: buyer.email,
          proposed_by: first.email,
          expires_at: new Date(SEED_NOW.getTime() + SECOND_OPERATOR.ttl).toISOString(),
          state: 'pending',
          decided_by: null,
        },
      ],
    });
    const waiting = await api.call(adminDecision.list, { state: 'pending' }, { token: second.token });
    expect(waiting.data.list[0]).toEqual(data.waiting[0]);
    const mails = (await api.mails()).filter(({ text }) => text.includes(`order:${orderNo}`));
    const english = mails.find(({ to }) => to === admin.email);
    expect(english?.subject).toMatch(/, CNY 149\.00$/);
    const until = momentOf(data.waiting[0]?.expires_at ?? '', 'en').replaceAll('\u00a0', ' ');
    expect(english?.text).toContain(`decline it by ${until} (Beijing time)`);
    expect(english?.text).toContain('/en/developer-center/desk/orders?view=decisions');
    expect(english?.text).not.toContain('ops ');
    const notices = mails.map(({ to }) => to);
    expect(notices).toEqual(expect.arrayContaining([second.email, admin.email, 'operator@yunduo.test']));
    expect(notices).not.toContain(first.email);
    expect(notices).not.toContain(buyer.email);
    expect(notices).not.toContain(disabled.email);
  });

  test('to return a payment names the order, by which the second operator finds it', async () => {
    const { orderNo } = await orderIn(api, buyer, 'cancelled', { plan: 'm6' });
    const notice = await noticeOf(api, orderNo);
    await sendNotice(api, notice);
    const back = { payment_no: notice.payment_no, note: 'Paid twice' };
    const { data } = await api.call(adminOrder.returnPayment, back, { token: first.token });
    expect(data.waiting.map(({ payload }) => payload)).toEqual([{ ...back, order_no: orderNo }]);
  });

  test('expires after seven days without effect and can be proposed again', async () => {
    const { id, orderNo } = await proposedRefund();
    api.clock.advance(SECOND_OPERATOR.ttl - 1);
    const stateNow = async () =>
      (await api.call(adminDecision.list, {}, { token: second.token })).data.list.find((one) => one.id === id)
        ?.state;
    expect(await stateNow()).toBe('pending');
    expect((await refund(orderNo)).code).toBe('PROPOSAL_PENDING');
    api.clock.advance(1);
    expect(await stateNow()).toBe('expired');
    for (const state of ['pending', 'confirmed', 'expired'] as const) {
      const { data } = await api.call(adminDecision.list, { state, page_size: 100 }, { token: second.token });
      expect(data.list.map((one) => one.state)).toEqual(Array.from({ length: data.total }, () => state));
      expect(data.list.some((one) => one.id === id)).toBe(state === 'expired');
    }
    expect((await confirm(id)).code).toBe('PROPOSAL_OVER');
    expect((await decline(id)).code).toBe('PROPOSAL_OVER');
    expect(await statusOf(orderNo)).toBe('refund_requested');
    const next = (await refund(orderNo)).data.waiting[0]?.id ?? 0;
    expect((await proposal(id)).outcome).toBe('superseded');
    expect((await confirm(next)).code).toBe('OK');
  });

  test('can be withdrawn by its proposer; a decline mails the reason to the proposer', async () => {
    const { id } = await proposedRefund();
    expect((await decline(id, first)).data).toMatchObject({ state: 'withdrawn', decided_by: first.email });
    const other = await proposedRefund();
    const tooLong = await decline(other.id, second, 'x'.repeat(OPERATOR_REASON_MAX + 1));
    expect(tooLong.error.fields).toEqual({ note: 'refund_note_length' });
    await decline(other.id, second, 'Refunded by the bank already');
    const [mail] = (await api.mails()).filter(({ to }) => to === first.email);
    expect(mail?.text).toContain('Refunded by the bank already');
  });

  test('returns PROPOSAL_STALE if its proposer was disabled or lost the role', async () => {
    const { id, orderNo } = await proposedRefund();
    await api.db.update(users).set({ disabledAt: SEED_NOW }).where(eq(users.id, first.id));
    expect((await confirm(id)).code).toBe('PROPOSAL_STALE');
    await api.db.update(users).set({ disabledAt: null }).where(eq(users.id, first.id));
    const role = and(eq(userRoles.userId, first.id), eq(userRoles.role, 'operator'));
    await api.db.delete(userRoles).where(role);
    expect((await confirm(id)).code).toBe('PROPOSAL_STALE');
    expect([await statusOf(orderNo), (await proposal(id)).outcome]).toEqual(['refund_requested', null]);
  });

  test('requires an account: a command without one cannot propose or confirm', async () => {
    const input = { email: buyer.email, plan: 'm6', quantity: 1, reason: 'sorry' } as const;
    await expect(grantLicences(api.app as Context, CLERK, input)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const { id, orderNo } = await proposedRefund();
    await expect(confirmProposal(api.app as Context, CLERK, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await statusOf(orderNo)).toBe('refund_requested');
  });
});

describe('confirmation of an outdated proposal changes nothing when', () => {
  test('the refund was rejected and requested again', async () => {
    const { id, orderNo } = await proposedRefund();
    await refund(orderNo, first, false);
    expect((await confirm(id)).code).toBe('ORDER_STATE');
    api.clock.advance(60_000);
    await api.call(orderCalls.refundRequest, { order_no: orderNo, reason: 'please' }, { token: buyer.token });
    expect((await confirm(id)).code).toBe('PROPOSAL_STALE');
    expect([await statusOf(orderNo), (await proposal(id)).outcome]).toEqual(['refund_requested', null]);
    // A new proposal refers to the new request.
    const next = (await refund(orderNo)).data.waiting[0]?.id ?? 0;
    expect((await confirm(next)).code).toBe('OK');
  });

  test.each(['payment_return', 'transfer'])('the order of a %s has another buyer', async (kind) => {
    const made = await KINDS.find((one) => one.kind === kind)?.make();
    await made?.decide();
    const { user: heir } = await newcomer(api);
    await api.db.update(orders).set({ userId: heir.id }).where(eq(orders.userId, buyer.user.id));
    expect((await confirm(await newest())).code).toBe('PROPOSAL_STALE');
    expect(await made?.done()).toBe(false);
  });

  test('the licence has another owner', async () => {
    const { orderNo } = await orderIn(api, buyer, 'refund_requested', { plan: 'm6' });
    const id = (await refund(orderNo)).data.waiting[0]?.id ?? 0;
    const heir = await newcomer(api);
    await api.db.update(licences).set({ userId: heir.user.id }).where(eq(licences.userId, buyer.user.id));
    expect((await confirm(id)).code).toBe('REFUND_TRANSFERRED');
    const [licence] = await api.db.select().from(licences).where(eq(licences.userId, heir.user.id));
    expect(licence?.revokedAt).toBeNull();
  });

  test('the licence to be revoked now belongs to the confirming operator', async () => {
    const { id: licence } = await licenceIn(api, buyer.user, 'permanent');
    await ops(`licence revoke --id ${licence} --reason fraud --yes`, first);
    await api.db.update(licences).set({ userId: second.id }).where(eq(licences.id, licence));
    const third = await person(api, 'operator');
    expect((await confirm(await newest())).code).toBe('CONFLICT_OF_INTEREST');
    expect((await confirm(await newest(), third)).code).toBe('PROPOSAL_STALE');
  });

  test('another file was issued for the licence since', async () => {
    const { id, code, fingerprint } = await licenceIn(api, buyer.user, 'permanent');
    const client = offlineClient(fingerprint);
    const issue = () =>
      api.call(authCode.offlineRequest, { request: client.request(code) }, { token: buyer.token });
    await issue();
    await ops(`licence release-files --id ${id} --reason fire --yes`, first);
    const proposed = await newest();
    expect((await issue()).code).toBe('OK');
    expect((await confirm(proposed)).code).toBe('PROPOSAL_STALE');
    const files = await api.db.select().from(licenceFiles).where(eq(licenceFiles.licenceId, id));
    expect(files.every(({ releasedAt }) => releasedAt === null)).toBe(true);
  });

  test('the price rose', async () => {
    await ops(`licence grant --email ${buyer.email} --plan m6 --reason sorry`, first);
    await api.db
      .update(plans)
      .set({ price: 15_900 })
      .where(eq(plans.plan, 'm6' satisfies LicencePlan));
    try {
      expect((await confirm(await newest())).code).toBe('PROPOSAL_STALE');
    } finally {
      await api.db.update(plans).set({ price: 14_900 }).where(eq(plans.plan, 'm6'));
    }
    expect(await ofBuyer()).toEqual([]);
  });

  test('the account was disabled', async () => {
    await ops(`licence grant --email ${buyer.email} --plan m6 --reason sorry`, first);
    await api.db.update(users).set({ disabledAt: SEED_NOW }).where(eq(users.id, buyer.user.id));
    expect((await confirm(await newest())).code).toBe('PROPOSAL_STALE');
    expect(await ofBuyer()).toEqual([]);
  });
});

test('a confirmation carries out the proposed decision alone: no other kind, subject, amount or state', async () => {
  const affair = { kind: 'refund', subject: 'order:1', amount: 5, state: { paid: 1 } } as const;
  const confirms = { ...affair, state: JSON.stringify(affair.state) } as never;
  const carriedOut = (change: object) =>
    needsSecondOperator(api.app as Context, { ...CLERK, confirms }, { ...affair, ...change } as never);
  await expect(carriedOut({})).resolves.toBeNull();
  for (const change of [
    { kind: 'transfer' },
    { subject: 'order:2' },
    { amount: 6 },
    { amount: 4 },
    { state: { paid: 2 } },
  ])
    await expect(carriedOut(change)).rejects.toMatchObject({ code: 'PROPOSAL_STALE' });
});

test('an order with a pending transfer proposal does not expire, nor if its buyer chooses the transfer again', async () => {
  const { order_no: orderNo, amount } = await placed(api, buyer, { plan: 'm6' });
  await paying(api, buyer, orderNo, 'bank_transfer');
  api.clock.advance(6 * DAY);
  const input = { order_no: orderNo, amount, reference: `LATE-${orderNo}` };
  await api.call(adminOrder.confirmTransfer, input, { token: first.token });
  await paying(api, buyer, orderNo, 'bank_transfer');
  api.clock.advance(2 * DAY);
  await api.app.jobs.runDue();
  expect(await statusOf(orderNo)).toBe('pending');
  expect((await confirm(await newest())).code).toBe('OK');
  expect(await statusOf(orderNo)).toBe('paid');
});

test('a transfer proposed for an order that has expired does not revive it', async () => {
  const { order_no: orderNo, amount } = await placed(api, buyer, { plan: 'm6' });
  await paying(api, buyer, orderNo, 'bank_transfer');
  api.clock.advance(8 * DAY);
  const input = { order_no: orderNo, amount, reference: `AFTER-${orderNo}` };
  await api.call(adminOrder.confirmTransfer, input, { token: first.token });
  await api.app.jobs.runDue();
  expect(await statusOf(orderNo)).toBe('cancelled');
  expect((await confirm(await newest())).code).toBe('OK');
  expect(await statusOf(orderNo)).toBe('cancelled');
});

describe('decision commands', () => {
  test('list, show and confirm a proposal with --as', async () => {
    const { id, orderNo } = await proposedRefund();
    const list = await ops('decision list --state pending', second);
    expect(list.out).toContain(`order:${orderNo}`);
    const shown = await ops(`decision show --id ${id} --json`, second);
    expect(shown.json()).toMatchObject({ id, payload: { order_no: orderNo, note: 'as agreed' } });
    const own = await ops(`decision confirm --id ${id} --yes`, first);
    expect([own.code, own.err]).toEqual([1, expect.stringContaining('(PROPOSAL_OWN)')]);
    expect((await ops(`decision confirm --id ${id}`, second)).code).toBe(2);
    expect((await ops(`decision confirm --id ${id} --yes`, second)).out).toMatch(/state\s+confirmed/);
    expect(await statusOf(orderNo)).toBe('refunded');
  });

  test('print that a decision waits for a second operator', async () => {
    const { orderNo } = await orderIn(api, buyer, 'refund_requested', { plan: 'm6' });
    const answer = await ops(`order refund-decide --no ${orderNo} --approve --yes`, first);
    const id = await newest();
    expect(answer.err).toContain(`decision confirm --id ${id}`);
    expect(answer.out).toContain(`proposal ${id} waits for a second operator`);
    const grant = await ops(`licence grant --email ${buyer.email} --plan m6 --reason sorry --json`, first);
    expect(grant.json()).toEqual({ licences: [], proposal: await newest() });
    expect(grant.err).toContain(`decision confirm --id ${await newest()}`);
  });

  test('decline with a note', async () => {
    const id = await issued(api, buyer.user.id, 'permanent');
    await ops(`licence revoke --id ${id} --reason fraud --yes`, first);
    const line = ['decision', 'decline', '--id', String(await newest()), '--note', 'They have paid'];
    const answer = await opsOf(api)([...line, '--as', second.email]);
    expect(answer.out).toMatch(/declined_because\s+They have paid/);
    expect((await ofBuyer())[0]?.revokedAt).toBeNull();
  });
});
