import { adminReview, appStore, devApp, devCenter, type DevAppDetail } from '@yunduo/api-contract';
import { REVIEW_APPEAL_DAYS, REVIEW_CHECK_ITEMS, type AppStatus } from '@yunduo/validation';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { versionSubmissions } from '../../db/schema/review.ts';
import { appVersions } from '../../db/schema/store.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import {
  askForChanges,
  PACKAGE_SHA256,
  readyApp,
  readyVersion,
  signInSeeded,
  step,
} from '../../testing/dev-apps.ts';
import { person, type Person } from '../../testing/reviews.ts';
import { settingsOfSite } from '../site/settings.ts';
import { appStateOf } from './app-state.ts';
import { canShowListing } from './effects.ts';
import { operatedApp } from './operate.ts';

const DAY = 86_400_000;
const EMAIL = 'newcomer@yunduo.test';
const INTRO = { zh: '改过的简介。', en: 'A reworded intro.' };
const checklist = REVIEW_CHECK_ITEMS.map((item) => ({ item, answer: 'yes' as const }));
let api: TestApp;
let token: string;
let reviewer: Person;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  token = await signInSeeded(api, EMAIL);
  reviewer = await person(api, 'reviewer');
});
afterAll(() => api.close());

const detailOf = async (id: number): Promise<DevAppDetail> =>
  (await api.call(devApp.detail, { id }, { token })).data;
const inStore = async (id: number) => (await api.call(appStore.detail, { id })).data;
const rowOf = async (id: number) =>
  (await api.call(devApp.list, {}, { token })).data.list.find((row) => row.id === id);
const standing = async (id: number) => {
  const { state, next_step } = await detailOf(id);
  // The list shows the same.
  expect(await rowOf(id)).toMatchObject({ state, next_step });
  return [state, next_step];
};
const submitListing = (id: number, revision?: number) =>
  api.call(devApp.submit, { listing_of: id, ...(revision !== undefined && { revision }) }, { token });
async function reword(id: number, intro = INTRO) {
  const { revision } = await detailOf(id);
  return (await api.call(devApp.save, { id, revision, intro }, { token })).data;
}
const approve = (versionId: number, round = 1) =>
  api.call(
    adminReview.decide,
    { version_id: versionId, round, decision: 'approve', checklist },
    { token: reviewer.token },
  );

/** Writes the first round again: rows come in any order, and it is then the one read first. */
const touchFirstRound = (versionId: number) =>
  api.db
    .update(versionSubmissions)
    .set({ round: 1 })
    .where(and(eq(versionSubmissions.versionId, versionId), eq(versionSubmissions.round, 1)));

/** A published app with one version, in a new minute, so that rate limits do not add up. */
async function published(): Promise<{ id: number; versionId: number }> {
  api.clock.advance(61_000);
  const made = await readyApp(api, token);
  await api.call(devApp.submit, { version_id: made.versionId }, { token });
  await step(api, 'approve', made.versionId);
  await api.call(devApp.release, { version_id: made.versionId }, { token });
  return made;
}

test('an approved listing replaces the content of a published app, unless that was submitted later', () => {
  const [early, late] = [new Date(1_000), new Date(2_000)];
  const shows = (listing: Date | null, live: Date | null | undefined, status: AppStatus = 'published') =>
    canShowListing({ submittedAt: listing }, { status }, live === undefined ? null : { submittedAt: live });
  expect([shows(late, early), shows(late, late), shows(early, late)]).toEqual([true, true, false]);
  // Versions from before submissions were recorded have no time.
  expect([shows(early, null), shows(null, null), shows(null, early)]).toEqual([true, true, false]);
  expect([shows(late, undefined), shows(late, early, 'unpublished')]).toEqual([false, false]);
});

