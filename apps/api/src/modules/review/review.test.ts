import { adminCalendar, adminReview, devApp, type DataOf, type InputOf } from '@yunduo/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  REJECT_REASONS,
  REVIEW_CHECK_ITEMS,
  REVIEW_CHECK_NOTE_MAX,
  REVIEW_CLAIM_TTL,
  REVIEW_REASON_MAX,
  REVIEW_WAIT,
  SUGGESTION_FIELDS,
  SUGGESTION_MAX,
  type ReviewDecision,
} from '@yunduo/validation';
import { and, eq, lt, sql } from 'drizzle-orm';
import { withTransaction } from '../../context.ts';
import {
  appEvents,
  apps,
  appVersions,
  auditLog,
  calendarDays,
  jobRuns,
  publishers,
  reviewChecks,
  reviewClaims,
  reviewReminders,
  userRoles,
  users,
  versionSubmissions,
} from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { GIT_COMMIT, PACKAGE_SHA256 } from '../../testing/dev-apps.ts';
import { onPostgres } from '../../testing/environment.ts';
import { whileHeld } from '../../testing/held.ts';
import { person, step, submitAgain, versionOf, type Person, type Submitted } from '../../testing/reviews.ts';
import { decideReview } from './decide.ts';
import { reviewReminderJob } from './reminders.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Monday, 16 November 2026, 10:00 in Shanghai. */
const MONDAY = new Date('2026-11-16T02:00:00.000Z');

let api: TestApp;
let developer: Person;
let reviewer: Person;
let second: Person;
let operator: Person;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());
// A separate world for each test: an empty queue, and fresh sessions.
beforeEach(async () => {
  api.clock.set(MONDAY);
  await api.db
    .update(appVersions)
    .set({ reviewStatus: 'withdrawn', dueAt: null })
    .where(eq(appVersions.reviewStatus, 'in_review'));
  // The clock returns to Monday: jobs of another test must not have run in the future.
  await api.db.delete(jobRuns);
  // Exactly two reviewers: those of other tests would receive this one's mails.
  await api.db.delete(userRoles).where(eq(userRoles.role, 'reviewer'));
  developer = await person(api, 'developer');
  reviewer = await person(api, 'reviewer');
  second = await person(api, 'reviewer');
  operator = await person(api, 'operator');
});

const passed = REVIEW_CHECK_ITEMS.map((item) => ({ item, answer: 'yes' as const }));
const decide = (
  who: Person,
  { versionId }: Submitted,
  decision: ReviewDecision,
  more: Partial<InputOf<typeof adminReview.decide>> = {},
) =>
  api.call(
    adminReview.decide,
    { version_id: versionId, round: 1, decision, checklist: passed, ...more },
    { token: who.token },
  );
const suggest = (who: Person, { versionId }: Submitted, field = 'intro', text = '再短一些') =>
  api.call(adminReview.suggest, { version_id: versionId, field, text }, { token: who.token });
const claim = (who: Person, { versionId }: Submitted, action: 'claim' | 'release' = 'claim') =>
  api.call(adminReview.claim, { version_id: versionId, action }, { token: who.token });
const queue = async (who: Person, input: InputOf<typeof adminReview.queue> = {}) =>
  (await api.call(adminReview.queue, input, { token: who.token })).data;
const statusOf = async ({ versionId }: Submitted) =>
  (await api.db.select().from(appVersions).where(eq(appVersions.id, versionId)))[0]?.reviewStatus;
const rejection = { reason: 'broken' as const, text: '装不上' };

describe('Review queue', () => {
  test('[R4.04] is ordered by deadline, and marks overdue versions', async () => {
    const late = await versionOf(api, developer.id, { name: '晚了的应用' });
    api.clock.advance(2 * DAY + HOUR);
    const soon = await versionOf(api, developer.id);
    api.clock.advance(DAY);
    const fresh = await versionOf(api, developer.id);
    reviewer = await person(api, 'reviewer');
    const { list, total, counts, server_time } = await queue(reviewer);
    expect(list.map(({ version_id, overdue, due_soon }) => [version_id, overdue, due_soon])).toEqual([
      [late.versionId, true, false],
      [soon.versionId, false, false],
      [fresh.versionId, false, false],
    ]);
    expect([total, counts]).toEqual([3, { all: 3, mine: 0, unclaimed: 3, overdue: 1, appeals: 0 }]);
    expect(server_time).toBe(api.clock.now().toISOString());
    expect(list[0]).toMatchObject({
      version: '1.0.0',
      round: 1,
      app: { id: late.appId, app_key: late.appKey, name: '晚了的应用', live: false },
      developer: { id: developer.id },
      submitted_at: MONDAY.toISOString(),
      due_at: new Date(MONDAY.getTime() + 3 * DAY).toISOString(),
      appeal: false,
      claim: null,
      own: false,
    });
  });

  test('shows the submitted name and logo in the reader’s language, not those of the store', async () => {
    const version = await versionOf(api, developer.id);
    const actor = { userId: developer.id, name: 'd', via: 'api', role: 'developer' } as const;
    await step(api, { version: version.versionId, action: 'revoke', actor });
    const name = { zh: '新名字', en: 'New name' };
    await submitAgain(api, developer.id, version.versionId, { name, logo: 'logos/new-320.webp' });
    await api.db.update(apps).set({ logo: 'logos/old-320.webp' }).where(eq(apps.id, version.appId));
    for (const lang of ['zh', 'en'] as const) {
      const { data } = await api.call(adminReview.queue, {}, { token: reviewer.token, lang });
      expect(data.list[0]?.app).toMatchObject({ name: name[lang], logo: '/uploads/logos/new-320.webp' });
    }
  });

  test('marks versions due within a working day', async () => {
    await versionOf(api, developer.id);
    api.clock.advance(2 * DAY - 1);
    expect((await queue(reviewer)).list[0]).toMatchObject({ due_soon: false, overdue: false });
    api.clock.advance(1);
    expect((await queue(reviewer)).list[0]).toMatchObject({ due_soon: true, overdue: false });
    api.clock.advance(DAY);
    expect((await queue(reviewer)).list[0]).toMatchObject({ due_soon: true, overdue: false });
    api.clock.advance(1);
    expect((await queue(reviewer)).list[0]).toMatchObject({ due_soon: false, overdue: true });
  });

  test('is filtered by mine, unclaimed and overdue, and paginated', async () => {
    const [first, other, third] = [
      await versionOf(api, developer.id),
      await versionOf(api, developer.id),
      await versionOf(api, developer.id),
    ];
    await claim(reviewer, first);
    await claim(second, other);
    const ids = async (input: InputOf<typeof adminReview.queue>) =>
      (await queue(reviewer, input)).list.map(({ version_id }) => version_id);
    expect(await ids({ filter: 'mine' })).toEqual([first.versionId]);
    expect(await ids({ filter: 'unclaimed' })).toEqual([third.versionId]);
    expect(await ids({ filter: 'overdue' })).toEqual([]);
    expect(await ids({ filter: 'all', page: 2, page_size: 2 })).toEqual([third.versionId]);
    const page = await queue(reviewer, { filter: 'mine', page_size: 1 });
    expect(page).toMatchObject({
      total: 1,
      page: 1,
      page_size: 1,
      counts: { all: 3, mine: 1, unclaimed: 1 },
    });
    const held = (await queue(reviewer)).list.find(({ version_id }) => version_id === other.versionId);
    expect(held?.claim).toMatchObject({ reviewer: { id: second.id }, mine: false });
  });

  test('returns 401 or 403 unless the user is a reviewer or admin, as all review calls do', async () => {
    const calls: [keyof typeof adminReview, unknown][] = [
      ['queue', {}],
      ['detail', { version_id: 1 }],
      ['checklist', undefined],
      ['claim', { version_id: 1 }],
      ['suggest', { version_id: 1, field: 'intro', text: 'x' }],
      ['decide', { version_id: 1, round: 1, decision: 'approve', checklist: passed }],
    ];
    for (const [name, input] of calls) {
      const statuses = [];
      for (const token of ['', developer.token, operator.token]) {
        statuses.push((await api.call(adminReview[name], input as never, { token })).status);
      }
      expect([name, ...statuses]).toEqual([name, 401, 403, 403]);
    }
    const admin = await person(api, 'admin');
    expect((await api.call(adminReview.queue, {}, { token: admin.token })).code).toBe('OK');
  });
});

