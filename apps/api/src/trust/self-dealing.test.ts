// No decisions about oneself: every call of operators and reviewers, and every command, tried by the account concerned.
// The calls come from the OpenAPI document and the commands from their list, so that a new one fails here until its
// subject is declared.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { withTransaction } from '../context.ts';
import {
  apps,
  appReports,
  appVersions,
  feedbackTickets,
  invitationRequests,
  sessions,
  users,
  totpFactors,
} from '../db/schema/index.ts';
import { revokeByOperator } from '../modules/licence/operators.ts';
import { writeOrder } from '../modules/order/service.ts';
import { allCommands } from '../ops/index.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { createApp } from '../testing/builders.ts';
import { licenceIn } from '../testing/licences.ts';
import { opsOf } from '../testing/ops.ts';
import { noticeOf, orderIn, paying, placed, sendNotice } from '../testing/orders.ts';
import { person, versionOf, type Person } from '../testing/reviews.ts';
import { REVIEW_CHECK_ITEMS } from '@yunduo/validation';
import { bearer, changedTables, operationsOf, send, stateOf, type Operation } from './operations.ts';

let api: TestApp;
let operations: Operation[];
/** Has every role, an order, a licence, an app: every possible subject. */
let me: Person;
/** Has the same roles, and none of the objects. */
let colleague: Person;
/** Proposes what the other two may confirm. */
let proposer: Person;

beforeAll(async () => {
  api = await testApp({ seeded: true });
  operations = operationsOf(api);
  me = await person(api, 'developer', 'reviewer', 'operator', 'admin');
  colleague = await person(api, 'developer', 'reviewer', 'operator', 'admin');
  proposer = await person(api, 'operator');
});
afterAll(() => api.close());
// A colleague may have disabled my account, which also ended my session.
beforeEach(async () => {
  await api.db.update(users).set({ disabledAt: null }).where(eq(users.id, me.id));
  await api.db.update(sessions).set({ revokedAt: null }).where(eq(sessions.userId, me.id));
});

const REFUSALS = ['CONFLICT_OF_INTEREST', 'REVIEW_OWN_APP', 'OWN_ACCOUNT'];

const order = async (status: 'refund_requested' | 'cancelled'): Promise<string> =>
  (await orderIn(api, me, status)).orderNo;
async function invoiceRequested(): Promise<string> {
  const { id, orderNo } = await orderIn(api, me, 'paid');
  const invoice = { kind: 'personal', title: '陈晓航', taxNo: '' } as const;
  await writeOrder(api.db, id, { invoice, invoiceRequestedAt: api.clock.now() });
  return orderNo;
}
async function awaitingTransfer(): Promise<string> {
  const { order_no: orderNo } = await placed(api, me);
  await paying(api, me, orderNo, 'bank_transfer');
  return orderNo;
}
async function unmatchedPayment(): Promise<string> {
  const notice = await noticeOf(api, await order('cancelled'));
  await sendNotice(api, notice);
  return notice.payment_no;
}
const licence = async (): Promise<number> => (await licenceIn(api, me, 'unused')).id;
/** A decision about a licence of mine, above the limit of one operator. */
async function proposal(): Promise<number> {
  const { config } = api.app;
  const id = await licence();
  const { waits } = await api.db.transaction((tx) =>
    revokeByOperator(
      { ...withTransaction(api.app, tx), config: { ...config, secondOperatorAbove: 0 } },
      { userId: proposer.id, name: proposer.email, via: 'api' },
      { ref: { id }, reason: 'moved' },
    ),
  );
  return waits?.id ?? 0;
}
const underReview = async (): Promise<number> => (await versionOf(api, me.id)).versionId;

let made = 0;
/** An app of mine, published or taken down. */
async function published({ down = false } = {}): Promise<{ id: number; key: string }> {
  made += 1;
  const { id, appKey } = await createApp(api.db, {
    name: { zh: `自家应用${made}`, en: `App of mine ${made}` },
    developerId: me.id,
    source: 'user',
    versions: [{ version: '1.0.0', reviewStatus: 'released' }],
    now: api.clock.now(),
  });
  if (down)
    await api.db
      .update(apps)
      .set({
        status: 'unpublished',
        takenDownAt: api.clock.now(),
        takenDownReason: 'It uploads private keys.',
      })
      .where(eq(apps.id, id));
  return { id, key: appKey };
}
async function ticket(): Promise<string> {
  made += 1;
  const no = `FB20261121-000${String(made).padStart(2, '0')}`;
  await api.db.insert(feedbackTickets).values({
    no,
    userId: me.id,
    type: 'defect',
    title: 'It stops',
    description: 'It stops at once.',
    createdAt: api.clock.now(),
  });
  return no;
}
/** A report about an app of mine, or written by me about another's. */
async function report(about: 'mine' | 'another'): Promise<number> {
  made += 1;
  const [gitea] = await api.db.select({ id: apps.id }).from(apps).where(eq(apps.appKey, 'gitea'));
  const [row] = await api.db
    .insert(appReports)
    .values({
      appId: about === 'mine' ? (await published()).id : (gitea?.id ?? 0),
      version: '1.0.0',
      reason: 'other',
      text: 'It does not start.',
      userId: about === 'mine' ? null : me.id,
      reporterHash: `reporter ${made}`,
      day: '2026-11-21',
      createdAt: api.clock.now(),
    })
    .returning({ id: appReports.id });
  return row?.id ?? 0;
}

