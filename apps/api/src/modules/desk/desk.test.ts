// The operators' desk beyond each area's calls: counts, one order, accounts and their sessions.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  adminAudit,
  adminContent,
  adminDecision,
  adminDesk,
  adminFeedback,
  adminInvite,
  adminOrder,
  adminReport,
  adminReview,
  adminUser,
  userInfo,
  type DeskToday,
  order as orderCalls,
} from '@yunduo/api-contract';
import { eq, sql } from 'drizzle-orm';
import {
  appReports,
  apps,
  appVersions,
  decisionProposals,
  feedbackTickets,
  invitationRequests,
  jobFailures,
  jobRuns,
  users,
} from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { codeOfLicence } from '../../testing/licences.ts';
import { noticeOf, orderIn, paying, placed, sendNotice } from '../../testing/orders.ts';
import { newcomer, signedInAs, PASSWORD, type SignedIn } from '../../testing/people.ts';
import { versionOf } from '../../testing/reviews.ts';
import { licencesOfOrder } from '../licence/issue.ts';
import { needsSecondOperator } from '../second-operator/proposals.ts';
import { setRole, type GrantedRole } from './accounts.ts';

let api: TestApp;
let operator: SignedIn;
let admin: SignedIn;
const ground = { userId: null, name: 'root', via: 'command' } as const;
const someone = async (...roles: GrantedRole[]): Promise<SignedIn> => {
  const person = await newcomer(api);
  for (const role of roles) await setRole(api.app, ground, { email: person.email, role, granted: true });
  return person;
};
beforeAll(async () => {
  api = await testApp({ seeded: true });
  operator = await someone('operator');
  admin = await someone('admin');
});
afterAll(() => api.close());