describe('Review claim', () => {
  test('expires, returns REVIEW_CLAIMED to another reviewer, and is extended by its owner', async () => {
    const version = await versionOf(api, developer.id);
    const taken = await claim(reviewer, version);
    expect(taken.data.claim).toMatchObject({
      reviewer: { id: reviewer.id },
      mine: true,
      claimed_at: MONDAY.toISOString(),
      expires_at: new Date(MONDAY.getTime() + REVIEW_CLAIM_TTL).toISOString(),
    });
    api.clock.advance(HOUR);
    const rejected = await claim(second, version);
    const [holder] = await api.db.select().from(users).where(eq(users.id, reviewer.id));
    expect([rejected.status, rejected.code]).toEqual([400, 'REVIEW_CLAIMED']);
    expect(rejected.msg).toContain(holder?.nickname ?? '-');
    expect(rejected.msg).toContain('60');
    const held = await claim(reviewer, version);
    expect(held.data.claim).toMatchObject({
      claimed_at: MONDAY.toISOString(),
      expires_at: new Date(MONDAY.getTime() + HOUR + REVIEW_CLAIM_TTL).toISOString(),
    });
  });

  test('can be taken over once expired, not a millisecond before', async () => {
    const version = await versionOf(api, developer.id);
    await claim(reviewer, version);
    api.clock.advance(REVIEW_CLAIM_TTL - 1);
    expect((await claim(second, version)).code).toBe('REVIEW_CLAIMED');
    api.clock.advance(1);
    expect((await queue(second)).list[0]?.claim).toBeNull();
    expect((await claim(second, version)).data.claim).toMatchObject({
      reviewer: { id: second.id },
      mine: true,
    });
    expect((await claim(reviewer, version)).code).toBe('REVIEW_CLAIMED');
  });

  test('is released only by its owner', async () => {
    const version = await versionOf(api, developer.id);
    await claim(reviewer, version);
    expect((await claim(second, version, 'release')).data).toEqual({ claim: null });
    expect((await claim(second, version)).code).toBe('REVIEW_CLAIMED');
    await claim(reviewer, version, 'release');
    expect((await claim(second, version)).code).toBe('OK');
  });

  test('blocks other reviewers from suggesting and deciding', async () => {
    const version = await versionOf(api, developer.id);
    await claim(reviewer, version);
    expect((await suggest(second, version)).code).toBe('REVIEW_CLAIMED');
    expect((await decide(second, version, 'approve')).code).toBe('REVIEW_CLAIMED');
    expect(await statusOf(version)).toBe('in_review');
  });

  test('ends with the decision', async () => {
    const version = await versionOf(api, developer.id);
    await claim(reviewer, version);
    await decide(reviewer, version, 'approve');
    expect(
      await api.db.select().from(reviewClaims).where(eq(reviewClaims.versionId, version.versionId)),
    ).toEqual([]);
    expect((await claim(second, version)).code).toBe('STATE_CHANGED');
  });

  test('returns 404 for a draft and for an unknown version', async () => {
    const draft = await versionOf(api, developer.id, { submitted: false });
    for (const versionId of [draft.versionId, 999_999]) {
      for (const send of [claim, suggest]) {
        const answer = await send(reviewer, { ...draft, versionId });
        expect([answer.status, answer.code]).toEqual([404, 'VERSION_NOT_FOUND']);
      }
    }
  });

  test('is released for its version only', async () => {
    const [one, other] = [await versionOf(api, developer.id), await versionOf(api, developer.id)];
    await claim(reviewer, one);
    await claim(reviewer, other);
    await claim(reviewer, one, 'release');
    expect((await claim(second, other)).code).toBe('REVIEW_CLAIMED');
    expect((await claim(second, one)).code).toBe('OK');
  });

  test('tells another reviewer the minutes until it expires, at least one', async () => {
    const version = await versionOf(api, developer.id);
    await claim(reviewer, version);
    api.clock.advance(REVIEW_CLAIM_TTL - 90_000);
    expect((await claim(second, version)).msg).toContain('2 分钟');
    api.clock.advance(89_999);
    expect((await claim(second, version)).msg).toContain('1 分钟');
  });

  (onPostgres ? test : test.skip)('has one owner after twenty concurrent requests', async () => {
    for (let round = 0; round < 5; round += 1) {
      const version = await versionOf(api, developer.id);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => claim(index % 2 ? reviewer : second, version)),
      );
      const winners = new Set(
        answers.flatMap(({ code, data }) => (code === 'OK' ? [data.claim?.reviewer.id] : [])),
      );
      expect(winners.size).toBe(1);
      expect(answers.every(({ code }) => code === 'OK' || code === 'REVIEW_CLAIMED')).toBe(true);
    }
  });
});

describe('Review suggestions', () => {
  test('are attached to a field, and claim the version for their author', async () => {
    const version = await versionOf(api, developer.id);
    const { data } = await suggest(reviewer, version, 'screenshots', ' 第二张是旧界面 ');
    expect(data.list).toMatchObject([
      {
        round: 1,
        field: 'screenshots',
        text: '第二张是旧界面',
        removable: true,
        answer: null,
        resolved_at: null,
      },
    ]);
    expect(data.claim).toMatchObject({ mine: true });
    expect((await suggest(second, version)).code).toBe('REVIEW_CLAIMED');
  });

  test('are removed only by their author; another reviewer may resolve them', async () => {
    const version = await versionOf(api, developer.id);
    const { data } = await suggest(reviewer, version);
    await claim(reviewer, version, 'release');
    const [id = 0] = data.list.map((one) => one.id);
    const remove = (who: Person) =>
      api.call(
        adminReview.suggest,
        { version_id: version.versionId, id, change: 'remove' },
        { token: who.token },
      );
    const rejected = await remove(second);
    expect([rejected.status, rejected.code]).toEqual([404, 'SUGGESTION_NOT_FOUND']);
    const { data: file } = await api.call(
      adminReview.detail,
      { version_id: version.versionId },
      { token: second.token },
    );
    expect(file).toMatchObject({ decidable: true, suggestions: [{ id, removable: false }] });
    // A reviewer may mark it as resolved.
    const settled = await api.call(
      adminReview.suggest,
      { version_id: version.versionId, id, change: 'resolve' },
      { token: second.token },
    );
    expect(settled.data.list).toMatchObject([{ id, resolved_by: 'reviewer' }]);
    await claim(second, version, 'release');
    expect((await remove(reviewer)).data.list).toEqual([]);
  });

  test.each([
    ['an unknown field', 'price', 'x', 'field', 'suggestion_field_required'],
    ['an empty text', 'intro', '  ', 'text', 'suggestion_text_required'],
    ['a too long text', 'intro', '长'.repeat(SUGGESTION_MAX + 1), 'text', 'suggestion_text_length'],
  ])('are rejected with %s', async (_, field, text, at, message) => {
    const answer = await suggest(reviewer, await versionOf(api, developer.id), field, text);
    expect([answer.status, answer.code, answer.error.fields?.[at]]).toEqual([
      400,
      'VALIDATION_FAILED',
      message,
    ]);
  });

  test('accept every field, and the longest text', async () => {
    const version = await versionOf(api, developer.id);
    for (const field of SUGGESTION_FIELDS) {
      expect((await suggest(reviewer, version, field, '长'.repeat(SUGGESTION_MAX))).code).toBe('OK');
    }
  });

  test('about an earlier submission are refused, and without a submission are about the newest', async () => {
    const version = await versionOf(api, developer.id);
    const actor = { userId: developer.id, name: developer.email, via: 'api', role: 'developer' } as const;
    await step(api, { version: version.versionId, action: 'revoke', actor });
    await submitAgain(api, developer.id, version.versionId);
    const about = (round: number) =>
      api.call(
        adminReview.suggest,
        { version_id: version.versionId, round, field: 'intro', text: '再短一些' },
        { token: reviewer.token },
      );
    const late = await about(1);
    expect([late.status, late.code]).toEqual([400, 'STATE_CHANGED']);
    expect((await about(2)).data.list).toMatchObject([{ round: 2 }]);
    expect((await suggest(reviewer, version)).data.list).toMatchObject([{ round: 2 }, { round: 2 }]);
  });

  test('can be removed in their round, and resolved or reopened in the next', async () => {
    const version = await versionOf(api, developer.id);
    await suggest(reviewer, version, 'intro', '第一条');
    const { data } = await suggest(reviewer, version, 'logo', '第二条');
    const [stored, dropped] = data.list.map(({ id }) => id) as [number, number];
    const change = (id: number, what: 'remove' | 'resolve' | 'reopen', of = version) =>
      api.call(
        adminReview.suggest,
        { version_id: of.versionId, id, change: what },
        { token: reviewer.token },
      );
    expect((await change(dropped, 'remove')).data.list.map(({ id }) => id)).toEqual([stored]);
    expect((await decide(reviewer, version, 'request_changes')).code).toBe('OK');
    await submitAgain(api, developer.id, version.versionId);
    const judged = await change(stored, 'resolve');
    expect(judged.data.list).toMatchObject([{ id: stored, removable: false, resolved_by: 'reviewer' }]);
    expect((await change(stored, 'reopen')).data.list).toMatchObject([{ id: stored, resolved_by: null }]);
    // A suggestion that the developer has seen cannot be removed.
    expect((await change(stored, 'remove')).code).toBe('STATE_CHANGED');
    const other = await versionOf(api, developer.id);
    const foreign = await change(stored, 'resolve', other);
    expect([foreign.status, foreign.code]).toEqual([404, 'SUGGESTION_NOT_FOUND']);
  });
});