/** My address requests an invitation again. */
async function inviteRequest(): Promise<number> {
  await api.db.delete(invitationRequests);
  const values = {
    email: me.email,
    locale: 'zh',
    purpose: 'Ten servers',
    createdAt: api.clock.now(),
  } as const;
  const [row] = await api.db.insert(invitationRequests).values(values).returning();
  return row?.id ?? 0;
}

const CHECKLIST = REVIEW_CHECK_ITEMS.map((item) => ({ item, answer: 'yes', note: '' }));
const ALL_CHECKS = '--decision approve --all-checks yes';

/** Calls that decide about me; several where a decision has two directions. */
const CALLS: Record<string, (() => Promise<Record<string, unknown>>)[]> = {
  'POST /admin_order/confirm_transfer': [
    async () => ({ order_no: await awaitingTransfer(), amount: 2_900, reference: `OWN-${(made += 1)}` }),
  ],
  'POST /admin_order/refund_decide': [
    async () => ({ order_no: await order('refund_requested'), approve: true, note: '' }),
    async () => ({ order_no: await order('refund_requested'), approve: false, note: 'Used for months' }),
  ],
  'POST /admin_order/return_payment': [
    async () => ({ payment_no: await unmatchedPayment(), note: 'Sent back' }),
  ],
  'POST /admin_order/invoice_decide': [
    async () => ({ order_no: await invoiceRequested(), issued: true, number: '26112000000012345678' }),
    async () => ({ order_no: await invoiceRequested(), issued: false, note: 'The tax number is unknown' }),
  ],
  'POST /admin_decision/confirm': [async () => ({ id: await proposal() })],
  'POST /admin_decision/decline': [async () => ({ id: await proposal() })],
  'POST /admin_user/disable': [
    async () => ({ email: me.email, disabled: true }),
    async () => ({ email: me.email, disabled: false }),
  ],
  'POST /admin_user/remove_factor': [
    async () => {
      const confirmedAt = api.clock.now();
      await api.db
        .insert(totpFactors)
        .values({ userId: me.id, secret: 'sealed', confirmedAt })
        .onConflictDoNothing();
      return { email: me.email, reason: 'Phone lost' };
    },
  ],
  'POST /admin_user/role': [async () => ({ email: me.email, role: 'reviewer', granted: true })],
  'POST /admin_review/claim': [async () => ({ version_id: await underReview() })],
  'POST /admin_review/suggest': [
    async () => ({ version_id: await underReview(), field: 'intro', text: 'Say whom it is for' }),
  ],
  'POST /admin_review/decide': [
    async () => ({ version_id: await underReview(), round: 1, decision: 'approve', checklist: CHECKLIST }),
    async () => {
      const id = await underReview();
      await appealed(id);
      return { version_id: id, round: 1, decision: 'approve', checklist: CHECKLIST };
    },
  ],
  'POST /admin_app/certify': [async () => ({ id: (await published()).id, certified: true })],
  'POST /admin_app/feature': [async () => ({ id: (await published()).id, rank: 1 })],
  'POST /admin_app/takedown': [
    async () => ({ id: (await published()).id, taken_down: true, reason: 'It uploads private keys.' }),
    async () => ({ id: (await published({ down: true })).id, taken_down: false }),
  ],
  'POST /admin_report/close': [
    async () => ({ id: await report('mine'), resolution: 'unfounded' }),
    async () => ({ id: await report('another'), resolution: 'fixed' }),
  ],
  'POST /admin_invite/answer': [async () => ({ id: await inviteRequest(), decision: 'invite' })],
  'POST /admin_feedback/answer': [
    async () => ({ no: await ticket(), revision: 1, text: 'Fixed in 3.4.2.', close: false }),
  ],
  'POST /admin_feedback/assign': [async () => ({ no: await ticket(), assignee: null, before: null })],
};