describe('GET /admin_desk/today', () => {
  const today = async (): Promise<DeskToday> =>
    (await api.call(adminDesk.today, undefined, { token: operator.token })).data;

  test('counts match the totals of the lists', async () => {
    const token = operator.token;
    const counts = await today();
    const total = async (answer: Promise<{ data: { total: number } }>) => (await answer).data.total;
    const lists = {
      feedback: await total(api.call(adminFeedback.list, { state: 'open' }, { token })),
      refunds: await total(api.call(adminOrder.list, { status: 'refund_requested' }, { token })),
      transfers: await total(api.call(adminOrder.list, { transfer: true }, { token })),
      invoices: await total(api.call(adminOrder.list, { invoice: 'requested' }, { token })),
      decisions: await total(api.call(adminDecision.list, { state: 'pending' }, { token })),
      invite_requests: await total(api.call(adminInvite.requests, { state: 'open' }, { token })),
      reports: await total(api.call(adminReport.list, { state: 'open' }, { token })),
      schedules: await total(api.call(adminContent.list, { scheduled: true }, { token })),
      reviews: await total(api.call(adminReview.queue, {}, { token: admin.token })),
    };
    expect(counts).toMatchObject(lists);
    expect(Object.keys(counts).sort()).toEqual(
      [
        ...Object.keys(lists),
        'payments',
        'reviews_overdue',
        'schedules_outdated',
        'mails',
        'jobs',
        'job_names',
      ].sort(),
    );
  });

  test('counts permanently failed mails and overdue jobs', async () => {
    const before = await today();
    expect([before.mails, before.jobs]).toEqual([0, 0]);
    const [job] = await api.app.jobs.list();
    await api.db.insert(jobRuns).values({ name: job?.name ?? '', ranAt: api.clock.now() });
    expect((await today()).jobs).toBe(0);
    // Three runs and a minute late, to the millisecond.
    const late = api.clock.now().getTime() - 3 * (job?.every ?? 0) - 60_000;
    await api.db.update(jobRuns).set({ ranAt: new Date(late) });
    expect((await today()).jobs).toBe(0);
    await api.db.update(jobRuns).set({ ranAt: new Date(late - 1) });
    expect(await today()).toMatchObject({ jobs: 1, job_names: [job?.name] });
    await api.db.delete(jobRuns);
    await api.db
      .insert(jobFailures)
      .values({ name: job?.name ?? '', since: api.clock.now(), requestId: 'run-1' });
    expect(await today()).toMatchObject({ jobs: 1, job_names: [job?.name] });
    await api.db.delete(jobFailures);
    // A permanently failed mail, as the outbox leaves it.
    await api.app.mail.enqueue(api.db, { to: 'a@example.com', subject: 'Hello', text: 'Hello', html: '' });
    await api.db.execute(
      sql`update pgboss.job set state = 'completed', output = '{"message":"no such mailbox"}' where state = 'created'`,
    );
    expect((await today()).mails).toBe(1);
    // One whose retries are used up.
    await api.db.execute(
      sql`update pgboss.job set state = 'failed', output = null where output ->> 'message' = 'no such mailbox'`,
    );
    expect((await today()).mails).toBe(1);
  });

  test('counts each kind of new item', async () => {
    const before = await today();
    const buyer = await someone();
    const now = api.clock.now();
    await api.db.insert(feedbackTickets).values({
      no: 'FB20261121-09999',
      userId: buyer.user.id,
      type: 'defect',
      title: 'It stops',
      description: 'It stops at once.',
      createdAt: now,
    });
    const { order_no: transfer } = await placed(api, buyer);
    await paying(api, buyer, transfer, 'bank_transfer');
    await paying(api, buyer, transfer);
    await orderIn(api, { ...buyer.user, token: buyer.token } as never, 'refund_requested');
    const paid = await orderIn(api, { ...buyer.user, token: buyer.token } as never, 'paid');
    const invoice = { order_no: paid.orderNo, kind: 'personal' as const, title: 'Lin' };
    expect((await api.call(orderCalls.invoiceRequest, invoice, { token: buyer.token })).status).toBe(200);
    const cancelled = await orderIn(api, { ...buyer.user, token: buyer.token } as never, 'cancelled');
    await sendNotice(api, await noticeOf(api, cancelled.orderNo));
    const [app] = await api.db.select({ id: apps.id }).from(apps).limit(1);
    await api.db.insert(appReports).values({
      appId: app?.id ?? 0,
      version: '1.0.0',
      reason: 'other',
      text: 'It does not start.',
      reporterHash: 'a reporter of today',
      day: '2026-11-21',
      createdAt: now,
    });
    await api.db
      .insert(invitationRequests)
      .values({ email: buyer.email, locale: 'zh', purpose: 'Two servers at home.', createdAt: now });
    const { versionId } = await versionOf(api, buyer.user.id);
    await api.db.transaction((tx) =>
      needsSecondOperator(
        { ...api.app, db: tx, config: { ...api.app.config, secondOperatorAbove: 0 } } as never,
        { userId: operator.user.id, name: operator.email, via: 'api' },
        {
          kind: 'licence_grant',
          subject: `user:${buyer.user.id}`,
          amount: 100,
          userId: buyer.user.id,
          state: {},
          payload: { user_id: buyer.user.id, plan: 'm1', quantity: 1, reason: 'sorry' },
        },
      ),
    );
    const after = await today();
    for (const name of [
      'feedback',
      'transfers',
      'refunds',
      'payments',
      'invoices',
      'decisions',
      'invite_requests',
      'reports',
      'reviews',
    ] as const) {
      expect({ [name]: after[name] }).toEqual({ [name]: before[name] + 1 });
    }
    expect(after.reviews_overdue).toBe(before.reviews_overdue);
    // A proposal counts until it is decided or expires, a review is overdue once its time has passed.
    const propose = (change: Partial<typeof decisionProposals.$inferInsert>) =>
      api.db.update(decisionProposals).set(change).where(eq(decisionProposals.userId, buyer.user.id));
    await propose({ outcome: 'superseded', decidedAt: now });
    expect((await today()).decisions).toBe(before.decisions);
    await propose({ outcome: null, decidedAt: null, expiresAt: now });
    expect((await today()).decisions).toBe(before.decisions);
    const due = (dueAt: Date) =>
      api.db.update(appVersions).set({ dueAt }).where(eq(appVersions.id, versionId));
    await due(now);
    expect((await today()).reviews_overdue).toBe(before.reviews_overdue);
    await due(new Date(now.getTime() - 1));
    expect((await today()).reviews_overdue).toBe(before.reviews_overdue + 1);
  });

  test('returns 401 without a session and 403 to users, developers and reviewers', async () => {
    expect((await api.call(adminDesk.today, undefined)).status).toBe(401);
    for (const roles of [[], ['developer'], ['reviewer']] as GrantedRole[][]) {
      const { token } = await someone(...roles);
      expect((await api.call(adminDesk.today, undefined, { token })).status).toBe(403);
    }
  });
});