describe('Review decision', () => {
  test.each([
    ['approve', 'approved', {}],
    ['reject', 'rejected', rejection],
  ] as const)('to %s sets the version to %s, is audited and mailed', async (decision, status, more) => {
    const version = await versionOf(api, developer.id);
    const answer = await decide(reviewer, version, decision, more);
    expect(answer.data).toEqual({
      version_id: version.versionId,
      review_status: status,
      decided_at: MONDAY.toISOString(),
    });
    const [row] = await api.db
      .select()
      .from(auditLog)
      .where(
        and(eq(auditLog.target, `version:${version.versionId}`), eq(auditLog.action, `dev_app.${decision}`)),
      );
    expect(row).toMatchObject({ actorId: reviewer.id, actor: reviewer.email, via: 'api' });
    // An approval has no reason.
    expect(row?.details).toEqual({
      app: version.appKey,
      version: '1.0.0',
      from: 'in_review',
      to: status,
      ...more,
    });
    const mails = (await api.mails()).filter(({ to }) => to === developer.email);
    expect(mails.some(({ text }) => text.includes(decision === 'reject' ? '装不上' : '已通过审核'))).toBe(
      true,
    );
  });

  test('returns the first response for a repeat with its idempotency key', async () => {
    const version = await versionOf(api, developer.id);
    const input = {
      version_id: version.versionId,
      round: 1,
      decision: 'approve' as const,
      checklist: passed,
    };
    const send = (headers = {}) => api.call(adminReview.decide, input, { token: reviewer.token, headers });
    const key = { 'idempotency-key': 'one-decision-of-mine' };
    const first = await send(key);
    expect(first.data).toMatchObject({ review_status: 'approved' });
    expect((await send(key)).data).toEqual(first.data);
    expect((await send()).code).toBe('STATE_CHANGED');
  });

  test('to request changes needs an open suggestion', async () => {
    const version = await versionOf(api, developer.id);
    const bare = await decide(reviewer, version, 'request_changes');
    expect([bare.status, bare.code]).toEqual([400, 'SUGGESTION_REQUIRED']);
    const { data } = await suggest(reviewer, version);
    const id = data.list[0]?.id ?? 0;
    await api.call(
      adminReview.suggest,
      { version_id: version.versionId, id, change: 'resolve' },
      { token: reviewer.token },
    );
    expect((await decide(reviewer, version, 'request_changes')).code).toBe('SUGGESTION_REQUIRED');
    await suggest(reviewer, version, 'details', '补充安装步骤');
    expect((await decide(reviewer, version, 'request_changes', { text: '改完再来' })).data).toMatchObject({
      review_status: 'changes_requested',
    });
  });

  test('needs every checklist item, and no failed one to approve', async () => {
    const version = await versionOf(api, developer.id);
    const lacking = await decide(reviewer, version, 'approve', { checklist: passed.slice(1) });
    expect([lacking.status, lacking.code]).toEqual([400, 'CHECKLIST_INCOMPLETE']);
    const twice = [...passed.slice(1), { item: 'network' as const, answer: 'yes' as const }];
    expect((await decide(reviewer, version, 'reject', { ...rejection, checklist: twice })).code).toBe(
      'CHECKLIST_INCOMPLETE',
    );
    const failed = passed.map((check) =>
      check.item === 'install' ? { ...check, answer: 'no' as const, note: '缺少依赖' } : check,
    );
    const rejected = await decide(reviewer, version, 'approve', { checklist: failed });
    expect([rejected.status, rejected.code]).toEqual([400, 'CHECKLIST_NOT_PASSED']);
    expect((await decide(reviewer, version, 'reject', { ...rejection, checklist: failed })).code).toBe('OK');
    const [stored] = await api.db
      .select()
      .from(reviewChecks)
      .where(eq(reviewChecks.versionId, version.versionId));
    expect(stored?.checks.map(({ item }) => item)).toEqual([...REVIEW_CHECK_ITEMS]);
    expect(stored?.checks.find(({ item }) => item === 'install')).toEqual({
      item: 'install',
      answer: 'no',
      note: '缺少依赖',
    });
    expect(stored?.reviewerId).toBe(reviewer.id);
  });

  test('accepts checklist items that are not applicable', async () => {
    const version = await versionOf(api, developer.id);
    const checklist = passed.map((check) => ({ ...check, answer: 'not_applicable' as const }));
    expect((await decide(reviewer, version, 'approve', { checklist })).code).toBe('OK');
  });

  test.each([
    ['no reason', { text: '装不上' }, 'reason', 'reject_reason_required'],
    ['no text', { reason: 'broken' as const }, 'text', 'reject_text_required'],
    ['a blank text', { reason: 'broken' as const, text: ' ' }, 'text', 'reject_text_required'],
    [
      'a too long text',
      { reason: 'broken' as const, text: '长'.repeat(REVIEW_REASON_MAX + 1) },
      'text',
      'decision_text_length',
    ],
  ])('to reject returns 400 with %s', async (_, more, field, message) => {
    const version = await versionOf(api, developer.id);
    const answer = await decide(reviewer, version, 'reject', more);
    expect([answer.status, answer.error.fields?.[field]]).toEqual([400, message]);
    expect(await statusOf(version)).toBe('in_review');
  });

  test('accepts every rejection reason, and the longest text and note', async () => {
    for (const reason of REJECT_REASONS) {
      const version = await versionOf(api, developer.id);
      const note = '长'.repeat(REVIEW_CHECK_NOTE_MAX);
      const checklist = passed.map((check) => ({ ...check, note }));
      const more = { reason, text: '长'.repeat(REVIEW_REASON_MAX), checklist };
      expect((await decide(reviewer, version, 'reject', more)).code).toBe('OK');
    }
  });

  test('returns REVIEW_OWN_APP for the reviewer’s own app, as claim and suggestion do', async () => {
    const both = await person(api, 'developer', 'reviewer');
    const version = await versionOf(api, both.id);
    for (const answer of [
      await claim(both, version),
      await suggest(both, version),
      await decide(both, version, 'approve'),
    ]) {
      expect([answer.status, answer.code]).toEqual([400, 'REVIEW_OWN_APP']);
    }
    const { list } = await queue(both);
    expect(list.find(({ version_id }) => version_id === version.versionId)?.own).toBe(true);
    expect((await decide(reviewer, version, 'approve')).code).toBe('OK');
  });

  test('of an app without a developer, and of an appeal against the command line, may come from the command line', async () => {
    const ownerless = await versionOf(api, developer.id);
    await api.db.update(apps).set({ developerId: null }).where(eq(apps.id, ownerless.appId));
    const appealed = await versionOf(api, developer.id);
    await step(api, {
      version: appealed.versionId,
      action: 'reject',
      actor: { userId: null, name: 'root', via: 'command', role: 'reviewer' },
      details: rejection,
    });
    const session = { token: developer.token };
    await api.call(devApp.appeal, { version_id: appealed.versionId, text: '请再看' }, session);
    for (const { versionId } of [ownerless, appealed]) {
      const decided = await api.db.transaction((tx) =>
        decideReview(
          withTransaction(api.app, tx),
          { userId: null, name: 'root', via: 'command' },
          {
            versionId,
            round: 1,
            decision: 'approve',
            text: '',
            checklist: passed.map((check) => ({ ...check, note: '' })),
          },
        ),
      );
      expect(decided.reviewStatus).toBe('approved');
    }
  });

  test('returns STATE_CHANGED for an outdated round', async () => {
    const version = await versionOf(api, developer.id);
    await step(api, {
      version: version.versionId,
      action: 'revoke',
      actor: { userId: developer.id, name: developer.email, via: 'api', role: 'developer' },
    });
    expect((await decide(reviewer, version, 'approve')).code).toBe('STATE_CHANGED');
    await submitAgain(api, developer.id, version.versionId);
    const old = await decide(reviewer, version, 'approve', { round: 1 });
    expect([old.status, old.code]).toEqual([400, 'STATE_CHANGED']);
    expect((await decide(reviewer, version, 'approve', { round: 2 })).code).toBe('OK');
  });

  (onPostgres ? test : test.skip)(
    'returns STATE_CHANGED when the version is withdrawn and resubmitted between its read and its lock',
    async () => {
      const version = await versionOf(api, developer.id);
      const actor = { userId: developer.id, name: developer.email, via: 'api', role: 'developer' } as const;
      const { answer, waited } = await whileHeld(
        api,
        (tx) => step({ ...api, db: tx }, { version: version.versionId, action: 'revoke', actor }),
        () => decide(reviewer, version, 'approve'),
        (tx) => submitAgain({ ...api, db: tx }, developer.id, version.versionId),
      );
      expect(waited).toBe(true);
      expect([answer.status, answer.code]).toEqual([400, 'STATE_CHANGED']);
      // The approval that was undone left nothing behind, and the new submission can be decided.
      expect(await statusOf(version)).toBe('in_review');
      expect((await decide(reviewer, version, 'approve', { round: 2 })).code).toBe('OK');
    },
  );

  test('returns STATE_CHANGED to the second reviewer', async () => {
    const version = await versionOf(api, developer.id);
    await decide(reviewer, version, 'approve');
    const late = await decide(second, version, 'reject', rejection);
    expect([late.status, late.code]).toEqual([400, 'STATE_CHANGED']);
    expect(await statusOf(version)).toBe('approved');
  });

  test('returns 404 for a draft and for an unknown version', async () => {
    const draft = await versionOf(api, developer.id, { submitted: false });
    for (const versionId of [draft.versionId, 999_999]) {
      const answer = await decide(reviewer, { ...draft, versionId }, 'approve', { round: 0 });
      expect([answer.status, answer.code]).toEqual([404, 'VERSION_NOT_FOUND']);
    }
  });

  (onPostgres ? test : test.skip)('is made once by ten concurrent requests', async () => {
    for (let round = 0; round < 20; round += 1) {
      const version = await versionOf(api, developer.id);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          index % 2 ? decide(reviewer, version, 'approve') : decide(second, version, 'reject', rejection),
        ),
      );
      const won = answers.filter(({ code }) => code === 'OK');
      expect(won).toHaveLength(1);
      expect(answers.filter(({ code }) => code === 'STATE_CHANGED')).toHaveLength(9);
      expect(await statusOf(version)).toBe(won[0]?.data.review_status);
      const events = await api.db
        .select()
        .from(appEvents)
        .where(and(eq(appEvents.versionId, version.versionId), sql`action in ('approve', 'reject')`));
      expect(events).toHaveLength(1);
      expect(
        await api.db.select().from(reviewChecks).where(eq(reviewChecks.versionId, version.versionId)),
      ).toHaveLength(1);
    }
  });

  (onPostgres ? test : test.skip)(
    'does not fail or deadlock with concurrent suggestions and claims',
    async () => {
      for (let round = 0; round < 5; round += 1) {
        const version = await versionOf(api, developer.id);
        const answers: { status: number; code: string }[] = await Promise.all([
          ...Array.from({ length: 6 }, () => suggest(reviewer, version)),
          decide(reviewer, version, 'approve'),
          ...Array.from({ length: 6 }, () => claim(reviewer, version)),
        ]);
        expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
        expect(await statusOf(version)).toBe('approved');
      }
    },
  );
});

