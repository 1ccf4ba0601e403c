import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ReviewDetail, ReviewItem } from '@yunduo/api-contract';
import { and, desc, eq } from 'drizzle-orm';
import {
  appVersions,
  auditLog,
  calendarDays,
  reviewChecks,
  reviewClaims,
  users,
} from '../db/schema/index.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { opsOf } from '../testing/ops.ts';
import { person, versionOf, type Person, type Submitted } from '../testing/reviews.ts';

let api: TestApp;
let ops: ReturnType<typeof opsOf>;
let developer: Person;
let version: Submitted;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  ops = opsOf(api, { user: 'deploy' });
  developer = await person(api, 'developer');
});
afterAll(() => api.close());
beforeEach(async () => {
  version = await versionOf(api, developer.id);
});

const lastAudit = async () => (await api.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];
const statusOf = async () =>
  (await api.db.select().from(appVersions).where(eq(appVersions.id, version.versionId)))[0]?.reviewStatus;

describe('ops review queue', () => {
  test('lists an overdue, a claimed and a second-round version of the seed', async () => {
    const { json, code } = await ops('review queue --json');
    expect(code).toBe(0);
    const list = json<ReviewItem[]>();
    const of = (key: string) => list.find(({ app }) => app.app_key === key);
    expect(list[0]?.app.app_key).toBe('cron-keeper');
    expect(of('cron-keeper')).toMatchObject({ overdue: true, claim: null });
    expect(of('shell-notebook')).toMatchObject({ overdue: false, claim: { reviewer: { nickname: '沈越' } } });
    expect(of('queue-lantern')).toMatchObject({ round: 2 });
    const late = await ops('review queue --filter overdue');
    expect(late.out.split('\n')[0]).toMatch(
      /^version_id\s+app\s+version\s+round\s+submitted_at\s+due_at\s+state/,
    );
    expect(late.out).toContain('cron-keeper');
    expect(late.out).not.toContain('queue-lantern');
  });

  test('with --as filters the reviewer’s claims, and rejects an account without the role', async () => {
    const mine = await ops('review queue --filter mine --as reviewer2@yunduo.test --json');
    expect(mine.json<ReviewItem[]>().map(({ app }) => app.app_key)).toEqual(['shell-notebook']);
    const rejected = await ops('review queue --as user@yunduo.test');
    expect(rejected).toMatchObject({
      code: 1,
      err: 'error: user@yunduo.test is not an account with the role reviewer\n',
    });
  });
});

describe('ops review show', () => {
  test('prints a version under review, and reports an unknown one', async () => {
    const whole = await ops(`review show ${version.versionId} --json`);
    expect(whole.json<ReviewDetail>()).toMatchObject({
      version_id: version.versionId,
      review_status: 'in_review',
    });
    const short = await ops(`review show ${version.versionId}`);
    expect(short.out).toContain(version.appKey);
    expect((await ops('review show 999999')).err).toContain('(VERSION_NOT_FOUND)');
    expect((await ops('review show none')).code).toBe(2);
  });
});