describe('order lookup', () => {
  test('returns an order by its number in any case, and 404 for an unknown one', async () => {
    const buyer = await someone();
    const { order_no: orderNo } = await placed(api, buyer);
    const read = (number: string) =>
      api.call(adminOrder.detail, { order_no: number }, { token: operator.token });
    expect((await read(orderNo.toLowerCase())).data).toMatchObject({
      order_no: orderNo,
      user: { id: buyer.user.id, email: buyer.email },
      payments: [],
      licences: [],
      waiting: [],
    });
    expect(await read('YD20200101-AAAAA-AAAAA')).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND' });
    expect(await read('no number')).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect((await api.call(adminOrder.detail, { order_no: orderNo }, { token: buyer.token })).status).toBe(
      403,
    );
  });

  test('finds an order by a complete licence code, but not by a part of it', async () => {
    const buyer = await someone();
    const { id, orderNo } = await orderIn(api, { ...buyer.user, token: buyer.token } as never, 'paid');
    const [licence] = await licencesOfOrder(api.db, id);
    const code = await codeOfLicence(api, licence?.id ?? 0);
    const found = async (q: string) =>
      (await api.call(adminOrder.list, { q }, { token: operator.token })).data.list.map(
        (order) => order.order_no,
      );
    expect(await found(code)).toEqual([orderNo]);
    expect(await found(` ${code.toLowerCase()} `)).toEqual([orderNo]);
    expect(await found(code.slice(0, -2))).toEqual([]);
  });
});