describe('Review detail', () => {
  const open = (who: Person, { versionId }: Submitted, lang: 'zh' | 'en' = 'zh') =>
    api.call(adminReview.detail, { version_id: versionId }, { token: who.token, lang });

  test('shows the submission in both languages, with its deadline and no difference base', async () => {
    const version = await versionOf(api, developer.id, { name: '文件里的应用' });
    const { data } = await open(reviewer, version);
    expect(data).toMatchObject({
      version_id: version.versionId,
      round: 1,
      review_status: 'in_review',
      due_at: new Date(MONDAY.getTime() + 3 * DAY).toISOString(),
      overdue: false,
      appeal: false,
      own: false,
      decidable: true,
      claim: null,
      app: {
        id: version.appId,
        app_key: version.appKey,
        status: 'pending_release',
        store_name: null,
        taken_down: false,
      },
      developer: { id: developer.id },
      content: { name: { zh: '文件里的应用' }, category: 'practical' },
      facts: { version: '1.0.0', git_version: 'v1.0.0', description: { zh: '第一版', en: 'First' } },
      difference: { base: 'nothing' },
      checklist: { decided_at: null, checks: [] },
    });
    expect(data.timeline).toMatchObject([{ action: 'submit', role: 'developer', actor: '开发者' }]);
    await api.db
      .update(apps)
      .set({ takenDownAt: MONDAY, takenDownReason: '投诉' })
      .where(eq(apps.id, version.appId));
    expect((await open(reviewer, version)).data.app.taken_down).toBe(true);
    expect((await open(reviewer, version, 'en')).data.timeline[0]?.actor).toBe('Developer');
  });

  test('of a second round shows the changes, the suggestions and the last checklist', async () => {
    const version = await versionOf(api, developer.id, { name: '第二轮的应用' });
    await suggest(reviewer, version, 'intro', '说清楚给谁用');
    const failed = passed.map((check) =>
      check.item === 'network' ? { ...check, answer: 'no' as const, note: '没有说明' } : check,
    );
    await decide(reviewer, version, 'request_changes', { checklist: failed });
    await submitAgain(
      api,
      developer.id,
      version.versionId,
      {
        name: { zh: '第二轮的应用', en: 'Second round' },
        intro: { zh: '给运维用', en: 'For operators' },
        homepage: 'https://second.example',
      },
      {
        version: '1.0.1',
        gitVersion: 'v1.0.1',
        gitCommit: 'e'.repeat(40),
        repoUrl: 'https://git.example/second',
        size: 2_000_000,
        packageSha256: 'd'.repeat(64),
      },
    );
    const { data } = await open(second, version);
    expect(data).toMatchObject({
      round: 2,
      decidable: true,
      difference: { base: 'submission', base_round: 1 },
    });
    expect(
      data.difference.fields
        .filter(({ field }) => field === 'intro')
        .map(({ locale, after }) => [locale, after]),
    ).toEqual([
      ['zh', '给运维用'],
      ['en', 'For operators'],
    ]);
    for (const [field, after] of [
      ['homepage', 'https://second.example'],
      ['version', '1.0.1'],
      ['git_version', `v1.0.1 · ${'e'.repeat(40)}`],
      ['repo_url', 'https://git.example/second'],
      ['size', `2 MB · SHA-256 ${'d'.repeat(64)}`],
    ])
      expect(data.difference.fields).toContainEqual(expect.objectContaining({ field, after }));
    expect(data.suggestions).toMatchObject([
      { round: 1, field: 'intro', text: '说清楚给谁用', removable: false, resolved_at: null },
    ]);
    expect(data.checklist.checks.find(({ item }) => item === 'network')).toEqual({
      item: 'network',
      answer: 'no',
      note: '没有说明',
    });
    expect(data.timeline.map(({ action }) => action)).toEqual(['submit', 'request_changes', 'submit']);

    // The last of its own: neither an earlier one nor another version's.
    api.clock.advance(HOUR);
    const decidedAt = api.clock.now().toISOString();
    expect((await decide(second, version, 'reject', { round: 2, ...rejection })).code).toBe('OK');
    api.clock.advance(HOUR);
    const other = await versionOf(api, developer.id);
    expect((await decide(second, other, 'reject', { ...rejection, checklist: failed })).code).toBe('OK');
    const { checklist } = (await open(second, version)).data;
    expect([checklist.decided_at, checklist.checks.map(({ answer }) => answer)]).toEqual([
      decidedAt,
      passed.map(({ answer }) => answer),
    ]);
  });

  test('shows a moved tag, and null for a commit and checksum that were not recorded', async () => {
    const version = await versionOf(api, developer.id, { name: '换了包的应用' });
    await suggest(reviewer, version, 'intro', '说清楚给谁用');
    await decide(reviewer, version, 'request_changes');
    const name = { zh: '换了包的应用', en: 'Repacked' };
    await submitAgain(api, developer.id, version.versionId, { name }, { gitCommit: 'e'.repeat(40) });
    const { data } = await open(second, version);
    expect(data.facts).toMatchObject({ git_commit: 'e'.repeat(40), package_sha256: PACKAGE_SHA256 });
    expect(data.difference.fields.filter(({ field }) => ['git_version', 'size'].includes(field))).toEqual([
      expect.objectContaining({
        field: 'git_version',
        before: `v1.0.0 · ${GIT_COMMIT}`,
        after: `v1.0.0 · ${'e'.repeat(40)}`,
      }),
    ]);
    // A submission of the previous release had neither.
    await api.db
      .update(versionSubmissions)
      .set({ facts: sql`${versionSubmissions.facts} - 'gitCommit' - 'packageSha256'` })
      .where(eq(versionSubmissions.versionId, version.versionId));
    const old = await open(second, version);
    expect([old.code, old.data.facts.git_commit, old.data.facts.package_sha256]).toEqual(['OK', null, null]);
  });

  test('names the publisher of the app', async () => {
    const [publisher] = await api.db.select().from(publishers).limit(1);
    const version = await versionOf(api, publisher?.userId ?? 0);
    expect((await open(reviewer, version)).data.publisher).toMatchObject({ name: publisher?.name });
    expect((await open(reviewer, await versionOf(api, developer.id))).data.publisher).toBeUndefined();
  });

  test('of an official app, which was never submitted, compares an empty listing with nothing', async () => {
    const [official] = await api.db.select().from(apps).where(eq(apps.appKey, 'nginx'));
    const versionId = official?.currentVersionId ?? 0;
    const { code, data } = await open(reviewer, { appId: 0, appKey: 'nginx', versionId });
    expect([code, data.developer, data.content.name, data.difference.base]).toEqual([
      'OK',
      null,
      { zh: '', en: '' },
      'nothing',
    ]);
    expect(data.difference.fields.map(({ field }) => field)).toContain('version');
  });

  test('shows the claim’s owner, and the reviewer’s own app as not decidable', async () => {
    const version = await versionOf(api, developer.id);
    await claim(reviewer, version);
    expect((await open(reviewer, version)).data).toMatchObject({ decidable: true, claim: { mine: true } });
    expect((await open(second, version)).data).toMatchObject({ decidable: false, claim: { mine: false } });
    const both = await person(api, 'developer', 'reviewer');
    const own = await versionOf(api, both.id);
    expect((await open(both, own)).data).toMatchObject({ own: true, decidable: false });
  });

  test('hides claim, checklist, look-alikes and pending suggestions from the app’s developer', async () => {
    const both = await person(api, 'developer', 'reviewer');
    const version = await versionOf(api, both.id, { name: '星图大师' });
    await suggest(reviewer, version, 'intro', '第一轮');
    await decide(reviewer, version, 'request_changes', {
      checklist: passed.map((check) => ({ ...check, note: '自己看的' })),
    });
    await submitAgain(api, both.id, version.versionId, { name: { zh: '星图大师', en: 'Star charts' } });
    await suggest(reviewer, version, 'logo', '还没决定');
    // Another developer's draft is confidential.
    const other = await person(api, 'developer');
    await api.call(devApp.save, { name: { zh: '星图太师', en: 'Star charmer' } }, { token: other.token });

    const { data: own } = await open(both, version);
    expect(own).toMatchObject({ own: true, claim: null, look_alikes: [], checklist: { checks: [] } });
    expect(own.suggestions.map(({ text }) => text)).toEqual(['第一轮']);
    expect((await queue(both)).list).toMatchObject([{ own: true, claim: null }]);
    const { data: seen } = await open(second, version);
    expect(seen).toMatchObject({ claim: { reviewer: { id: reviewer.id } }, look_alikes: [{}] });
    expect(seen.suggestions.map(({ text }) => text)).toEqual(['第一轮', '还没决定']);
    await decide(reviewer, version, 'request_changes', { round: 2 });
    expect((await open(both, version)).data.suggestions.map(({ text }) => text)).toEqual([
      '第一轮',
      '还没决定',
    ]);
  });

  test.each(['changes_requested', 'withdrawn'] as const)(
    'of a %s version shows the submission, not later edits',
    async (state) => {
      const version = await versionOf(api, developer.id);
      await submitAgainWith(version, state);
      const { data: before } = await open(reviewer, version);
      expect(before.review_status).toBe(state);
      const session = { token: developer.token };
      const { data: mine } = await api.call(devApp.detail, { id: version.appId }, session);
      const saved = await api.call(
        devApp.save,
        { id: version.appId, revision: mine.revision, intro: { zh: '私下写的', en: 'Written in private' } },
        session,
      );
      expect(saved.code).toBe('OK');
      const [row] = mine.versions;
      const facts = await api.call(
        devApp.versionSave,
        {
          app_id: version.appId,
          id: version.versionId,
          revision: row?.revision ?? 0,
          git_version: 'private',
        },
        session,
      );
      expect(facts.code).toBe('OK');
      const { data: after } = await open(reviewer, version);
      expect(JSON.stringify(after)).not.toMatch(/private|私下/);
      expect([after.difference, after.content, after.facts]).toEqual([
        before.difference,
        before.content,
        before.facts,
      ]);
      expect(after.difference).toMatchObject({ base: 'submission', base_round: 1 });
    },
  );

  test('compares with the last decided round, not with a withdrawn one', async () => {
    const version = await versionOf(api, developer.id);
    await suggest(reviewer, version, 'licence', '写明许可证');
    await decide(reviewer, version, 'request_changes', { text: '差一点' });
    await submitAgain(api, developer.id, version.versionId, { licence: 'MIT' });
    await api.call(devApp.revoke, { version_id: version.versionId }, { token: developer.token });
    await submitAgain(api, developer.id, version.versionId, { licence: 'GPL-3.0' });
    const { data } = await open(second, version);
    expect(data).toMatchObject({
      round: 3,
      difference: { base: 'submission', base_round: 1 },
      rounds: [
        { round: 1, decision: 'request_changes', text: '差一点', withdrawn: false },
        { round: 2, decision: null, decided_at: null, withdrawn: true },
        { round: 3, decision: null, withdrawn: false },
      ],
      working_days_left: 3,
    });
  });

  test('the decision’s mail quotes its text and the open suggestions', async () => {
    const version = await versionOf(api, developer.id, { name: '引用的应用' });
    await suggest(reviewer, version, 'licence', '写明许可证\n和版权人');
    await decide(reviewer, version, 'request_changes', { text: '整体不错 <b>' });
    const mail = (await api.mails()).find(({ subject }) => subject === '“引用的应用”1.0.0 需要修改');
    expect(mail?.text).toContain('审核员的说明\n> 整体不错 <b>');
    expect(mail?.text).toContain('修改意见：许可证\n> 写明许可证\n> 和版权人');
    expect(mail?.html).toContain('整体不错 &lt;b&gt;</blockquote>');
    expect(mail?.html).toContain('写明许可证<br>和版权人</blockquote>');
  });

  /** Two rounds, the second of which ends in `state`. */
  const submitAgainWith = async (version: Submitted, state: 'changes_requested' | 'withdrawn') => {
    await suggest(reviewer, version);
    await decide(reviewer, version, 'request_changes');
    await submitAgain(api, developer.id, version.versionId, { licence: 'MIT' });
    if (state === 'changes_requested') {
      await decide(reviewer, version, 'request_changes', { round: 2 });
    } else {
      await api.call(devApp.revoke, { version_id: version.versionId }, { token: developer.token });
    }
  };

  test('stays readable after the decision, and is no longer decidable', async () => {
    const version = await versionOf(api, developer.id);
    await decide(reviewer, version, 'reject', rejection);
    expect((await open(second, version)).data).toMatchObject({
      review_status: 'rejected',
      due_at: null,
      overdue: false,
      decidable: false,
    });
  });

  test('marks an appeal, which the rejecting reviewer cannot decide', async () => {
    const version = await versionOf(api, developer.id);
    await decide(reviewer, version, 'reject', rejection);
    api.clock.advance(HOUR);
    await step(api, {
      version: version.versionId,
      action: 'appeal',
      actor: { userId: developer.id, name: developer.email, via: 'api', role: 'developer' },
      details: { text: '在干净的系统上能装' },
    });
    const appealed = api.clock.now().toISOString();
    expect((await open(reviewer, version)).data).toMatchObject({ appeal: true, submitted_at: appealed });
    expect((await queue(reviewer)).list[0]).toMatchObject({ appeal: true, submitted_at: appealed });
    const appeals = (await api.call(adminReview.queue, { filter: 'appeals' }, { token: reviewer.token }))
      .data;
    expect(appeals.list.map(({ version_id }) => version_id)).toEqual([version.versionId]);
    expect(appeals.counts.appeals).toBe(1);

    // The developer was promised a different reviewer: the one who rejected it can only read.
    expect((await open(reviewer, version)).data).toMatchObject({
      rejected_by_reader: true,
      decidable: false,
    });
    for (const answer of [
      await claim(reviewer, version),
      await suggest(reviewer, version),
      await decide(reviewer, version, 'approve'),
    ]) {
      expect([answer.status, answer.code]).toEqual([400, 'REVIEW_OWN_REJECTION']);
    }
    expect((await open(second, version)).data).toMatchObject({
      rejected_by_reader: false,
      decidable: true,
    });
    expect((await decide(second, version, 'request_changes')).code).toBe('SUGGESTION_REQUIRED');
    await suggest(second, version);
    expect((await decide(second, version, 'request_changes')).code).toBe('OK');
    // Resubmitted it is an ordinary submission: any free reviewer may take it.
    api.clock.advance(HOUR);
    await submitAgain(api, developer.id, version.versionId);
    expect((await open(reviewer, version)).data).toMatchObject({
      appeal: false,
      rejected_by_reader: false,
      decidable: true,
    });
  });

  test('lists look-alike names in either language', async () => {
    const owner = await person(api, 'developer');
    const session = { token: owner.token };
    const saved = await api.call(devApp.save, { name: { zh: '巡检大师', en: 'Patrol Master' } }, session);
    expect(saved.code).toBe('OK');
    const version = await versionOf(api, developer.id, { name: '巡检太师' });
    const { data } = await open(reviewer, version);
    expect(data.look_alikes).toMatchObject([{ app_id: saved.data.id }]);
    // A name in one language stands for the other.
    await api.db
      .update(apps)
      .set({ name: { zh: '巡检大师', en: '' } })
      .where(eq(apps.id, saved.data.id));
    expect((await open(reviewer, version)).data.look_alikes).toMatchObject([{ name: { en: '巡检大师' } }]);
    const english = await versionOf(api, developer.id, { submitted: false });
    const name = { zh: '', en: 'Patro1 Master' };
    await submitAgain(api, developer.id, english.versionId, { name });
    const { list } = await queue(reviewer);
    expect(list.map(({ app }) => app.name)).toContain('Patro1 Master');
    const { data: other } = await open(reviewer, english);
    expect(other.look_alikes).toMatchObject([{ app_id: saved.data.id }]);
  });

  test('returns 404 for a draft and for an unknown version', async () => {
    const draft = await versionOf(api, developer.id, { submitted: false });
    for (const versionId of [draft.versionId, 999_999]) {
      const answer = await open(reviewer, { ...draft, versionId });
      expect([answer.status, answer.code]).toEqual([404, 'VERSION_NOT_FOUND']);
    }
  });
});