/** Rejected by a colleague, and under appeal. */
const appealed = (id: number) =>
  api.db
    .update(appVersions)
    .set({ appealedAt: sql`${appVersions.submittedAt}` })
    .where(eq(appVersions.id, id));

/** Calls that decide about no account, and why. */
const CALLS_ABOUT_NOBODY: Record<string, string> = {
  'POST /admin_user/end_sessions': 'signing out gives nothing, and everybody may sign themselves out',
  'POST /admin_user/delete': 'only staff may ask, and no account with a staff role is deleted',
  'POST /admin_calendar/save': 'public holidays',
  'POST /admin_activity/save': 'words of the site',
  'POST /admin_activity/withdraw': 'words of the site',
  'POST /admin_invite/create': 'a code for whoever gets it; no account stands behind it',
  'POST /admin_invite/create_many': 'codes for whoever gets them; no account stands behind one',
  'POST /admin_invite/revoke': 'a code for whoever gets it; no account stands behind it',
  'POST /admin_release/publish': 'our own client',
  'POST /admin_release/require': 'our own client',
  'POST /admin_release/withdraw': 'our own client',
  'POST /admin_content/save': 'words of the site',
  'POST /admin_content/publish': 'words of the site',
  'POST /admin_content/archive': 'words of the site',
  'POST /admin_content/schedule': 'words of the site',
  'POST /admin_content/unschedule': 'words of the site',
  'POST /admin_content/upload': 'a picture of the site',
  'POST /admin_content/preview': 'words of the site',
  'POST /admin_content/order': 'words of the site',
  'POST /admin_protocol/withdraw': 'agreements for everybody',
  'POST /admin_protocol/publish': 'agreements for everybody',
};

/** Commands that decide about me; with `--yes` where required. */
const COMMANDS: Record<string, (() => Promise<string[]>)[]> = {
  'order confirm-transfer': [
    async () => `--no ${await awaitingTransfer()} --amount 29 --reference OWN-${(made += 1)}`.split(' '),
  ],
  'order invoice-issued': [
    async () => ['--no', await invoiceRequested(), '--number', '26112000000012345678'],
  ],
  'order invoice-declined': [async () => ['--no', await invoiceRequested(), '--note', 'unknown']],
  'order refund-decide': [
    async () => ['--no', await order('refund_requested'), '--approve'],
    async () => ['--no', await order('refund_requested'), '--refuse', '--note', 'used'],
  ],
  'order return-payment': [async () => ['--payment', await unmatchedPayment(), '--note', 'sent back']],
  'order offer': [async () => `--email ${me.email} --amount 1 --zh 私有部署 --en Deployment`.split(' ')],
  'licence grant': [async () => `--email ${me.email} --plan m3 --reason sorry`.split(' ')],
  'licence release-files': [async () => `--id ${await licence()} --reason gone`.split(' ')],
  'licence revoke': [async () => `--id ${await licence()} --reason moved`.split(' ')],
  'decision confirm': [async () => ['--id', String(await proposal())]],
  'decision decline': [async () => ['--id', String(await proposal())]],
  'role grant': [async () => `--email ${me.email} --role reviewer`.split(' ')],
  'user disable': [async () => ['--email', me.email]],
  'user delete': [async () => ['--email', me.email, '--reason', 'asked']],
  'user enable': [async () => ['--email', me.email]],
  'user remove-factor': [async () => ['--email', me.email, '--reason', 'lost']],
  'review suggest': [async () => [`${await underReview()}`, '--field', 'intro', '--text', 'More']],
  'review decide': [
    async () => [`${await underReview()}`, '--round', '1', ...ALL_CHECKS.split(' ')],
    async () => [`${await underReview()}`, '--round', '1', '--despite-claim', ...ALL_CHECKS.split(' ')],
  ],
  'app certify': [async () => ['--app', (await published()).key]],
  'app uncertify': [async () => ['--app', (await published()).key]],
  'app feature': [async () => ['--app', (await published()).key, '--place', '1']],
  'app unfeature': [async () => ['--app', (await published()).key]],
  'app takedown': [async () => ['--app', (await published()).key, '--reason', 'It uploads private keys.']],
  'app lift-takedown': [async () => ['--app', (await published({ down: true })).key]],
  'report close': [async () => `--id ${await report('mine')} --resolution unfounded`.split(' ')],
  'dev-app yank': [
    async () => `--app ${(await published()).key} --version 1.0.0 --reason 会丢配置`.split(' '),
  ],
  'dev-app unpublish': [async () => `--app ${(await published()).key} --reason 商标争议`.split(' ')],
  'dev-app relist': [async () => `--app ${(await published()).key} --reason 已解决`.split(' ')],
  'invite answer': [async () => ['--id', String(await inviteRequest()), '--decision', 'invite']],
  'feedback assign': [async () => ['--no', await ticket(), '--none']],
  'feedback answer': [async () => ['--no', await ticket(), '--text', 'Fixed.']],
};