describe('user administration', () => {
  const list = async (query: object) =>
    (await api.call(adminUser.list, query, { token: operator.token })).data;
  const detail = (id: number, token = operator.token) => api.call(adminUser.detail, { id }, { token });

  test('filters by part of address or nickname, by role and by disabled state', async () => {
    const person = await someone('developer', 'reviewer');
    await api.db.update(users).set({ nickname: 'Ärmel Fähre' }).where(eq(users.id, person.user.id));
    const one = await list({ q: person.email.slice(1).toUpperCase() });
    expect(one.list).toEqual([
      expect.objectContaining({
        id: person.user.id,
        email: person.email,
        nickname: 'Ärmel Fähre',
        roles: ['user', 'developer', 'reviewer'],
        disabled_at: null,
      }),
    ]);
    expect((await list({ q: 'mel fäh' })).list.map(({ id }) => id)).toEqual([person.user.id]);
    expect((await list({ q: person.email, role: 'operator' })).total).toBe(0);
    expect((await list({ q: person.email, role: 'reviewer' })).total).toBe(1);
    expect((await list({ q: person.email, disabled: true })).total).toBe(0);
    const all = await list({ page_size: 2 });
    expect(all.list).toHaveLength(2);
    expect(all.total).toBe(await api.db.$count(users));
    expect(all.list[0]?.id).toBeGreaterThan(all.list[1]?.id ?? 0);
  });

  test('lists an account’s sessions, and ends one or all others with an audit log entry', async () => {
    const person = await someone();
    const second = await signedInAs(api, person.email, PASSWORD);
    const { data } = await detail(person.user.id);
    expect(data).toMatchObject({ account: { email: person.email }, own: false });
    expect(data.sessions).toHaveLength(2);
    expect(Object.keys(data.sessions[0] ?? {}).sort()).toEqual(
      ['created_at', 'device', 'expires_at', 'id', 'last_used_at'].sort(),
    );
    const end = (session?: number) =>
      api.call(
        adminUser.endSessions,
        { email: person.email, reason: 'asked by phone', ...(session !== undefined && { session }) },
        { token: operator.token },
      );
    const older = data.sessions.at(-1)?.id ?? 0;
    expect((await end(older)).data).toEqual({ ended: 1 });
    expect(await end(older)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect((await end()).data).toEqual({ ended: 1 });
    expect((await end()).data).toEqual({ ended: 0 });
    for (const { token } of [person, second])
      expect((await api.call(userInfo.index, undefined, { token })).status).toBe(401);
    const audit = await api.call(
      adminAudit.list,
      { target: `user:${person.user.id}`, action: 'user.end_sessions' },
      { token: operator.token },
    );
    expect(audit.data.list).toMatchObject([
      { actor: operator.email, details: { sessions: 1, reason: 'asked by phone' } },
      { actor: operator.email, details: { sessions: 1, reason: 'asked by phone' } },
    ]);
    expect((await detail(operator.user.id)).data.own).toBe(true);
    expect(await detail(2_000_000)).toMatchObject({ status: 404, code: 'USER_NOT_FOUND' });
  });

  test('disables and enables an account; returns 403 for an admin’s account', async () => {
    const person = await someone();
    const disable = (email: string, disabled: boolean, token = operator.token) =>
      api.call(adminUser.disable, { email, disabled, reason: '发广告' }, { token });
    expect((await disable(person.email, true)).data.disabled_at).not.toBeNull();
    expect((await api.call(userInfo.index, undefined, { token: person.token })).status).toBe(401);
    expect((await disable(person.email, true)).data.disabled_at).not.toBeNull();
    expect((await disable(person.email, false)).data.disabled_at).toBeNull();
    expect((await disable(person.email, false)).data.disabled_at).toBeNull();
    const target = { target: `user:${person.user.id}` };
    const log = (await api.call(adminAudit.list, target, { token: operator.token })).data.list;
    expect(log.map(({ action }) => action)).toEqual(['user.enable', 'user.disable']);
    const theirs = { email: admin.email, reason: '测试' };
    for (const call of [adminUser.endSessions, adminUser.removeFactor])
      expect(await api.call(call, theirs, { token: operator.token })).toMatchObject({
        status: 403,
        code: 'FORBIDDEN',
      });
    expect(await disable(admin.email, true)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await disable(admin.email, true, admin.token)).toMatchObject({ code: 'OWN_ACCOUNT' });
    expect(await disable('nobody@example.com', true)).toMatchObject({ code: 'USER_NOT_FOUND' });
    const long = { email: person.email, disabled: true, reason: 'x'.repeat(501) };
    expect(await api.call(adminUser.disable, long, { token: operator.token })).toMatchObject({
      code: 'VALIDATION_FAILED',
      data: { fields: { reason: 'refund_note_length' } },
    });
  });

  test('deletes an account for an owner who cannot sign in, unless something blocks it, and mails the owner', async () => {
    const person = await someone('developer');
    const remove = (email: string, reason: string, token = operator.token) =>
      api.call(adminUser.delete, { email, reason }, { token });
    expect((await remove(person.email, ' ')).error.fields).toEqual({ reason: 'yank_reason_required' });
    expect(await remove('nobody@example.com', 'asked')).toMatchObject({ code: 'USER_NOT_FOUND' });
    expect(await remove(admin.email, 'asked')).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await remove(operator.email, 'asked', admin.token)).toMatchObject({ code: 'DELETION_BLOCKED' });
    expect(await remove(admin.email, 'asked', admin.token)).toMatchObject({ code: 'OWN_ACCOUNT' });
    const blockers = async (id: number) => (await detail(id)).data.deletion_blockers;
    expect(await blockers(operator.user.id)).toEqual([{ kind: 'staff_role', count: 1 }]);
    expect(await blockers(person.user.id)).toEqual([]);

    const key = 'delete-account-once';
    const once = () =>
      api.call(
        adminUser.delete,
        { email: person.email, reason: `Called from the number of ${person.email}` },
        { token: operator.token, headers: { 'idempotency-key': key } },
      );
    // A repeated request after a lost response gets the first response.
    for (const answer of [await once(), await once()])
      expect([answer.status, answer.code]).toEqual([200, 'OK']);
    expect((await api.call(userInfo.index, undefined, { token: person.token })).status).toBe(401);
    expect(await detail(person.user.id)).toMatchObject({ code: 'USER_NOT_FOUND' });
    const sent = (await api.mails()).filter(({ to }) => to === person.email);
    expect(sent[0]?.subject).toMatch(/注销|deleted/);
    const log = await api.call(
      adminAudit.list,
      { target: `user:${person.user.id}`, action: 'user.delete' },
      { token: operator.token },
    );
    expect(log.data.list).toMatchObject([{ actor: operator.email, action: 'user.delete' }]);
    expect(JSON.stringify(log.data.list)).not.toContain(person.email);
  });

  test('returns 403 to reviewers and 401 without a session', async () => {
    const person = await someone('reviewer');
    const { token } = person;
    expect((await api.call(adminUser.list, {}, { token })).status).toBe(403);
    expect((await detail(person.user.id, token)).status).toBe(403);
    const own = { email: person.email };
    expect((await api.call(adminUser.endSessions, own, { token })).status).toBe(403);
    expect((await api.call(adminUser.disable, { ...own, disabled: true }, { token })).status).toBe(403);
    expect((await api.call(adminUser.delete, { ...own, reason: 'asked' }, { token })).status).toBe(403);
    expect((await api.call(adminUser.list, {})).status).toBe(401);
  });
});