describe('Review checklist', () => {
  test('has titles in both languages for every item, reason and field', async () => {
    const { data } = await api.call(adminReview.checklist, undefined, { token: reviewer.token });
    expect(data.items.map(({ item }) => item)).toEqual([...REVIEW_CHECK_ITEMS]);
    expect(data.reasons.map(({ reason }) => reason)).toEqual([...REJECT_REASONS]);
    expect(data.fields.map(({ field }) => field)).toEqual([...SUGGESTION_FIELDS]);
    for (const { title } of [...data.items, ...data.reasons, ...data.fields]) {
      expect([title.zh, title.en].every((text) => text.length > 1)).toBe(true);
    }
  });
});

describe('Review reminders', () => {
  const mailsTo = async (email: string) => (await api.mails()).filter(({ to }) => to === email);
  const run = async () => {
    api.clock.advance(10 * 60_000);
    return (await api.app.jobs.runDue())['review_reminders'] ?? 0;
  };

  test('are mailed to every reviewer once when due soon and once when overdue', async () => {
    const version = await versionOf(api, developer.id, { name: '该提醒的应用' });
    // A third one, who can no longer sign in.
    const disabled = await person(api, 'reviewer');
    await api.db.update(users).set({ disabledAt: MONDAY }).where(eq(users.id, disabled.id));
    expect(await run()).toBe(0);
    // Exactly a working day before the deadline: a run comes ten minutes later.
    api.clock.set(new Date(MONDAY.getTime() + 2 * DAY - HOUR / 6));
    const mails = await run();
    expect(mails).toBe(2);
    const [soon] = await mailsTo(reviewer.email);
    expect(soon?.subject).toBe('待审核：“该提醒的应用”1.0.0 须在 2026年11月19日 10:00 前答复');
    expect(soon?.text).toContain(`/developer-center/review?id=${version.versionId}`);
    // At the deadline itself it is not overdue.
    api.clock.set(new Date(MONDAY.getTime() + 3 * DAY - HOUR / 6));
    expect(await run()).toBe(0);
    expect(await run()).toBe(mails);
    expect(await run()).toBe(0);
    expect((await mailsTo(second.email)).map(({ subject }) => subject.slice(0, 3))).toEqual([
      '已逾期',
      '待审核',
    ]);
    expect(await mailsTo(developer.email)).toHaveLength(1);
  });

  test('are mailed only to the claim’s owner, in their language', async () => {
    const version = await versionOf(api, developer.id);
    await api.db.update(users).set({ locale: 'en' }).where(eq(users.id, reviewer.id));
    api.clock.set(new Date(MONDAY.getTime() + 3 * DAY - HOUR));
    reviewer = { ...reviewer };
    await api.db.insert(reviewClaims).values({
      versionId: version.versionId,
      reviewerId: reviewer.id,
      claimedAt: api.clock.now(),
      expiresAt: new Date(api.clock.now().getTime() + REVIEW_CLAIM_TTL),
    });
    expect(await run()).toBe(1);
    expect((await mailsTo(reviewer.email))[0]?.subject).toMatch(
      /^To review: Sample \d+ 1\.0\.0 is due by 19 Nov 2026, 10:00 \(Beijing time\)$/,
    );
    expect(await mailsTo(second.email)).toEqual([]);
  });

  test('are not mailed to the app’s developer or to a disabled account', async () => {
    const both = await person(api, 'developer', 'reviewer');
    await versionOf(api, both.id);
    await api.db.update(users).set({ disabledAt: MONDAY }).where(eq(users.id, second.id));
    api.clock.set(new Date(MONDAY.getTime() + 3 * DAY - HOUR));
    await run();
    expect((await mailsTo(both.email)).filter(({ subject }) => subject.startsWith('待审核'))).toEqual([]);
    expect(await mailsTo(second.email)).toEqual([]);
    expect(await mailsTo(reviewer.email)).toHaveLength(1);
  });

  test('are sent again after a resubmission', async () => {
    const version = await versionOf(api, developer.id);
    api.clock.set(new Date(MONDAY.getTime() + 3 * DAY - HOUR));
    await run();
    reviewer = await person(api, 'reviewer');
    await suggest(reviewer, version);
    await decide(reviewer, version, 'request_changes');
    expect(await run()).toBe(0);
    await submitAgain(api, developer.id, version.versionId);
    expect(await run()).toBeGreaterThan(0);
    const sent = await api.db
      .select()
      .from(reviewReminders)
      .where(eq(reviewReminders.versionId, version.versionId));
    expect(sent).toHaveLength(2);
  });

  test('are neither lost nor doubled by a crash', async () => {
    const version = await versionOf(api, developer.id);
    api.clock.set(new Date(MONDAY.getTime() + 3 * DAY - HOUR));
    const crash = api.db.transaction(async (tx) => {
      await reviewReminderJob.run(withTransaction(api.app, tx));
      throw new Error('the process died');
    });
    await expect(crash).rejects.toThrow('died');
    expect(await mailsTo(reviewer.email)).toEqual([]);
    await run();
    expect(await mailsTo(reviewer.email)).toHaveLength(1);
    expect(
      await api.db.select().from(reviewReminders).where(eq(reviewReminders.versionId, version.versionId)),
    ).toHaveLength(1);
  });

  (onPostgres ? test : test.skip)('are sent once by eight concurrent runs', async () => {
    await versionOf(api, developer.id);
    api.clock.set(new Date(MONDAY.getTime() + 3 * DAY - HOUR));
    await Promise.all(
      Array.from({ length: 8 }, () =>
        api.db.transaction((tx) => {
          return reviewReminderJob.run(withTransaction(api.app, tx));
        }),
      ),
    );
    expect(await mailsTo(reviewer.email)).toHaveLength(1);
  });
});