describe('Listing update', () => {
  test('is submitted, reviewed and published without a new version number', async () => {
    const { id, versionId } = await published();
    expect(await detailOf(id)).toMatchObject({ draft_changes: [], listing_since: null });
    const same = await submitListing(id);
    expect([same.code, same.error.fields]).toEqual([
      'VALIDATION_FAILED',
      { listing_of: 'listing_unchanged' },
    ]);

    expect((await reword(id)).draft_changes).toEqual(['intro']);
    expect(await standing(id)).toEqual(['changed', 'submit_listing']);
    expect((await submitListing(id, 1)).code).toBe('EDIT_CONFLICT');
    api.clock.advance(DAY);
    const { data: submitted } = await submitListing(id);
    expect(submitted).toMatchObject({
      status: 'published',
      version: {
        version: '1.0.0',
        listing: true,
        review_status: 'in_review',
        round: 1,
        editable: false,
        package_sha256: PACKAGE_SHA256,
        actions: ['revoke'],
      },
    });
    expect(await standing(id)).toEqual(['in_review', 'wait']);
    expect(await rowOf(id)).toMatchObject({ coming_listing: true, version: '1.0.0', store_version: '1.0.0' });
    expect((await detailOf(id)).coming_version_id).toBe(submitted.version.id);
    const subjects = (await api.mails()).filter(({ to }) => to === EMAIL).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.endsWith('”应用资料 已提交审核'))).toHaveLength(1);

    // A reviewer sees the changes to the store, without later edits.
    await reword(id, { zh: '之后写的。', en: 'Written later.' });
    const file = await api.call(
      adminReview.detail,
      { version_id: submitted.version.id },
      { token: reviewer.token },
    );
    expect(file.data).toMatchObject({
      listing: true,
      difference: { base: 'release', base_version: '1.0.0' },
      content: { intro: INTRO },
    });
    expect(new Set(file.data.difference.fields.map(({ field }) => field))).toEqual(new Set(['intro']));
    const queue = await api.call(adminReview.queue, {}, { token: reviewer.token });
    expect(queue.data.list.find(({ version_id }) => version_id === submitted.version.id)).toMatchObject({
      listing: true,
      working_days_left: 3,
    });

    expect((await approve(submitted.version.id)).code).toBe('OK');
    expect((await inStore(id)).intro).not.toBe(INTRO.zh);
    expect(await standing(id)).toEqual(['approved', 'release']);
    const before = await inStore(id);
    const { contentRevision } = await settingsOfSite(api.db);
    // Beyond the time by which the changes of two requests overlap.
    api.clock.advance(600_000);
    const changed = async () => {
      const { data } = await api.call(appStore.catalog, { since: api.clock.now().toISOString() });
      return data.list.map((app) => app.id);
    };
    expect(await changed()).not.toContain(id);
    const released = await api.call(devApp.release, { version_id: submitted.version.id }, { token });
    expect((await settingsOfSite(api.db)).contentRevision).toBe(contentRevision + 1);
    expect(await changed()).toContain(id);
    expect([released.code, released.data.version.review_status]).toEqual(['OK', 'superseded']);
    // The approved listing is shown, with the number and date of the current version.
    expect(await inStore(id)).toEqual({ ...before, intro: INTRO.zh });
    const after = await detailOf(id);
    expect(after).toMatchObject({
      current_version_id: versionId,
      coming_version_id: null,
      listing_since: api.clock.now().toISOString(),
      draft_changes: ['intro'],
    });
    expect((await inStore(id)).update_log.map(({ version }) => version)).toEqual(['1.0.0']);
    const timeline = await api.call(devApp.timeline, { id }, { token });
    expect(timeline.data.list[0]).toMatchObject({ action: 'release', version: '1.0.0', listing: true });
  });

  test('is restored with its version when a later one is yanked', async () => {
    const { id, versionId } = await published();
    await reword(id);
    const { data } = await submitListing(id);
    await step(api, 'approve', data.version.id);
    await api.call(devApp.release, { version_id: data.version.id }, { token });
    // For a reviewer, the decision stays that of the version's own round, whatever becomes of the version.
    const rounds = async () => {
      const file = await api.call(adminReview.detail, { version_id: versionId }, { token: reviewer.token });
      return [file.data.review_status, ...file.data.rounds.map(({ decision }) => decision)];
    };
    expect(await rounds()).toEqual(['released', 'approve', null]);
    await reword(id, { zh: '第二版的简介。', en: 'The intro of the second.' });
    const next = await readyVersion(api, token, id, '1.1.0');
    await api.call(devApp.submit, { version_id: next }, { token });
    await step(api, 'approve', next);
    await api.call(devApp.release, { version_id: next }, { token });
    expect(await inStore(id)).toMatchObject({ version: '1.1.0', intro: '第二版的简介。' });
    expect(await rounds()).toEqual(['superseded', 'approve', null]);
    await touchFirstRound(versionId);
    await api.call(devApp.yank, { version_id: next, reason: '升级会丢配置' }, { token });
    expect(await inStore(id)).toMatchObject({ version: '1.0.0', intro: INTRO.zh });
    await api.call(devApp.yank, { version_id: versionId, reason: '也会丢配置' }, { token });
    expect(await rounds()).toEqual(['yanked', 'approve', null]);
  });

  test('is no version by itself: checks, downloads and operators find the version only', async () => {
    const { id } = await published();
    const next = await readyVersion(api, token, id, '1.1.0');
    await api.call(devApp.submit, { version_id: next }, { token });
    await step(api, 'approve', next);
    await api.call(devApp.release, { version_id: next }, { token });
    await reword(id);
    const { data } = await submitListing(id);
    await step(api, 'approve', data.version.id);
    await api.call(devApp.release, { version_id: data.version.id }, { token });
    const { app_key } = await inStore(id);
    const yanked = await api.call(devApp.yank, { version_id: next, reason: '升级会丢配置' }, { token });
    expect(yanked.code).toBe('OK');
    // The check reads rows in any order: the listing after its version, too.
    await api.db
      .update(appVersions)
      .set({ versionKey: 9_999_999_999_999 })
      .where(eq(appVersions.id, data.version.id));
    const checked = await api.call(appStore.check, { apps: [{ app_key, version: '1.1.0' }] });
    expect(checked.data.unknown).toEqual([{ app_key, version: '1.1.0', withdrawn: '升级会丢配置' }]);
    const client = { client_id: 'a'.repeat(32) };
    const download = await api.call(appStore.download, { app_key, version: '1.1.0', ...client });
    expect(download.code).toBe('VERSION_NOT_FOUND');
    expect((await inStore(id)).update_log.map(({ version }) => version)).toEqual(['1.0.0']);
    const { versions } = await operatedApp(api.db, app_key);
    expect(versions.map(({ version, reviewStatus }) => [version, reviewStatus])).toEqual([
      ['1.1.0', 'yanked'],
      ['1.0.0', 'released'],
    ]);
  });

  test('leaves nothing to show when the only version is yanked', async () => {
    const { id, versionId } = await published();
    await reword(id);
    const { data } = await submitListing(id);
    await step(api, 'approve', data.version.id);
    await api.call(devApp.release, { version_id: data.version.id }, { token });
    await api.call(devApp.yank, { version_id: versionId, reason: '升级会丢配置' }, { token });
    expect(await detailOf(id)).toMatchObject({ status: 'unpublished', current_version_id: null });
    expect(await standing(id)).toEqual(['unpublished', 'new_version']);
    expect((await submitListing(id)).code).toBe('STATE_CHANGED');
  });

  test('is returned and resubmitted; its version cannot be edited', async () => {
    const { id, versionId } = await published();
    await reword(id);
    const { data } = await submitListing(id);
    const wish = await askForChanges(api, data.version.id);
    expect(await standing(id)).toEqual(['changes_requested', 'answer']);
    const edited = await api.call(
      devApp.versionSave,
      { app_id: id, id: data.version.id, revision: 1, version: '1.0.1' },
      { token },
    );
    expect(edited.code).toBe('VERSION_FIXED');
    expect((await submitListing(id)).code).toBe('SUBMIT_INCOMPLETE');
    await api.call(devApp.suggestionAnswer, { id: wish, resolved: true }, { token });
    const third = { zh: '第三稿。', en: 'The third draft.' };
    await reword(id, third);
    const again = await submitListing(id);
    expect(again.data.version).toMatchObject({ id: data.version.id, round: 2, review_status: 'in_review' });
    const file = await api.call(
      adminReview.detail,
      { version_id: data.version.id },
      { token: reviewer.token },
    );
    expect(file.data).toMatchObject({
      difference: { base: 'submission', base_round: 1 },
      rounds: [
        { round: 1, decision: 'request_changes', text: '还差一点', withdrawn: false },
        { round: 2, decision: null },
      ],
    });
    // The last round is what is released.
    expect((await approve(data.version.id, 2)).code).toBe('OK');
    await touchFirstRound(data.version.id);
    await api.call(devApp.release, { version_id: data.version.id }, { token });
    expect((await inStore(id)).intro).toBe(third.zh);
    await touchFirstRound(versionId);
    expect((await detailOf(id)).draft_changes).toEqual([]);
  });

  test('blocks a new version while open, and is replaced by one once withdrawn', async () => {
    const { id } = await published();
    await reword(id);
    const { data } = await submitListing(id);
    const blocked = await api.call(devApp.versionSave, { app_id: id, version: '1.1.0' }, { token });
    expect(blocked.code).toBe('VERSION_OPEN');
    await api.call(devApp.revoke, { version_id: data.version.id }, { token });
    expect(await standing(id)).toEqual(['withdrawn', 'submit']);
    const next = await readyVersion(api, token, id, '1.1.0');
    expect(await detailOf(id)).toMatchObject({ open_version_id: next, coming_version_id: next });
    expect(await standing(id)).toEqual(['draft', 'submit']);
    expect((await submitListing(id)).code).toBe('VERSION_OPEN');
    expect((await api.call(devApp.submit, { version_id: data.version.id }, { token })).code).toBe(
      'STATE_CHANGED',
    );
  });

  test('cannot be released after a version submitted later was released', async () => {
    const { id } = await published();
    await reword(id);
    const { data } = await submitListing(id);
    await step(api, 'approve', data.version.id);
    api.clock.advance(61_000);
    const next = await readyVersion(api, token, id, '1.1.0');
    await api.call(devApp.submit, { version_id: next }, { token });
    await step(api, 'approve', next);
    await api.call(devApp.release, { version_id: next }, { token });
    const late = await api.call(devApp.release, { version_id: data.version.id }, { token });
    expect(late.code).toBe('STATE_CHANGED');
    const detail = await detailOf(id);
    expect(detail.coming_version_id).toBeNull();
    expect(detail.versions.find((version) => version.id === data.version.id)?.actions).toEqual([]);
  });

  test('that was approved but not released is superseded by the next one', async () => {
    const { id } = await published();
    await reword(id);
    const { data: first } = await submitListing(id);
    await step(api, 'approve', first.version.id);
    await reword(id, { zh: '又改的简介。', en: 'Reworded again.' });
    const { data: second } = await submitListing(id);
    const { versions, coming_version_id } = await detailOf(id);
    expect(coming_version_id).toBe(second.version.id);
    expect(versions.find((version) => version.id === first.version.id)?.review_status).toBe('superseded');
  });

  /** A listing under review, of an app that its developer has unpublished since. */
  async function ofUnpublished(): Promise<{ id: number; listing: number }> {
    const { id } = await published();
    await reword(id);
    const listing = (await submitListing(id)).data.version.id;
    await api.call(devApp.unpublish, { id }, { token });
    expect(await standing(id)).toEqual(['in_review', 'wait']);
    return { id, listing };
  }
  const waiting = async (id: number) => {
    const { data } = await api.call(devApp.list, { waits_for: 'developer', page_size: 100 }, { token });
    expect(data.list.some((row) => row.id === id)).toBe((await detailOf(id)).waits_for === 'developer');
    return (await detailOf(id)).waits_for;
  };

  test('approved while its app is unpublished waits: the app is published again, and then shows it', async () => {
    const { id, listing } = await ofUnpublished();
    await step(api, 'approve', listing);
    expect(await standing(id)).toEqual(['unpublished', 'relist']);
    expect(await waiting(id)).toBe('nobody');
    expect((await detailOf(id)).status).toBe('unpublished');
    const { name } = (await detailOf(id)).draft;
    const mail = (await api.mails()).find(({ subject }) => subject === `“${name.zh}”应用资料 审核通过`);
    expect(mail?.text).toContain('请先重新上架，再发布新资料');
    const { data: told } = await api.call(devCenter.notices, undefined, { token });
    expect(told.list.find(({ version }) => version?.id === listing)).toMatchObject({
      text: `“${name.zh}”应用资料 已通过审核，应用重新上架后才能发布`,
      waits: false,
    });
    expect((await api.call(devApp.release, { version_id: listing }, { token })).code).toBe('STATE_CHANGED');
    expect((await api.call(devApp.relist, { id }, { token })).code).toBe('OK');
    expect(await standing(id)).toEqual(['approved', 'release']);
    expect(await waiting(id)).toBe('developer');
    expect((await api.call(devApp.release, { version_id: listing }, { token })).code).toBe('OK');
    expect((await inStore(id)).intro).toBe(INTRO.zh);
  });

  test.each([
    ['returned', 'changes_requested', 'answer', (listing: number) => askForChanges(api, listing)],
    [
      'withdrawn',
      'withdrawn',
      'submit',
      (listing: number) => api.call(devApp.revoke, { version_id: listing }, { token }),
    ],
  ] as const)(
    '%s while its app is unpublished waits until that is published again',
    async (_what, state, next, back) => {
      const { id, listing } = await ofUnpublished();
      await back(listing);
      expect(await standing(id)).toEqual(['unpublished', 'relist']);
      expect(await waiting(id)).toBe('nobody');
      await api.call(devApp.relist, { id }, { token });
      expect(await standing(id)).toEqual([state, next]);
      expect(await waiting(id)).toBe('developer');
    },
  );

  test('needs a published app of its own developer, and a target', async () => {
    const { id, revision } = await readyApp(api, token);
    expect((await submitListing(id, revision)).code).toBe('STATE_CHANGED');
    const { id: other } = await published();
    await reword(other);
    const stranger = await person(api, 'developer');
    const theirs = await api.call(devApp.submit, { listing_of: other }, { token: stranger.token });
    expect(theirs.code).toBe('APP_NOT_FOUND');
    const neither = await api.call(devApp.submit, {}, { token });
    expect([neither.code, neither.error.fields]).toEqual([
      'VALIDATION_FAILED',
      { version_id: 'field_invalid' },
    ]);
  });
});