/** Commands that only read. */
const READS = /^(?:\S+ (?:list|show|keys|queue|requests|sessions|files)|backup|backup-check)$/;
/** Commands that decide about no account, and why. */
const COMMANDS_ABOUT_NOBODY: Record<string, string> = {
  'role revoke': 'giving a role up is everybody’s own; the last admin cannot',
  'activity save': 'words of the site',
  'activity withdraw': 'words of the site',
  'calendar import': 'public holidays',
  'calendar set': 'public holidays',
  'content archive': 'words of the site',
  'content publish': 'words of the site',
  'content save': 'words of the site',
  'content schedule': 'words of the site',
  'content unschedule': 'words of the site',
  'invitation create': 'a code for whoever gets it; no account stands behind it',
  'invitation revoke': 'a code for whoever gets it; no account stands behind it',
  'jobs run': 'what runs by itself, sooner',
  'licence reseal': 'every code, with the newest key',
  'plan sell': 'prices for everybody',
  'plan set-price': 'prices for everybody',
  'plan withdraw': 'prices for everybody',
  'private publish': 'our own package',
  'private withdraw': 'our own package',
  'protocol publish': 'agreements for everybody',
  'protocol withdraw': 'agreements for everybody',
  'release publish': 'our own client',
  'release require': 'our own client',
  'release withdraw': 'our own client',
  'seller set': 'the account of the company',
  'site change': 'words of the site',
  'subscriber export': 'a list of all',
  'user end-sessions': 'signing out is everybody’s own',
};

const commands = await allCommands();
const sessionCommands = commands.filter((command) => 'run' in command);

test('every operator and reviewer call declares its subject', () => {
  const decisions = operations.filter(
    ({ method, access }) => method === 'POST' && (access === 'operator' || access === 'reviewer'),
  );
  expect(decisions.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(CALLS), ...Object.keys(CALLS_ABOUT_NOBODY)].toSorted(),
  );
});

test('every command declares its subject', () => {
  const names = sessionCommands.map(({ name }) => name).filter((name) => !READS.test(name));
  expect(names.toSorted()).toEqual(
    [...Object.keys(COMMANDS), ...Object.keys(COMMANDS_ABOUT_NOBODY)].toSorted(),
  );
});

test('a command requires --as only if it decides about an account', () => {
  const decides = sessionCommands.flatMap((command) =>
    'run' in command && command.decides ? [command.name] : [],
  );
  expect(decides.toSorted()).toEqual([...Object.keys(COMMANDS), 'role revoke'].toSorted());
});

describe('A decision about oneself is rejected, a colleague’s is not', () => {
  const calls = Object.entries(CALLS).flatMap(([name, cases]) =>
    cases.map((make, index) => [`${name} (${index + 1})`, name, make] as const),
  );
  test.each(calls)('%s', async (_, name, make) => {
    const operation = operations.find((one) => one.name === name);
    if (!operation) throw new Error('the document has no such call');
    const input = await make();
    const before = await stateOf(api.db);
    const own = await send(api, operation, input, bearer(me.token));
    expect(own.status).toBe(400);
    expect(REFUSALS).toContain(own.code);
    expect(changedTables(before, await stateOf(api.db))).toEqual([]);
    expect(await send(api, operation, input, bearer(colleague.token))).toMatchObject({
      status: 200,
      code: 'OK',
    });
  });

  const lines = Object.entries(COMMANDS).flatMap(([name, cases]) =>
    cases.map((make, index) => [`${name} (${index + 1})`, name, make] as const),
  );
  test.each(lines)('%s', async (_, name, make) => {
    const spec = commands.find((command) => command.name === name);
    const yes = spec?.destructive === undefined ? [] : ['--yes'];
    const line = [...name.split(' '), ...(await make()), ...yes];
    const before = await stateOf(api.db);
    const own = await opsOf(api)([...line, '--as', me.email]);
    expect([own.code, own.out]).toEqual([1, '']);
    expect(own.err).toMatch(new RegExp(`\\((?:${REFUSALS.join('|')})\\)`));
    expect(changedTables(before, await stateOf(api.db))).toEqual([]);
    const other = await opsOf(api)([...line, '--as', colleague.email]);
    // A colleague's error is about the object's state, never about its owner.
    expect(REFUSALS.filter((code) => other.err.includes(code))).toEqual([]);
  });
});