describe('Review wait', () => {
  const wait = async () => (await api.call(devApp.reviewWait, undefined)).data;

  test('has no median below the minimum of decisions', async () => {
    await api.db.delete(appEvents);
    expect(await wait()).toEqual({
      waiting: 0,
      decisions: 0,
      median_working_days: null,
      promised_working_days: 3,
    });
    // Decided after 2, 4, 24, 30 and 48 hours of working time.
    const versions = [];
    for (let made = 0; made < REVIEW_WAIT.fewest; made += 1)
      versions.push(await versionOf(api, developer.id));
    expect((await wait()).waiting).toBe(REVIEW_WAIT.fewest);
    for (const [index, hours] of [2, 4, 24, 30, 48].entries()) {
      api.clock.set(new Date(MONDAY.getTime() + hours * HOUR));
      reviewer = await person(api, 'reviewer');
      const version = versions[index] as Submitted;
      await decide(reviewer, version, index % 2 ? 'approve' : 'reject', rejection);
      if (index === REVIEW_WAIT.fewest - 2) expect((await wait()).median_working_days).toBeNull();
    }
    expect(await wait()).toMatchObject({ waiting: 0, decisions: 5, median_working_days: 1 });
    // The median of six is the mean of the middle two, 24 and 30 hours.
    api.clock.set(MONDAY);
    const last = await versionOf(api, developer.id);
    api.clock.set(new Date(MONDAY.getTime() + 72 * HOUR));
    reviewer = await person(api, 'reviewer');
    await decide(reviewer, last, 'approve');
    expect(await wait()).toMatchObject({ waiting: 0, decisions: 6, median_working_days: 1.1 });
  });

  test('is that of the last decisions, each since its submission or appeal', async () => {
    await api.db.delete(appEvents);
    const { appId, versionId } = await versionOf(api, developer.id, { submitted: false });
    const happened = (action: 'submit' | 'appeal' | 'approve', day: string, times = 1) =>
      api.db.insert(appEvents).values(
        Array.from({ length: times }, () => ({
          ...{ appId, versionId, action, text: '' },
          at: new Date(`2026-11-${day}T02:00:00Z`),
          actorRole: 'reviewer' as const,
        })),
      );
    // In the week before they took three days; now one since the submission, and one since the appeal.
    await happened('submit', '09');
    await happened('approve', '12', REVIEW_WAIT.decisions);
    await happened('submit', '16');
    await happened('approve', '17', REVIEW_WAIT.decisions - 10);
    await happened('appeal', '18');
    await happened('approve', '19', 10);
    expect(await wait()).toMatchObject({ decisions: REVIEW_WAIT.decisions, median_working_days: 1 });
    await api.db.delete(appEvents).where(lt(appEvents.at, new Date('2026-11-18T00:00:00Z')));
    expect(await wait()).toMatchObject({ decisions: 10, median_working_days: 1 });
  });

  test('is public and cacheable', async () => {
    const answer = await api.call(devApp.reviewWait, undefined);
    expect([answer.status, answer.headers['cache-control']]).toEqual([
      200,
      expect.stringContaining('public'),
    ]);
  });

  test('counts working time only, from the last submission before the decision', async () => {
    await api.db.delete(appEvents);
    // Friday, 20 November 2026, 10:00 to Monday 10:00; withdrawn once before, and submitted once more afterwards.
    for (let made = 0; made < REVIEW_WAIT.fewest; made += 1) {
      api.clock.set(new Date('2026-11-18T02:00:00Z'));
      const version = await versionOf(api, developer.id);
      const { versionId } = version;
      const actor = { userId: developer.id, name: 'developer', via: 'api', role: 'developer' } as const;
      await step(api, { version: versionId, action: 'revoke', actor });
      api.clock.set(new Date('2026-11-20T02:00:00Z'));
      await submitAgain(api, developer.id, versionId);
      api.clock.set(new Date('2026-11-23T01:00:00Z'));
      await versionOf(api, developer.id);
      api.clock.set(new Date('2026-11-23T02:00:00Z'));
      reviewer = await person(api, 'reviewer');
      await suggest(reviewer, version);
      expect((await decide(reviewer, version, 'request_changes', { round: 2 })).code).toBe('OK');
      api.clock.set(new Date('2026-11-23T03:00:00Z'));
      await submitAgain(api, developer.id, versionId);
    }
    expect((await wait()).median_working_days).toBe(1);
  });
});