describe('ops review decide', () => {
  const decide = (rest: string) => ops(`review decide ${version.versionId} --round 1 ${rest}`);

  test('approves, with an audit row in the name of the reviewer', async () => {
    const answer = await decide('--decision approve --all-checks yes --yes --json');
    expect(answer.json()).toMatchObject({ version_id: version.versionId, review_status: 'approved' });
    expect(await lastAudit()).toMatchObject({
      actor: 'reviewer@yunduo.test',
      via: 'command',
      action: 'dev_app.approve',
      target: `version:${version.versionId}`,
    });
    expect((await decide('--decision approve --all-checks yes --yes')).err).toContain('(STATE_CHANGED)');
  });

  test('needs --yes', async () => {
    const answer = await decide('--decision approve --all-checks yes');
    expect([answer.code, answer.out]).toEqual([2, '']);
    expect(answer.err).toContain('Add --yes to agree');
    expect(await statusOf()).toBe('in_review');
  });

  test('accepts the checklist item by item', async () => {
    expect((await decide('--decision approve --check install=yes --yes')).err).toContain(
      '(CHECKLIST_INCOMPLETE)',
    );
    expect((await decide('--decision approve --all-checks yes --check install=no --yes')).err).toContain(
      '(CHECKLIST_NOT_PASSED)',
    );
    expect((await decide('--decision approve --check install=maybe --yes')).code).toBe(2);
    const unknown = await decide('--decision approve --all-checks yes --check colour=yes --yes');
    expect([unknown.code, unknown.err]).toEqual([
      2,
      expect.stringContaining('An item and its answer are needed'),
    ]);
    expect(await statusOf()).toBe('in_review');
    const words = ['--decision', 'reject', '--reason', 'broken', '--text', 'It does not start'];
    const checks = ['--all-checks', 'yes', '--check', 'install=no:no unit file'];
    const answer = await ops([
      'review',
      'decide',
      String(version.versionId),
      '--round',
      '1',
      ...words,
      ...checks,
      '--yes',
    ]);
    expect(answer.code).toBe(0);
    const [stored] = await api.db
      .select()
      .from(reviewChecks)
      .where(eq(reviewChecks.versionId, version.versionId));
    expect(stored?.checks.find(({ item }) => item === 'install')).toMatchObject({
      answer: 'no',
      note: 'no unit file',
    });
  });

  test('reports the missing fields of a rejection', async () => {
    const answer = await decide('--decision reject --all-checks yes --yes');
    expect(answer.err).toContain('reason: Choose a reason for the rejection');
    expect(answer.err).toContain('text: Enter a reason. The developer will read it.');
  });

  test('overrides a claim only with --despite-claim', async () => {
    const [holder] = await api.db.select().from(users).where(eq(users.email, 'reviewer2@yunduo.test'));
    const now = api.clock.now();
    const expiresAt = new Date(now.getTime() + 60_000);
    const claim = { versionId: version.versionId, reviewerId: holder?.id ?? 0, claimedAt: now, expiresAt };
    await api.db.insert(reviewClaims).values(claim);
    const rejected = await decide('--decision approve --all-checks yes --yes');
    expect(rejected.err).toMatch(/沈越.*\(REVIEW_CLAIMED\)/);
    expect((await decide('--decision approve --all-checks yes --despite-claim --yes')).code).toBe(0);
  });

  test('with --as rejects the reviewer’s own app', async () => {
    const both = await person(api, 'developer', 'reviewer');
    const own = await versionOf(api, both.id);
    const line = `review decide ${own.versionId} --round 1 --decision approve --all-checks yes --yes`;
    expect((await ops(`${line} --as ${both.email}`)).err).toContain('(REVIEW_OWN_APP)');
  });

  test('requests changes after a suggestion', async () => {
    expect((await decide('--decision request_changes --all-checks yes --yes')).err).toContain(
      '(SUGGESTION_REQUIRED)',
    );
    const id = String(version.versionId);
    const suggested = await ops([
      'review',
      'suggest',
      id,
      '--field',
      'intro',
      '--text',
      'Say whom it is for',
      '--json',
    ]);
    expect(suggested.json()).toMatchObject({ field: 'intro', round: 1 });
    expect(await lastAudit()).toMatchObject({ action: 'review.suggest', actor: 'reviewer@yunduo.test' });
    expect((await ops(['review', 'suggest', id, '--field', 'price', '--text', 'x'])).err).toContain('field:');
    expect((await decide('--decision request_changes --all-checks yes --yes')).code).toBe(0);
    expect(await statusOf()).toBe('changes_requested');
  });
});