describe('App state', () => {
  test('is one state with one next step, from the first draft to a takedown', async () => {
    api.clock.advance(61_000);
    const { data: made } = await api.call(devApp.save, { name: { zh: '站位', en: 'Standing' } }, { token });
    expect(await standing(made.id)).toEqual(['draft', 'complete']);
    const { id, versionId } = await published();
    expect(await standing(id)).toEqual(['published', 'new_version']);
    expect(await rowOf(id)).toMatchObject({
      store_version: '1.0.0',
      store_since: api.clock.now().toISOString(),
    });
    await api.call(devApp.unpublish, { id }, { token });
    expect(await standing(id)).toEqual(['unpublished', 'relist']);
    expect(await rowOf(id)).toMatchObject({ store_version: null, store_since: null });
    await api.call(devApp.relist, { id }, { token });
    await step(api, 'unpublish', versionId, { role: 'operator', details: { text: '投诉' } });
    expect(await standing(id)).toEqual(['taken_down', 'none']);
  });

  test('of an app never published stays rejected after the appeal’s deadline: a new version is next', () => {
    const decidedAt = new Date('2026-11-01T02:00:00Z');
    const now = new Date(decidedAt.getTime() + REVIEW_APPEAL_DAYS * DAY);
    const app = { status: 'pending_release' as const, takenDownAt: null };
    const pending = { listing: false, reviewStatus: 'rejected' as const, decidedAt, appealedAt: null };
    const at = (moment: Date) => appStateOf({ app, pending, live: false, differs: true, now: moment });
    expect(at(now)).toEqual({ state: 'rejected', nextStep: 'appeal' });
    expect(at(new Date(now.getTime() + 1))).toEqual({ state: 'rejected', nextStep: 'new_version' });
  });

  test('is rejected while an appeal is possible, and then published again', async () => {
    const { id } = await published();
    const next = await readyVersion(api, token, id, '1.1.0');
    await api.call(devApp.submit, { version_id: next }, { token });
    await step(api, 'reject', next, { details: { reason: 'broken', text: '装不上' } });
    expect(await standing(id)).toEqual(['rejected', 'appeal']);
    api.clock.advance((REVIEW_APPEAL_DAYS + 1) * DAY);
    token = await signInSeeded(api, EMAIL);
    expect(await standing(id)).toEqual(['published', 'new_version']);
  });
});