describe('Working calendar', () => {
  type Saved = DataOf<typeof adminCalendar.save>;
  const save = (who: Person, input: Partial<InputOf<typeof adminCalendar.save>>) =>
    api.call(adminCalendar.save, { year: 2026, days: [], ...input }, { token: who.token });
  const day = { day: '2026-11-18', working: false, name: { zh: '公司日', en: 'Company day' } };
  const named = (saved: Saved, date: string) => saved.days.find((one) => one.day === date);
  const rows = () =>
    api.db.select().from(auditLog).where(eq(auditLog.action, 'calendar.save')).orderBy(auditLog.id);

  test('is edited by operators, and changes only new deadlines', async () => {
    const before = await versionOf(api, developer.id);
    const { data } = await save(operator, { days: [day] });
    expect(named(data, '2026-11-18')).toEqual({ ...day, edited_at: MONDAY.toISOString() });
    expect(data).toMatchObject({ year: 2026, known: true });
    expect(named(data, '2026-10-01')).toMatchObject({ working: false, edited_at: null });
    const after = await versionOf(api, developer.id);
    const due = new Map((await queue(reviewer)).list.map((item) => [item.version_id, item.due_at]));
    // Existing deadlines stay; new ones are a day later.
    expect(due.get(before.versionId)).toBe('2026-11-19T02:00:00.000Z');
    expect(due.get(after.versionId)).toBe('2026-11-20T02:00:00.000Z');
    expect((await rows()).at(-1)).toMatchObject({
      actorId: operator.id,
      target: 'calendar:2026',
      details: { set: ['2026-11-18 holiday'], removed: [] },
    });
    api.clock.advance(1_000);
    const renamed = { ...day, working: true, name: { zh: '调休', en: 'Shifted day' } };
    expect(named((await save(operator, { days: [renamed] })).data, day.day)).toEqual({
      ...renamed,
      edited_at: api.clock.now().toISOString(),
    });
    expect((await rows()).at(-1)?.details).toEqual({ set: ['2026-11-18 working'], removed: [] });
    // One part alone is a change, too.
    let edited = renamed;
    for (const part of [
      { working: false },
      { name: { ...renamed.name, zh: '值班日' } },
      { name: { zh: '值班日', en: 'On duty' } },
    ]) {
      api.clock.advance(1_000);
      edited = { ...edited, ...part };
      expect(named((await save(operator, { days: [edited] })).data, day.day)).toEqual({
        ...edited,
        edited_at: api.clock.now().toISOString(),
      });
    }
    const back = await save(operator, { remove: ['2026-11-18'] });
    expect(named(back.data, '2026-11-18')).toBeUndefined();
    expect(back.data.days).toEqual(data.days.filter((one) => one.day !== day.day));
    expect((await rows()).at(-1)?.details).toEqual({ set: [], removed: ['2026-11-18'] });
  });

  test('an empty or unchanged save is not audited', async () => {
    await save(operator, { days: [day] });
    const before = (await rows()).length;
    expect(named((await save(operator, { days: [day] })).data, day.day)).toMatchObject({ name: day.name });
    await save(operator, {});
    expect(await rows()).toHaveLength(before);
    await api.db.delete(calendarDays).where(eq(calendarDays.day, day.day));
  });

  test('of a year without holidays is warned of each day', async () => {
    const warned = jest.spyOn(api.app.log, 'warn');
    api.clock.set(new Date('2040-03-01T02:00:00Z'));
    expect(await api.app.jobs.run('calendar_coverage', { userId: null, name: 'test', via: 'command' })).toBe(
      1,
    );
    expect(warned.mock.calls.map(([details]) => details)).toContainEqual({ year: 2040 });
    warned.mockRestore();
    api.clock.set(MONDAY);
    expect(await api.app.jobs.run('calendar_coverage', { userId: null, name: 'test', via: 'command' })).toBe(
      0,
    );
  });

  test('of an unset year is unknown', async () => {
    expect((await save(operator, { year: 2040 })).data).toEqual({ year: 2040, known: false, days: [] });
  });

  test.each([
    ['a day of another year', { days: [{ ...day, day: '2027-01-01' }] }, 'days'],
    ['an invalid date', { days: [{ ...day, day: '2026-02-30' }] }, 'day'],
    ['a removal in another year', { remove: ['2025-01-01'] }, 'days'],
    ['a removal of an invalid date', { remove: ['2026-13-45'] }, 'day'],
    ['a day without a name', { days: [{ ...day, name: { zh: '', en: 'x' } }] }, 'name.zh'],
  ])('rejects %s', async (_, input, field) => {
    const answer = await save(operator, input);
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.error.fields?.[field]).toMatch(/^calendar_/);
  });

  test('returns 403 for a reviewer, and 401 without a session', async () => {
    expect((await save(reviewer, {})).status).toBe(403);
    expect((await api.call(adminCalendar.save, { year: 2026, days: [] })).status).toBe(401);
  });
});

