import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { developerAppSubmitSchema, developerVersionSubmitSchema } from '@yunduo/validation/schemas';
import { SCREENSHOTS_MAX } from '@yunduo/validation';
import { asc, eq, isNotNull, ne } from 'drizzle-orm';
import { ValidationError, type AnyObject, type ObjectSchema } from 'yup';
import { testApp, type TestApp } from '../testing/app.ts';
import { users } from '../db/schema/account.ts';
import { licences, licenceTerms } from '../db/schema/licence.ts';
import { reviewChecks, reviewClaims } from '../db/schema/developer.ts';
import { artefacts, invitations, releases } from '../db/schema/download.ts';
import { feedbackAnswers } from '../db/schema/feedback.ts';
import { orders, payments } from '../db/schema/order.ts';
import { auditLog } from '../db/schema/platform.ts';
import { appDrafts, appEvents, versionSubmissions, versionSuggestions } from '../db/schema/review.ts';
import { appReports, apps, appScreenshots, appVersions } from '../db/schema/store.ts';
import { SAMPLE_NOTE } from './download.ts';
import { endOfTerms } from '../modules/licence/term.ts';
import { stateOf } from '../modules/licence/state.ts';

/** Every seeded row satisfies the API's own validation: readers take the seed as an example. */
let api: TestApp;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());

async function errorsOf<T extends AnyObject>(schema: ObjectSchema<T>, value: unknown): Promise<string[]> {
  try {
    await schema.validate(value, { abortEarly: false });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return (error.inner.length > 0 ? error.inner : [error]).map(
      ({ path = '', message }) => `${path}: ${message}`,
    );
  }
}
const inOrder = (...moments: (Date | null | undefined)[]) => {
  const known = moments.flatMap((moment) => moment?.getTime() ?? []);
  return known.join() === known.toSorted((one, other) => one - other).join();
};

describe('Seeded apps and versions', () => {
  test('every submission passes the checks of a submission', async () => {
    const rows = await api.db
      .select({ key: apps.appKey, submission: versionSubmissions })
      .from(versionSubmissions)
      .innerJoin(appVersions, eq(appVersions.id, versionSubmissions.versionId))
      .innerJoin(apps, eq(apps.id, appVersions.appId));
    expect(rows.length).toBeGreaterThan(10);
    const wrong: string[] = [];
    for (const { key, submission } of rows) {
      const { content, facts } = submission;
      const screenshots = content.screenshots.map(({ id, alt }) => ({ id, alt }));
      // Logo and relations were validated when saved.
      const form = { ...content, logo: undefined, relations: undefined };
      const errors = [
        ...(await errorsOf(developerAppSubmitSchema, { ...form, screenshots })),
        ...(await errorsOf(developerVersionSubmitSchema, {
          ...facts,
          git_version: facts.gitVersion,
          git_commit: facts.gitCommit ?? '',
          package_sha256: facts.packageSha256 ?? '',
          repo_url: facts.repoUrl ?? '',
        })),
      ];
      wrong.push(...errors.map((error) => `${key} round ${submission.round}: ${error}`));
    }
    expect(wrong).toEqual([]);
  });

  test('every reviewed version has its submissions, a draft, and dates in order', async () => {
    const rows = await api.db
      .select({ key: apps.appKey, developerId: apps.developerId, version: appVersions })
      .from(appVersions)
      .innerJoin(apps, eq(apps.id, appVersions.appId))
      .where(isNotNull(apps.developerId));
    const rounds = await api.db.select().from(versionSubmissions);
    const drafts = await api.db.select().from(appDrafts);
    for (const { key, version } of rows) {
      const own = rounds.filter(({ versionId }) => versionId === version.id);
      if (
        ['in_review', 'changes_requested', 'rejected', 'approved', 'withdrawn'].includes(version.reviewStatus)
      )
        expect([key, own.length]).toEqual([key, version.round]);
      expect([key, drafts.some(({ appId }) => appId === version.appId)]).toEqual([key, true]);
      const { submittedAt, decidedAt, releasedAt, dueAt } = version;
      expect([key, inOrder(submittedAt, decidedAt, releasedAt)]).toEqual([key, true]);
      expect([key, dueAt === null || submittedAt === null || dueAt > submittedAt]).toEqual([key, true]);
    }
  });

  test('the highest released version is current, and no reviewer reviews their own app', async () => {
    const all = await api.db.select().from(apps);
    const versions = await api.db.select().from(appVersions).orderBy(asc(appVersions.versionKey));
    for (const app of all) {
      const released = versions.filter(
        ({ appId, reviewStatus }) => appId === app.id && ['released', 'superseded'].includes(reviewStatus),
      );
      if (app.status === 'published')
        expect([app.appKey, released.at(-1)?.id]).toEqual([app.appKey, app.currentVersionId]);
    }
    const owner = new Map(
      versions.map(({ id, appId }) => [id, all.find((app) => app.id === appId)?.developerId]),
    );
    const reviewed = [
      ...(await api.db.select().from(reviewChecks)),
      ...(await api.db.select().from(reviewClaims)),
      ...(await api.db.select().from(versionSuggestions)),
    ];
    expect(reviewed.length).toBeGreaterThan(0);
    for (const { versionId, reviewerId } of reviewed)
      if (reviewerId !== null) expect(owner.get(versionId)).not.toBe(reviewerId);
  });

  test('published apps have one to five screenshots, all apps names and intros', async () => {
    const shots = await api.db.select().from(appScreenshots);
    for (const app of await api.db.select().from(apps)) {
      const count = shots.filter(({ appId }) => appId === app.id).length;
      if (app.status === 'published') expect([app.appKey, count > 0]).toEqual([app.appKey, true]);
      expect(count).toBeLessThanOrEqual(SCREENSHOTS_MAX);
      for (const text of [app.name.zh, app.name.en, app.intro.zh, app.intro.en])
        expect([app.appKey, text.trim()]).toEqual([app.appKey, expect.stringMatching(/\S/)]);
    }
  });
});