describe('ops calendar', () => {
  const dayOf = async (day: string) =>
    (await api.db.select().from(calendarDays).where(eq(calendarDays.day, day)))[0];

  test('shows a year, and warns if it is not set', async () => {
    const known = await ops('calendar show 2026');
    expect(known.out).toContain('2026-10-01');
    expect(known.err).toBe('');
    const unknown = await ops('calendar show 2041 --json');
    expect(unknown.json()).toEqual({ year: 2041, known: false, days: [] });
    expect(unknown.err).toContain('2041');
    for (const year of ['999999999', '1969', '20410'])
      expect((await ops(`calendar show ${year}`)).code).toBe(2);
  });

  test('sets and removes a day, each with an audit row', async () => {
    const set = [
      'calendar',
      'set',
      '2027-02-08',
      '--holiday',
      '--name-zh',
      '春节',
      '--name-en',
      'Spring Festival',
    ];
    expect((await ops(set)).code).toBe(0);
    // One day does not complete the year: the warning stays.
    expect((await ops('calendar show 2027')).err).toContain('the holidays of 2027 are not all set');
    expect(await dayOf('2027-02-08')).toMatchObject({
      working: false,
      name: { zh: '春节', en: 'Spring Festival' },
    });
    expect(await lastAudit()).toMatchObject({
      action: 'calendar.save',
      target: 'calendar:2027',
      actor: 'deploy',
    });
    expect((await ops('calendar set 2027-02-08 --remove')).code).toBe(0);
    expect(await dayOf('2027-02-08')).toBeUndefined();
    expect(await lastAudit()).toMatchObject({ details: { set: [], removed: ['2027-02-08'] } });
  });

  test.each([
    ['neither holiday nor working', 'calendar set 2027-02-08', 1, 'one of --holiday'],
    ['both', 'calendar set 2027-02-08 --holiday --working', 2, 'cannot be used with'],
    ['no name', 'calendar set 2027-02-08 --holiday', 1, 'Enter the name in both languages'],
    [
      'an invalid day',
      'calendar set tomorrow --holiday --name-zh a --name-en b',
      1,
      'Enter a day of the chosen year',
    ],
  ])('rejects %s', async (_, line, code, words) => {
    const answer = await ops(line);
    expect(answer.code).toBe(code);
    expect(answer.err).toContain(words);
  });

  test('imports the built-in holidays or a file, and rejects an invalid file', async () => {
    expect((await ops('calendar import --json')).json()).toMatchObject({ new_or_changed: 0 });
    const folder = await mkdtemp(join(tmpdir(), 'calendar-'));
    const file = join(folder, 'holidays.json');
    const day = { day: '2029-01-01', working: false, name: { zh: '元旦', en: "New Year's Day" } };
    await writeFile(file, JSON.stringify([day, { ...day, day: '2029-01-02' }]));
    const before = await api.db.$count(auditLog, eq(auditLog.action, 'calendar.import'));
    expect((await ops(`calendar import --file ${file} --json`)).json()).toEqual({
      days: 2,
      new_or_changed: 2,
    });
    expect(await dayOf('2029-01-01')).toMatchObject({ ...day, editedAt: null });
    expect(await api.db.$count(auditLog, and(eq(auditLog.action, 'calendar.import')))).toBe(before + 1);
    await writeFile(file, '{}');
    expect((await ops(`calendar import --file ${file}`)).err).toContain('holds no list of days');
    await writeFile(file, JSON.stringify([day, { ...day, day: '2029-02-30' }]));
    const wrong = await ops(`calendar import --file ${file}`);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('  [1].day: ')]);
    await writeFile(file, JSON.stringify([day, { ...day, working: true }]));
    expect((await ops(`calendar import --file ${file}`)).err).toBe(`error: ${file} names 2029-01-01 twice\n`);
    await writeFile(file, 'no');
    expect((await ops(`calendar import --file ${file}`)).err).toContain('is not JSON');
    expect((await ops(`calendar import --file ${join(folder, 'none')}`)).err).toContain('cannot be read');
    await rm(folder, { recursive: true });
  });
});

test.each([
  'review queue',
  'review show',
  'review suggest',
  'review decide',
  'calendar show',
  'calendar set',
  'calendar import',
])('%s has a help text', async (name) => {
  const help = await ops(`${name} --help`);
  expect([help.code, help.err]).toEqual([0, '']);
  expect(help.out).toContain('npm run -s ops --');
});