describe('Review decision by command', () => {
  const root = { userId: null, name: 'root', via: 'command' } as const;
  const approve = ({ versionId }: Submitted, despiteClaim = false) =>
    api.db.transaction((tx) =>
      decideReview(withTransaction(api.app, tx), root, {
        ...{ versionId, round: 1, decision: 'approve', text: '', despiteClaim },
        checklist: passed.map((check) => ({ ...check, note: '' })),
      }),
    );

  test('overrides a claim only with despiteClaim', async () => {
    const version = await versionOf(api, developer.id);
    await claim(reviewer, version);
    await expect(approve(version)).rejects.toMatchObject({ code: 'REVIEW_CLAIMED' });
    expect((await approve(version, true)).reviewStatus).toBe('approved');
    const [stored] = await api.db
      .select()
      .from(reviewChecks)
      .where(eq(reviewChecks.versionId, version.versionId));
    expect(stored?.reviewerId).toBeNull();
  });

  test('is of no account: neither that of a developer who left, nor that of a rejection by command', async () => {
    const left = await versionOf(api, developer.id);
    await api.db.update(apps).set({ developerId: null }).where(eq(apps.id, left.appId));
    expect((await approve(left)).reviewStatus).toBe('approved');
    const appealed = await versionOf(api, developer.id);
    const { versionId: version } = appealed;
    const details = { reason: 'broken', text: '装不上' } as const;
    await step(api, { version, action: 'reject', actor: { ...root, role: 'reviewer' }, details });
    const actor = { userId: developer.id, name: 'developer', via: 'api', role: 'developer' } as const;
    await step(api, { version, action: 'appeal', actor, details: { text: '请再看' } });
    expect((await approve(appealed)).reviewStatus).toBe('approved');
  });
});