test('seeded packages match their size and SHA-256, and differ from image digests', async () => {
  const stored = await api.db.select().from(artefacts);
  const images = (await api.db.select().from(releases)).flatMap(({ digest }) => digest ?? []);
  expect([stored.length, images.length].every((length) => length > 0)).toBe(true);
  for (const { file, size, sha256, filename } of stored) {
    const bytes = await buffer(api.app.files.read(file));
    expect([filename, bytes.length]).toEqual([filename, size]);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    expect(size).toBeGreaterThan(1_000_000);
  }
  expect(new Set(images).size).toBe(images.length);
  // A reader is told that the package contains no program, whatever its size.
  for (const { notes } of await api.db.select().from(releases)) {
    expect(notes.zh.endsWith(SAMPLE_NOTE.zh) && notes.en.endsWith(SAMPLE_NOTE.en)).toBe(true);
  }
  for (const digest of images) {
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(stored.map(({ sha256 }) => `sha256:${sha256}`)).not.toContain(digest);
  }
});

test('seeded orders add up, have dates in order, and one payment of the amount if paid', async () => {
  const paid = await api.db.select().from(payments);
  for (const order of await api.db.select().from(orders)) {
    expect([order.orderNo, order.amount]).toEqual([order.orderNo, order.unitPrice * order.quantity]);
    expect([
      order.orderNo,
      inOrder(order.createdAt, order.paidAt, order.refundRequestedAt, order.refundDecidedAt),
    ]).toEqual([order.orderNo, true]);
    const taken = paid.filter(
      ({ orderId, status }) => orderId === order.id && ['succeeded', 'refunded'].includes(status),
    );
    const due = ['paid', 'refund_requested', 'refunded'].includes(order.status) ? [order.amount] : [];
    expect([order.orderNo, taken.map(({ amount }) => amount)]).toEqual([order.orderNo, due]);
  }
});

test('seeded accounts have ids in the order in which they joined: lists of accounts are sorted by id', async () => {
  const rows = await api.db.select({ at: users.createdAt }).from(users).orderBy(asc(users.id));
  expect(rows.length).toBeGreaterThan(5);
  expect(inOrder(...rows.map(({ at }) => at))).toBe(true);
});

test('seeded licences end with their terms, and an owner has one per server', async () => {
  const now = api.clock.now();
  const terms = await api.db.select().from(licenceTerms);
  const live: string[] = [];
  for (const licence of await api.db.select().from(licences)) {
    const own = terms.filter(({ licenceId, revokedAt }) => licenceId === licence.id && revokedAt === null);
    if (licence.startedAt && licence.revokedAt === null)
      expect([licence.codeTail, licence.expiresAt]).toEqual([
        licence.codeTail,
        endOfTerms(licence.startedAt, own),
      ]);
    if (stateOf(licence, now) === 'active' && licence.fingerprint)
      live.push(`${licence.userId} ${licence.fingerprint}`);
  }
  expect(new Set(live).size).toBe(live.length);
});

test('the seeded audit log has every action of operators and reviewers, each by an account, in order of time', async () => {
  const log = await api.db.select().from(auditLog).orderBy(asc(auditLog.id));
  expect(inOrder(...log.map(({ at }) => at))).toBe(true);
  expect(log.filter(({ actorId }) => actorId === null)).toEqual([]);
  const actions = await api.db.select().from(appEvents).where(ne(appEvents.actorRole, 'developer'));
  const reports = await api.db.select().from(appReports).where(isNotNull(appReports.closedAt));
  const offered = await api.db.select().from(releases);
  const codes = await api.db.select().from(invitations);
  const answers = await api.db.select().from(feedbackAnswers);
  const expected = [
    ...actions.map(({ action, versionId }) => `dev_app.${action} version:${versionId}`),
    ...reports.map(({ id }) => `app_report.close app_report:${id}`),
    ...offered.map(({ product, version }) => `release.publish release:${product}:${version}`),
    ...offered
      .filter(({ withdrawnAt }) => withdrawnAt !== null)
      .map(({ product, version }) => `release.withdraw release:${product}:${version}`),
    ...codes.map(({ id }) => `invitation.create invitation:${id}`),
    ...codes
      .filter(({ revokedAt }) => revokedAt !== null)
      .map(({ id }) => `invitation.revoke invitation:${id}`),
    ...answers.map(({ ticketId }) => `feedback.answer feedback:${ticketId}`),
  ];
  expect(log.map(({ action, target }) => `${action} ${target}`).toSorted()).toEqual(expected.toSorted());
  expect(expected.length).toBeGreaterThan(20);
});
