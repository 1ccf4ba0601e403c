import { adminReview, appStore, devApp, devCenter, site, type InputOf } from '@yunduo/api-contract';
import { deadlineOf } from '@yunduo/i18n';
import { APP_NAME, APP_TURNS, PAGE_SIZE, REVIEW_APPEAL_DAYS, YANK_REASON_MAX } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mailMutes, users } from '../../db/schema/account.ts';
import { reviewClaims } from '../../db/schema/developer.ts';
import { versionSuggestions } from '../../db/schema/review.ts';
import { apps, appVersions } from '../../db/schema/store.ts';
import { ApiError } from '../../http/errors.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { wronglyListed } from '../../testing/listed.ts';
import { SEED_NOW, onPostgres } from '../../testing/environment.ts';
import {
  askForChanges,
  GIT_COMMIT,
  idOf,
  PACKAGE_SHA256,
  pictureForm,
  png,
  readyApp,
  readyVersion,
  signInSeeded,
  step,
  wholeDraft,
} from '../../testing/dev-apps.ts';
import { person, type Person } from '../../testing/reviews.ts';

const DAY = 86_400_000;
const EMAIL = 'newcomer@yunduo.test';
let api: TestApp;
let token: string;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  token = await signInSeeded(api, EMAIL);
});
afterAll(() => api.close());

/** A new minute, so that rate limits do not add up across tests. */
const later = (): void => api.clock.advance(61_000);
const detailOf = async (id: number) => (await api.call(devApp.detail, { id }, { token })).data;
/** What the desktop client’s catalogue reports about an app within the last minutes: shown, removed, or nothing. */
const toldAbout = async (id: number): Promise<string> => {
  const { app_key: appKey } = await detailOf(id);
  const { data } = await api.call(appStore.catalog, { since: api.clock.now().toISOString() });
  if (data.removed.includes(appKey)) return 'removed';
  return data.list.some((app) => app.id === id) ? 'shown' : 'nothing';
};
/** Beyond the time by which the changes of two requests overlap. */
const muchLater = (): void => api.clock.advance(600_000);
const versionOf = async (id: number, versionId: number) => {
  const found = (await detailOf(id)).versions.find((version) => version.id === versionId);
  if (!found) throw new Error('no such version');
  return found;
};
/** Mails delivered together have no order, so they are found by subject. */
const mailAbout = async (subject: string) =>
  (await api.mails()).find((mail) => mail.to === EMAIL && mail.subject === subject);
const revision = async () => (await api.call(site.info, undefined as never)).data.content_revision;

/** A published app with these versions, released in order. */
async function released(numbers: readonly string[]): Promise<{ id: number; versions: number[] }> {
  later();
  const { id, versionId } = await readyApp(api, token, {});
  const versions = [versionId];
  for (const [index, number] of numbers.entries()) {
    const current = index === 0 ? versionId : await readyVersion(api, token, id, number);
    if (index > 0) versions.push(current);
    await api.call(devApp.submit, { version_id: current }, { token });
    await step(api, 'approve', current);
    await api.call(devApp.release, { version_id: current }, { token });
  }
  return { id, versions };
}

describe('From draft to store', () => {
  test('[R4.03] [R4.04] [R4.05] a version is submitted, revoked, returned, resubmitted, approved and released', async () => {
    later();
    const { id, versionId } = await readyApp(api, token, {
      name: { zh: '远航日志', en: 'Voyage Log' },
      description: { zh: '第一段。\n\n第二段 <b>', en: 'First.\n\nSecond <b>' },
    });
    expect(await detailOf(id)).toMatchObject({ ready: true, open_version_id: versionId });

    const submitted = await api.call(devApp.submit, { version_id: versionId }, { token });
    // Friday, 20 November 2026, 10:00 in Shanghai: three working days later is Wednesday.
    expect(submitted.data).toMatchObject({
      status: 'pending_release',
      version: { review_status: 'in_review', actions: ['revoke'], editable: false, round: 1 },
    });
    expect(submitted.data.version.due_at?.slice(0, 10)).toBe('2026-11-25');
    expect((await detailOf(id)).waits_for).toBe('reviewer');
    const mail = await mailAbout('“远航日志”1.0.0 已提交审核');
    expect(mail?.text).toContain('2026年11月25日');

    const revoked = await api.call(devApp.revoke, { version_id: versionId }, { token });
    expect(revoked.data.version).toMatchObject({ review_status: 'withdrawn', due_at: null });
    await api.call(devApp.submit, { version_id: versionId }, { token });

    // Returned: the clock stops while it is the developer's turn.
    const suggestion = await askForChanges(api, versionId);
    const back = await versionOf(id, versionId);
    expect(back).toMatchObject({
      review_status: 'changes_requested',
      due_at: null,
      decision_text: '还差一点',
    });
    expect(back.suggestions).toMatchObject([{ id: suggestion, field: 'intro', resolved: false, round: 2 }]);
    expect(await mailAbout('“远航日志”1.0.0 需要修改')).toBeDefined();
    const unanswered = await api.call(devApp.submit, { version_id: versionId }, { token });
    expect([unanswered.code, unanswered.error.fields]).toEqual([
      'SUBMIT_INCOMPLETE',
      { [`intro.suggestion.${suggestion}`]: 'suggestions_open' },
    ]);

    const before = await detailOf(id);
    await api.call(
      devApp.save,
      { id, revision: before.revision, intro: { zh: '记下每一次远航。', en: 'Logs every voyage.' } },
      { token },
    );
    const answered = await api.call(
      devApp.suggestionAnswer,
      { id: suggestion, answer: '改好了', resolved: true },
      { token },
    );
    expect(answered.data).toMatchObject({ resolved: true, answer: '改好了' });
    // Another answer does not resolve it again.
    const resolvedAt = api.clock.now();
    api.clock.advance(1000);
    await api.call(devApp.suggestionAnswer, { id: suggestion, answer: '都改好了' }, { token });
    const [stored] = await api.db
      .select()
      .from(versionSuggestions)
      .where(eq(versionSuggestions.id, suggestion));
    expect(stored).toMatchObject({ answer: '都改好了', resolvedBy: 'developer', resolvedAt });
    api.clock.advance(20 * DAY);
    const again = await signInSeeded(api, EMAIL);
    const anew = await api.call(devApp.submit, { version_id: versionId }, { token: again });
    expect(anew.data.version).toMatchObject({ review_status: 'in_review', round: 3 });
    // The remaining time continues from here: the developer's twenty days do not count.
    expect(new Date(anew.data.version.due_at ?? 0).getTime()).toBeGreaterThan(
      api.clock.now().getTime() + 2 * DAY,
    );

    const approved = await step(api, 'approve', versionId);
    expect(approved).toMatchObject({ reviewStatus: 'approved', dueAt: null });
    expect(await mailAbout('“远航日志”1.0.0 审核通过')).toBeDefined();
    expect((await api.call(appStore.detail, { id })).status).toBe(404);

    const contentBefore = await revision();
    const live = await api.call(devApp.release, { version_id: versionId }, { token: again });
    expect(live.data).toMatchObject({
      status: 'published',
      version: { review_status: 'released', released_at: api.clock.now().toISOString() },
    });
    expect(await revision()).toBe(contentBefore + 1);
    const { data: shown } = await api.call(appStore.detail, { id }, { lang: 'en' });
    expect(shown).toMatchObject({
      name: 'Voyage Log',
      intro: 'Logs every voyage.',
      description: '<p>First.</p><p>Second &lt;b&gt;</p><p>It shines.</p>',
      version: '1.0.0',
      source: 'user',
      certified: false,
      repo_url: 'https://git.example.com/beacon/app',
    });
    expect(shown.screenshots).toHaveLength(1);
    expect(shown.update_log[0]?.changes).toEqual([{ kind: 'feature', text: 'Version 1.0.0' }]);
    expect((await api.call(appStore.list, { q: '远航日志' })).data.list.map((app) => app.id)).toEqual([id]);

    const { data: timeline } = await api.call(devApp.timeline, { id }, { token: again });
    expect(timeline.list.map(({ action, actor }) => [action, actor])).toEqual([
      ['release', '开发者'],
      ['approve', '审核员'],
      ['submit', '开发者'],
      ['request_changes', '审核员'],
      ['submit', '开发者'],
      ['revoke', '开发者'],
      ['submit', '开发者'],
      ['create', '开发者'],
    ]);
    api.clock.set(SEED_NOW);
  });

  test('[R3.07] [R5.09] an incomplete submission is rejected with an error per missing field', async () => {
    later();
    const { data } = await api.call(devApp.save, {}, { token });
    expect(data.checks.filter(({ ok }) => !ok).map(({ field, message }) => [field, message])).toEqual([
      ['name', 'app_name_required'],
      ['intro', 'intro_required'],
      ['details', 'details_required'],
      ['category', 'category_required'],
      ['os', 'os_required'],
      ['arch', 'arch_required'],
      ['screenshots', 'screenshots_required'],
      ['licence', 'app_licence_required'],
      ['version', 'version_missing'],
    ]);
    const { data: version } = await api.call(
      devApp.versionSave,
      { app_id: data.id, version: '1.0.0' },
      { token },
    );
    const rejected = await api.call(devApp.submit, { version_id: version.id }, { token });
    expect([rejected.status, rejected.code]).toEqual([400, 'SUBMIT_INCOMPLETE']);
    expect(rejected.error.fields).toMatchObject({
      'name.zh': 'app_name_required',
      'intro.zh': 'intro_required',
      'details.zh': 'details_required',
      screenshots: 'screenshots_required',
      git_version: 'git_version_required',
      git_commit: 'git_commit_required',
      repo_url: 'repo_url_required',
      size: 'package_size_required',
      package_sha256: 'package_sha256_required',
      'version_description.zh': 'version_description_required',
    });
    expect((await versionOf(data.id, version.id)).review_status).toBe('draft');
  });

  test('[R5.08] a name of three characters is rejected on submission; four and twenty are accepted', async () => {
    const named = async (length: number) => {
      later();
      const name = { zh: '帆'.repeat(length), en: `Sail ${length}` };
      const { versionId } = await readyApp(api, token, { name });
      return api.call(devApp.submit, { version_id: versionId }, { token });
    };
    const short = await named(APP_NAME.min - 1);
    expect([short.status, short.code, short.error.fields]).toEqual([
      400,
      'SUBMIT_INCOMPLETE',
      { 'name.zh': 'app_name_length' },
    ]);
    for (const length of [APP_NAME.min, APP_NAME.max]) expect((await named(length)).code).toBe('OK');
  });

  test('a text missing in both languages is reported at the language with the fewest gaps', async () => {
    later();
    const { id, versionId, revision: at } = await readyApp(api, token);
    await api.call(
      devApp.save,
      {
        id,
        revision: at,
        intro: { zh: '只有中文', en: '' },
        details: { zh: '<p> &nbsp;</p>', en: '<p> &nbsp;</p>' },
        description: { zh: '', en: 'Only English' },
      },
      { token },
    );
    const rejected = await api.call(devApp.submit, { version_id: versionId }, { token });
    expect(rejected.error.fields).toEqual({
      'details.zh': 'details_required',
    });
  });

  test('draft edits do not change a submission, and its version returns VERSION_FIXED', async () => {
    later();
    const {
      id,
      versionId,
      revision: at,
    } = await readyApp(api, token, {
      intro: { zh: '提交时的话', en: 'As submitted' },
    });
    await api.call(devApp.submit, { version_id: versionId }, { token });
    await api.call(devApp.save, { id, revision: at, intro: { zh: '后来的话', en: 'Afterwards' } }, { token });
    const fixed = await api.call(
      devApp.versionSave,
      { app_id: id, id: versionId, revision: 1, size: 5 },
      { token },
    );
    expect(fixed.code).toBe('VERSION_FIXED');
    await step(api, 'approve', versionId);
    await api.call(devApp.release, { version_id: versionId }, { token });
    expect((await api.call(appStore.detail, { id }, { lang: 'en' })).data.intro).toBe('As submitted');
    expect((await detailOf(id)).draft.intro.en).toBe('Afterwards');
    expect((await detailOf(id)).draft_differs).toBe(true);
  });

  test('a name stays taken while it is in the store or under review, and is freed by the release of another', async () => {
    const other = await signInSeeded(api, 'lighthouse@yunduo.test');
    const [old, next, third] = ['旧日的名字', '将来的名字', '又改的名字'];
    const states = async () => {
      const found = [];
      for (const name of [old, next, third])
        found.push((await api.call(devApp.checkName, { name }, { token: other })).data.state);
      return found;
    };
    later();
    const { id, versionId } = await readyApp(api, token, { name: { zh: old, en: 'The name of old' } });
    const release = async (version: number) => {
      await step(api, 'approve', version);
      return api.call(devApp.release, { version_id: version }, { token });
    };
    const rename = async (zh: string, en: string) => {
      const { revision: at } = await detailOf(id);
      const saved = await api.call(devApp.save, { id, revision: at, name: { zh, en } }, { token });
      expect(saved.code).toBe('OK');
    };
    await api.call(devApp.submit, { version_id: versionId }, { token });
    await release(versionId);
    const first = (await api.db.select().from(apps).where(eq(apps.id, id)))[0];
    await rename(next, 'The name to come');
    later();
    const second = await readyVersion(api, token, id, '1.1.0');
    await api.call(devApp.submit, { version_id: second }, { token });
    await rename(third, 'Yet another name');
    expect(await states()).toEqual(['taken', 'taken', 'taken']);
    expect((await release(second)).code).toBe('OK');
    expect(await states()).toEqual(['free', 'taken', 'taken']);
    const [row] = await api.db.select().from(apps).where(eq(apps.id, id));
    const now = api.clock.now();
    expect(row).toMatchObject({
      lastReleasedAt: now,
      updatedAt: now,
      firstPublishedAt: first?.firstPublishedAt,
    });
    expect(first?.firstPublishedAt?.getTime()).toBeLessThan(now.getTime());
  });

  test('a resubmission clears the earlier decision', async () => {
    later();
    const { id, versionId } = await readyApp(api, token);
    await api.call(devApp.submit, { version_id: versionId }, { token });
    const suggestion = await askForChanges(api, versionId);
    expect(await versionOf(id, versionId)).toMatchObject({ decision_text: '还差一点' });
    await api.call(devApp.suggestionAnswer, { id: suggestion, resolved: true }, { token });
    await api.call(devApp.submit, { version_id: versionId }, { token });
    const [row] = await api.db.select().from(appVersions).where(eq(appVersions.id, versionId));
    expect(row).toMatchObject({ reviewStatus: 'in_review', decidedAt: null, decisionText: '' });
  });

  test('submitting a stale revision returns EDIT_CONFLICT', async () => {
    later();
    const { id, versionId, revision: at } = await readyApp(api, token);
    await api.call(devApp.save, { id, revision: at, licence: 'GPL-3.0' }, { token });
    const old = await api.call(devApp.submit, { version_id: versionId, revision: at }, { token });
    expect([old.code, old.error.revision]).toEqual(['EDIT_CONFLICT', at + 1]);
    const other = await api.call(devApp.submit, { version_id: versionId, version_revision: 7 }, { token });
    expect([other.code, other.error.revision]).toEqual(['EDIT_CONFLICT', 1]);
    const current = { version_id: versionId, revision: at + 1, version_revision: 1 };
    const now = await api.call(devApp.submit, current, { token });
    expect(now.code).toBe('OK');
  });
});

test('an app’s page and the list say its state and who acts next, and since when, at every step', async () => {
  later();
  const { id, versionId } = await readyApp(api, token);
  const { app_key: q } = await detailOf(id);
  const now = () => api.clock.now().toISOString();
  const expectShown = async (
    state: string,
    next_step: string,
    waits_for: string,
    waits_since: string | null,
  ) => {
    const shown = { state, next_step, waits_for, waits_since };
    expect(await detailOf(id)).toMatchObject(shown);
    expect((await api.call(devApp.list, { q }, { token })).data.list).toMatchObject([shown]);
  };
  const submit = async () => {
    later();
    expect((await api.call(devApp.submit, { version_id: versionId }, { token })).code).toBe('OK');
    await expectShown('in_review', 'wait', 'reviewer', now());
  };
  const changesAndAgain = async () => {
    later();
    const suggestion = await askForChanges(api, versionId);
    await expectShown('changes_requested', 'answer', 'developer', now());
    await api.call(devApp.suggestionAnswer, { id: suggestion, resolved: true }, { token });
    await submit();
  };
  await expectShown('draft', 'submit', 'developer', now());
  await submit();
  later();
  await api.call(devApp.revoke, { version_id: versionId }, { token });
  await expectShown('withdrawn', 'submit', 'developer', now());
  await submit();
  await changesAndAgain();
  later();
  await step(api, 'reject', versionId, { details: { reason: 'broken', text: '装不上' } });
  await expectShown('rejected', 'appeal', 'developer', now());
  later();
  await api.call(devApp.appeal, { version_id: versionId, text: '请再看' }, { token });
  await expectShown('in_review', 'wait', 'reviewer', now());
  // The appeal has been answered: what counts is the submission after it.
  await changesAndAgain();
  later();
  await step(api, 'reject', versionId, { details: { reason: 'broken', text: '还是装不上' } });
  await expectShown('rejected', 'new_version', 'nobody', null);
  later();
  const next = await readyVersion(api, token, id, '1.0.1');
  await api.call(devApp.submit, { version_id: next }, { token });
  await step(api, 'approve', next);
  await expectShown('approved', 'release', 'developer', now());
  await api.call(devApp.release, { version_id: next }, { token });
  await expectShown('published', 'new_version', 'nobody', null);
  await api.call(devApp.save, { id, revision: (await detailOf(id)).revision, licence: 'ISC' }, { token });
  await expectShown('changed', 'submit_listing', 'nobody', null);
  await api.call(devApp.unpublish, { id, reason: '暂停维护一段时间' }, { token });
  await expectShown('unpublished', 'relist', 'nobody', null);
  await step(api, 'relist', next, { role: 'operator' });
  await step(api, 'unpublish', next, { role: 'operator', details: { text: '收到侵权投诉' } });
  await expectShown('taken_down', 'none', 'nobody', null);
});

describe('Repeated publishing request', () => {
  type Endpoints = typeof devApp;
  type Step = 'revoke' | 'appeal' | 'release' | 'unpublish' | 'relist' | 'yank';

  test('returns the first response for its idempotency key, and adds one timeline entry', async () => {
    const { id, versionId } = await readyApp(api, token);
    const other = await signInSeeded(api, 'lighthouse@yunduo.test');
    const sendTwice = async <S extends Step>(name: S, input: InputOf<Endpoints[S]>) => {
      later();
      const key = { 'idempotency-key': `one-${name}-of-${versionId}` };
      const send = (headers = {}, who = token) => api.call(devApp[name], input, { token: who, headers });
      const answers = [...(await Promise.all([send(key), send(key)])), await send(key)];
      expect(answers.map(({ code }) => [name, code])).toEqual(answers.map(() => [name, 'OK']));
      for (const { data } of answers) expect(data).toEqual(answers[0]?.data);
      // Without the key it is a separate call, and a key is valid for its owner only.
      expect((await send()).code).toBe('STATE_CHANGED');
      expect((await send(key, other)).status).toBe(404);
    };
    const submit = () => api.call(devApp.submit, { version_id: versionId }, { token });
    const version = { version_id: versionId };
    await submit();
    await sendTwice('revoke', version);
    await submit();
    await step(api, 'reject', versionId, { details: { reason: 'broken', text: '装不上' } });
    await sendTwice('appeal', { ...version, text: '请再看' });
    await step(api, 'approve', versionId);
    await sendTwice('release', version);
    await sendTwice('unpublish', { id, reason: '先停一停' });
    await sendTwice('relist', { id });
    await sendTwice('yank', { ...version, reason: '有漏洞' });
    const { data } = await api.call(devApp.timeline, { id }, { token });
    expect(data.list.map(({ action }) => action)).toEqual([
      'yank',
      'relist',
      'unpublish',
      'release',
      'approve',
      'appeal',
      'reject',
      'submit',
      'revoke',
      'submit',
      'create',
    ]);
  });
});

describe('Review suggestions', () => {
  test('are shown with the decision, and answered only by the developer before resubmission', async () => {
    later();
    const { id, versionId } = await readyApp(api, token);
    await api.call(devApp.submit, { version_id: versionId }, { token });
    await expect(step(api, 'request_changes', versionId)).rejects.toThrow(
      new ApiError('SUGGESTION_REQUIRED'),
    );
    const suggestion = await askForChanges(api, versionId);
    const other = await signInSeeded(api, 'lighthouse@yunduo.test');
    const foreign = await api.call(
      devApp.suggestionAnswer,
      { id: suggestion, answer: 'x' },
      { token: other },
    );
    expect([foreign.status, foreign.code]).toEqual([404, 'SUGGESTION_NOT_FOUND']);
    const answer = async (text: string) =>
      (await api.call(devApp.suggestionAnswer, { id: suggestion, answer: text }, { token })).data;
    await answer('写错了');
    expect(await answer('')).toMatchObject({ answer: null, answered_at: null });
    await answer('不同意，理由如下');
    // A developer who disagrees may submit after answering why.
    expect((await api.call(devApp.submit, { version_id: versionId }, { token })).code).toBe('OK');
    const late = await api.call(devApp.suggestionAnswer, { id: suggestion, resolved: true }, { token });
    expect(late.code).toBe('STATE_CHANGED');
    expect((await versionOf(id, versionId)).suggestions).toHaveLength(1);
  });

  test('shown with a rejection stay visible during its appeal; new ones appear with the next decision', async () => {
    later();
    const { id, versionId } = await readyApp(api, token);
    await api.call(devApp.submit, { version_id: versionId }, { token });
    const [reader, commenter] = [await person(api, 'reviewer'), await person(api, 'reviewer')];
    const suggest = (who: Person, text: string) =>
      api.call(adminReview.suggest, { version_id: versionId, field: 'intro', text }, { token: who.token });
    const unclaim = () => api.db.delete(reviewClaims).where(eq(reviewClaims.versionId, versionId));
    const { data: first } = await suggest(reader, '读过的');
    const suggestion = first.list[0]?.id ?? 0;
    await step(api, 'reject', versionId, { details: { reason: 'broken', text: '装不上' } });
    const texts = async () => (await versionOf(id, versionId)).suggestions.map(({ text }) => text);
    expect(await texts()).toEqual(['读过的']);

    later();
    await api.call(devApp.appeal, { version_id: versionId, text: '请再看' }, { token });
    later();
    await unclaim();
    expect((await suggest(commenter, '还没决定')).data.list).toMatchObject([
      { text: '读过的', removable: false },
      { text: '还没决定', removable: true },
    ]);
    const taken = { version_id: versionId, id: suggestion, change: 'remove' } as const;
    await unclaim();
    expect((await api.call(adminReview.suggest, taken, { token: reader.token })).code).toBe('STATE_CHANGED');
    expect(await texts()).toEqual(['读过的']);

    await api.call(devApp.revoke, { version_id: versionId }, { token });
    expect(await texts()).toEqual(['读过的']);
    const answer = await api.call(devApp.suggestionAnswer, { id: suggestion, answer: '改好了' }, { token });
    expect(answer.code).toBe('OK');
    expect((await api.call(devApp.submit, { version_id: versionId }, { token })).code).toBe('OK');
    expect(await texts()).toEqual(['读过的']);
    await step(api, 'request_changes', versionId);
    expect((await versionOf(id, versionId)).suggestions).toMatchObject([
      { text: '读过的', round: 1, answer: '改好了' },
      { text: '还没决定', round: 2 },
    ]);
  });

  test('noted before a withdrawal stay hidden until the next decision', async () => {
    later();
    const { id, versionId } = await readyApp(api, token);
    await api.call(devApp.submit, { version_id: versionId }, { token });
    const actor = { userId: null, name: 'r', via: 'command', role: 'reviewer' } as const;
    const { addSuggestion } = await import('./suggestions.ts');
    const { withTransaction } = await import('../../context.ts');
    await api.db.transaction((tx) =>
      addSuggestion(withTransaction(api.app, tx), { versionId, field: 'name', text: '草稿意见', actor }),
    );
    expect((await versionOf(id, versionId)).suggestions).toEqual([]);
    await api.call(devApp.revoke, { version_id: versionId }, { token });
    expect((await versionOf(id, versionId)).suggestions).toEqual([]);
    expect((await api.call(devApp.submit, { version_id: versionId }, { token })).code).toBe('OK');
    expect((await versionOf(id, versionId)).suggestions).toEqual([]);
    await step(api, 'request_changes', versionId);
    expect((await versionOf(id, versionId)).suggestions).toMatchObject([{ text: '草稿意见', round: 2 }]);
  });
});

describe('Rejection', () => {
  const reject = (versionId: number) =>
    step(api, 'reject', versionId, { details: { reason: 'misleading', text: '与介绍不符' } });

  test('shows its reason, and can be appealed once', async () => {
    later();
    const { id, versionId } = await readyApp(api, token, { name: { zh: '被拒应用', en: 'Rejected One' } });
    await api.call(devApp.submit, { version_id: versionId }, { token });
    await reject(versionId);
    expect(await versionOf(id, versionId)).toMatchObject({
      review_status: 'rejected',
      reject_reason: 'misleading',
      decision_text: '与介绍不符',
      actions: ['appeal'],
    });
    const mail = await mailAbout('“被拒应用”1.0.0 未通过审核');
    expect(mail?.text).toContain('介绍与实际不符：与介绍不符');
    // Said in the sentence, it is not quoted as well.
    expect(mail?.text).not.toContain('> 与介绍不符');
    expect(
      (await api.call(devApp.appeal, { version_id: versionId, text: ' ' }, { token })).error.fields,
    ).toEqual({ text: 'appeal_text_required' });
    const appealed = await api.call(devApp.appeal, { version_id: versionId, text: '请再看' }, { token });
    expect(appealed.data.version).toMatchObject({ review_status: 'in_review', round: 1 });
    expect(mail?.text).toContain('申诉一次');
    await reject(versionId);
    // The decision about the appeal is final: its mail offers no other one.
    const last = await mailAbout('“被拒应用”1.0.0 申诉未通过');
    expect(last?.text).toContain('介绍与实际不符：与介绍不符');
    expect(last?.text).not.toContain('申诉一次');
    const second = await api.call(devApp.appeal, { version_id: versionId, text: '再来' }, { token });
    expect(second.code).toBe('APPEAL_OVER');
    expect(await versionOf(id, versionId)).toMatchObject({ appeal_until: null, actions: [] });
  });

  test('can be appealed for seven days, to the millisecond', async () => {
    later();
    const late = await readyApp(api, token);
    const intime = await readyApp(api, token);
    for (const { versionId } of [late, intime]) {
      await api.call(devApp.submit, { version_id: versionId }, { token });
      await reject(versionId);
    }
    const decided = api.clock.now();
    api.clock.advance(REVIEW_APPEAL_DAYS * DAY);
    const appeal = async (versionId: number) =>
      (await api.call(devApp.appeal, { version_id: versionId, text: '请再看' }, { token })).code;
    expect(await appeal(intime.versionId)).toBe('OK');
    api.clock.advance(1);
    expect(await appeal(late.versionId)).toBe('APPEAL_OVER');
    api.clock.set(decided);
  });

  test('cannot be appealed while another version is open', async () => {
    later();
    const { id, versionId } = await readyApp(api, token);
    await api.call(devApp.submit, { version_id: versionId }, { token });
    await reject(versionId);
    // Its number stays taken.
    const again = await api.call(devApp.versionSave, { app_id: id, version: '1.0.0' }, { token });
    expect([again.status, again.code]).toEqual([400, 'VERSION_TAKEN']);
    const next = await readyVersion(api, token, id, '1.0.1');
    const appeal = await api.call(devApp.appeal, { version_id: versionId, text: '请再看' }, { token });
    expect([appeal.status, appeal.code]).toEqual([400, 'VERSION_OPEN']);
    // The deadline runs on; the page offers exactly the allowed actions.
    expect(await versionOf(id, versionId)).toMatchObject({
      appeal_until: new Date(api.clock.now().getTime() + REVIEW_APPEAL_DAYS * DAY).toISOString(),
      actions: [],
    });
    await api.call(devApp.versionDelete, { version_id: next }, { token });
    expect((await versionOf(id, versionId)).actions).toEqual(['appeal']);
  });
});

describe('Versions', () => {
  test('[R5.09] a number must be x.x.x, unused, and higher than the released one', async () => {
    const { id } = await released(['1.0.0', '1.2.0']);
    const save = async (version?: string) => {
      const answer = await api.call(
        devApp.versionSave,
        { app_id: id, ...(version && { version }) },
        { token },
      );
      return [answer.code, answer.error?.fields?.['version']];
    };
    expect(await save()).toEqual(['VALIDATION_FAILED', 'version_required']);
    for (const wrong of ['1.3', 'v1.3.0', '1.3.0-beta', '1.3.0.0', '123456.0.0'])
      expect(await save(wrong)).toEqual(['VALIDATION_FAILED', 'version_format']);
    expect(await save('1.2.0')).toEqual(['VERSION_TAKEN', 'version_taken']);
    expect(await save('1.1.9')).toEqual(['VERSION_NOT_HIGHER', 'version_not_higher']);
    expect((await save('1.10.0'))[0]).toBe('OK');
    // The repository rarely changes.
    expect((await detailOf(id)).versions[0]).toMatchObject({
      version: '1.10.0',
      repo_url: 'https://git.example.com/beacon/app',
    });
    expect((await save('1.11.0'))[0]).toBe('VERSION_OPEN');
  });

  test('a save keeps omitted fields, and rejects a stale revision, an unsafe repository URL and tag', async () => {
    later();
    const { id, versionId } = await readyApp(api, token);
    const save = (fields: object) =>
      api.call(devApp.versionSave, { app_id: id, id: versionId, ...fields } as never, { token });
    expect((await save({ revision: 1, size: 42 })).data).toMatchObject({
      revision: 2,
      size: 42,
      git_version: 'v1.0.0',
    });
    expect((await save({ revision: 1, size: 43 })).error.revision).toBe(2);
    for (const repo of ['http://git.example.com/a', 'https://me:pw@git.example.com/a', 'https://localhost/a'])
      expect((await save({ revision: 2, repo_url: repo })).error.fields).toEqual({
        repo_url: 'https_address_invalid',
      });
    expect((await save({ revision: 2, git_version: 'v1; rm -rf /' })).error.fields).toEqual({
      git_version: 'git_version_invalid',
    });
  });

  test('a commit and a SHA-256 must be complete, and are normalised as pasted', async () => {
    later();
    const { id, versionId } = await readyApp(api, token);
    let at = 1;
    const save = async (fields: object) => {
      const answer = await api.call(
        devApp.versionSave,
        { app_id: id, id: versionId, revision: at, ...fields } as never,
        { token },
      );
      if (answer.code === 'OK') at = answer.data.revision;
      return answer;
    };
    for (const git_commit of ['main', GIT_COMMIT.slice(0, 12), `${GIT_COMMIT}0`, PACKAGE_SHA256.slice(1)])
      expect((await save({ git_commit })).error.fields).toEqual({ git_commit: 'git_commit_invalid' });
    for (const package_sha256 of ['abc', GIT_COMMIT, `${PACKAGE_SHA256}0`, 'x'.repeat(64)])
      expect((await save({ package_sha256 })).error.fields).toEqual({
        package_sha256: 'package_sha256_invalid',
      });
    for (const [git_commit, stored] of [
      [` ${GIT_COMMIT.toUpperCase()} `, GIT_COMMIT],
      [PACKAGE_SHA256, PACKAGE_SHA256],
    ])
      expect((await save({ git_commit })).data.git_commit).toBe(stored);
    for (const package_sha256 of [`${PACKAGE_SHA256}  app.tar.gz`, `sha256:${PACKAGE_SHA256}`])
      expect((await save({ package_sha256 })).data.package_sha256).toBe(PACKAGE_SHA256);
  });

  test('changing only the tag or the size clears its commit or checksum, which a submission requires', async () => {
    later();
    const { id, versionId } = await readyApp(api, token);
    const save = async (revision: number, fields: object) =>
      (
        await api.call(devApp.versionSave, { app_id: id, id: versionId, revision, ...fields } as never, {
          token,
        })
      ).data;
    expect(await save(1, { git_version: 'v1.0.0', size: 1_000_000 })).toMatchObject({
      git_commit: GIT_COMMIT,
      package_sha256: PACKAGE_SHA256,
    });
    expect(await save(2, { git_version: 'v1.0.0-rc2' })).toMatchObject({
      git_commit: null,
      package_sha256: PACKAGE_SHA256,
    });
    expect(await save(3, { size: 1_000_001 })).toMatchObject({ package_sha256: null });
    const rejected = await api.call(devApp.submit, { version_id: versionId }, { token });
    expect([rejected.code, rejected.error.fields]).toEqual([
      'SUBMIT_INCOMPLETE',
      { git_commit: 'git_commit_required', package_sha256: 'package_sha256_required' },
    ]);
    // Each is reported together with its pin.
    const { checks } = await detailOf(id);
    expect(checks.filter(({ ok }) => !ok).map(({ field, message }) => [field, message])).toEqual([
      ['git_version', 'git_commit_required'],
      ['size', 'package_sha256_required'],
    ]);
    // A full commit hash given as the version is the commit; together with a different one it is refused.
    const other = 'f'.repeat(40);
    expect(await save(4, { git_version: other, package_sha256: PACKAGE_SHA256 })).toMatchObject({
      git_commit: other,
    });
    await save(5, { git_commit: GIT_COMMIT });
    const differs = await api.call(devApp.submit, { version_id: versionId }, { token });
    expect(differs.error.fields).toEqual({ git_commit: 'git_commit_differs' });
    await save(6, { git_commit: other });
    expect((await api.call(devApp.submit, { version_id: versionId }, { token })).code).toBe('OK');
  });

  test('[R3.08] a release supersedes the previous one, and blocks a lower approved version', async () => {
    const { id, versions } = await released(['1.0.0']);
    const [first = 0] = versions;
    const waiting = await readyVersion(api, token, id, '1.1.0');
    await api.call(devApp.submit, { version_id: waiting }, { token });
    await step(api, 'approve', waiting);
    // Released later or now, as the developer chooses.
    const next = await readyVersion(api, token, id, '1.2.0');
    await api.call(devApp.submit, { version_id: next }, { token });
    await step(api, 'approve', next);
    expect((await versionOf(id, waiting)).actions).toEqual(['release']);
    const lower = await readyVersion(api, token, id, '1.1.5');
    await api.call(devApp.release, { version_id: next }, { token });
    // Its number was free when it was begun.
    const overtaken = await api.call(devApp.submit, { version_id: lower }, { token });
    expect([overtaken.code, overtaken.error.fields]).toEqual([
      'SUBMIT_INCOMPLETE',
      { version: 'version_not_higher' },
    ]);
    await api.call(devApp.versionDelete, { version_id: lower }, { token });
    const own = await api.call(devApp.timeline, { id, version_id: waiting }, { token });
    expect(own.data.list.map(({ action, version_id }) => [action, version_id])).toEqual([
      ['approve', waiting],
      ['submit', waiting],
    ]);
    const late = await api.call(devApp.release, { version_id: waiting }, { token });
    expect([late.code, late.msg]).toEqual(['VERSION_NOT_HIGHER', '版本号须高于 1.2.0']);
    expect(await versionOf(id, waiting)).toMatchObject({ review_status: 'approved', actions: [] });
    expect((await detailOf(id)).waits_for).toBe('nobody');
    const { data: notices } = await api.call(devCenter.notices, undefined, { token });
    expect(notices.list.filter(({ app }) => app?.id === id)).toEqual([]);
    const { data } = await api.call(appStore.versions, { id });
    expect(data.list.map(({ version, git_version }) => [version, git_version])).toEqual([
      ['1.2.0', 'v1.2.0'],
      ['1.0.0', 'v1.0.0'],
    ]);
    expect((await versionOf(id, first)).review_status).toBe('superseded');
  });

  test('a yank restores the highest remaining version with its content; the last one unpublishes the app', async () => {
    const { id, versions } = await released(['1.0.0']);
    const [first = 0] = versions;
    const { revision: at } = await detailOf(id);
    await api.call(devApp.save, { id, revision: at, intro: { zh: '第二版', en: 'Second words' } }, { token });
    const second = await readyVersion(api, token, id, '2.0.0');
    await api.call(devApp.submit, { version_id: second }, { token });
    await step(api, 'approve', second);
    muchLater();
    await api.call(devApp.release, { version_id: second }, { token });
    expect(await toldAbout(id)).toBe('shown');
    const shown = async () => {
      const { status, data } = await api.call(appStore.detail, { id }, { lang: 'en' });
      return status === 200 ? [data.version, data.intro] : status;
    };
    expect(await shown()).toEqual(['2.0.0', 'Second words']);
    expect((await api.call(devApp.yank, { version_id: second, reason: '' }, { token })).error.fields).toEqual(
      {
        reason: 'yank_reason_required',
      },
    );
    const pages = await revision();
    muchLater();
    const yanked = await api.call(devApp.yank, { version_id: second, reason: '会丢数据' }, { token });
    expect(await revision()).toBe(pages + 1);
    expect(yanked.data).toMatchObject({
      status: 'published',
      version: { review_status: 'yanked', yank_reason: '会丢数据' },
    });
    expect(await shown()).toEqual(['1.0.0', 'An app that is seen at night, too.']);
    expect(await toldAbout(id)).toBe('shown');
    muchLater();
    const last = await api.call(devApp.yank, { version_id: first, reason: '也不行' }, { token });
    expect(last.data.status).toBe('unpublished');
    expect(await toldAbout(id)).toBe('removed');
    expect([await shown(), await revision()]).toEqual([404, pages + 2]);
    // Nothing can be published again; a good version can.
    expect((await api.call(devApp.relist, { id }, { token })).code).toBe('STATE_CHANGED');
    later();
    const good = await readyVersion(api, token, id, '2.0.1');
    await api.call(devApp.submit, { version_id: good }, { token });
    await step(api, 'approve', good);
    expect((await api.call(devApp.release, { version_id: good }, { token })).data.status).toBe('published');
  });

  test('a yank keeps the current name if another app has taken the name of the version that it restores', async () => {
    const other = await signInSeeded(api, 'lighthouse@yunduo.test');
    later();
    const [old, now] = [
      { zh: '让出的名字', en: 'A freed name' },
      { zh: '留下的名字', en: 'A kept name' },
    ];
    const { id, versionId } = await readyApp(api, token, { name: old });
    const release = async (version: number) => {
      await api.call(devApp.submit, { version_id: version }, { token });
      await step(api, 'approve', version);
      expect((await api.call(devApp.release, { version_id: version }, { token })).code).toBe('OK');
    };
    await release(versionId);
    const { revision: at } = await detailOf(id);
    const renamed = { id, revision: at, name: now, intro: { zh: '第二版', en: 'Second words' } };
    await api.call(devApp.save, renamed, { token });
    const second = await readyVersion(api, token, id, '2.0.0');
    await release(second);
    // In one language is enough.
    const taken = await api.call(devApp.save, { name: { zh: '', en: old.en } }, { token: other });
    expect(taken.code).toBe('OK');
    const yanked = await api.call(devApp.yank, { version_id: second, reason: '会丢数据' }, { token });
    expect(yanked.data.status).toBe('published');
    const { data } = await api.call(appStore.detail, { id }, { lang: 'en' });
    expect([data.version, data.name, data.intro]).toEqual([
      '1.0.0',
      now.en,
      'An app that is seen at night, too.',
    ]);
  });

  test('a yank says why in both languages, or in one that is marked; an earlier reason of one text is in both', async () => {
    const { id } = await released(['1.0.0', '1.1.0', '1.2.0', '1.3.0']);
    const { versions, app_key: appKey } = await detailOf(id);
    const idOf = (number: string) => versions.find(({ version }) => version === number)?.id ?? 0;
    const yank = (number: string, given: Partial<InputOf<typeof devApp.yank>>) =>
      api.call(devApp.yank, { version_id: idOf(number), ...given }, { token });
    const rejected = await yank('1.3.0', { reasons: { zh: ' ', en: '' } });
    expect(rejected.error.fields).toEqual({
      'reasons.zh': 'yank_reason_required',
      'reasons.en': 'yank_reason_required',
    });
    const long = { zh: '', en: 'x'.repeat(YANK_REASON_MAX + 1) };
    expect((await yank('1.3.0', { reasons: long })).error.fields).toEqual({
      'reasons.en': 'yank_reason_length',
    });
    await yank('1.3.0', { reasons: { zh: ' 会丢数据 ', en: 'Loses data' } });
    await yank('1.2.0', { reasons: { zh: '', en: 'Does not start' } });
    await yank('1.1.0', { reason: '旧客户端写的' });
    const inEnglish = { lang: 'en' as const };
    const store = async (options: object = {}) =>
      (await api.call(appStore.detail, { id }, options)).data.withdrawn?.map(
        ({ version, reason, untranslated = false }) => [version, reason, untranslated],
      );
    expect(await store()).toEqual([
      ['1.3.0', '会丢数据', false],
      ['1.2.0', 'Does not start', true],
      ['1.1.0', '旧客户端写的', false],
    ]);
    expect(await store(inEnglish)).toEqual([
      ['1.3.0', 'Loses data', false],
      ['1.2.0', 'Does not start', false],
      ['1.1.0', '旧客户端写的', false],
    ]);
    const check = await api.call(
      appStore.check,
      {
        apps: [
          { app_key: appKey, version: '1.3.0' },
          { app_key: appKey, version: '9.9.9' },
        ],
      },
      inEnglish,
    );
    expect(check.data.unknown).toEqual([
      { app_key: appKey, version: '1.3.0', withdrawn: 'Loses data' },
      { app_key: appKey, version: '9.9.9' },
    ]);
    const timeline = await api.call(devApp.timeline, { id }, { token });
    expect(timeline.data.list.flatMap(({ action, text }) => (action === 'yank' ? [text] : []))).toEqual([
      '旧客户端写的',
      'Does not start',
      '会丢数据 / Loses data',
    ]);
    const { data: own } = await api.call(devApp.detail, { id }, { token, ...inEnglish });
    expect(own.versions.map(({ yank_reason }) => yank_reason)).toEqual([
      'Loses data',
      'Does not start',
      '旧客户端写的',
      null,
    ]);
  });

  test('an operator’s yank is mailed to the developer with its reason', async () => {
    const { id, versions } = await released(['1.0.0']);
    const [only = 0] = versions;
    await step(api, 'yank', only, { role: 'operator', details: { text: '有安全问题。' } });
    expect((await detailOf(id)).status).toBe('unpublished');
    const { name } = (await detailOf(id)).draft;
    const mail = await mailAbout(`“${name.zh}”1.0.0 已被运营人员撤下`);
    expect(mail?.text).toContain('应用商店会显示该版本。原因：有安全问题。\n');
    expect(mail?.text).toContain('如有疑问，请联系 support@yunduo.test，并附上应用名和版本号。');
  });
});

describe('Unpublishing', () => {
  test('[R4.03] a developer unpublishes and relists an app', async () => {
    const { id } = await released(['1.0.0']);
    const pages = await revision();
    muchLater();
    expect(await toldAbout(id)).toBe('nothing');
    const out = await api.call(devApp.unpublish, { id }, { token });
    expect(await toldAbout(id)).toBe('removed');
    expect([out.data.status, (await api.call(appStore.detail, { id })).status]).toEqual(['unpublished', 404]);
    expect((await api.call(devApp.unpublish, { id }, { token })).code).toBe('STATE_CHANGED');
    expect(await revision()).toBe(pages + 1);
    muchLater();
    const back = await api.call(devApp.relist, { id }, { token });
    expect(await toldAbout(id)).toBe('shown');
    expect(await revision()).toBe(pages + 2);
    expect([back.data.status, (await api.call(appStore.detail, { id })).status]).toEqual(['published', 200]);
    // A developer is not mailed about their own steps.
    const { name } = (await detailOf(id)).draft;
    const mails = (await api.mails()).filter(({ to, subject }) => to === EMAIL && subject.includes(name.zh));
    expect(mails.map(({ subject }) => subject).filter((subject) => /[上下]架/.test(subject))).toEqual([]);
  });

  test('an unpublished app can be published again with its version while a newer one is approved', async () => {
    const { id } = await released(['1.0.0']);
    const next = await readyVersion(api, token, id, '1.1.0');
    await api.call(devApp.submit, { version_id: next }, { token });
    await api.call(devApp.unpublish, { id }, { token });
    await step(api, 'approve', next);
    expect(await detailOf(id)).toMatchObject({ status: 'unpublished', next_step: 'release' });
    expect((await api.call(devApp.relist, { id }, { token })).data.status).toBe('published');
    expect((await api.call(appStore.detail, { id })).data.version).toBe('1.0.0');
    expect((await api.call(devApp.release, { version_id: next }, { token })).code).toBe('OK');
  });

  test('only an operator relists an app that an operator took down', async () => {
    const { id, versions } = await released(['1.0.0']);
    const [live = 0] = versions;
    await step(api, 'unpublish', live, { role: 'operator', details: { text: '侵权投诉' } });
    expect(await detailOf(id)).toMatchObject({ status: 'unpublished', taken_down_reason: '侵权投诉' });
    expect((await versionOf(id, live)).actions).toEqual(['yank']);
    const { name } = (await detailOf(id)).draft;
    expect((await mailAbout(`“${name.zh}”已被运营人员下架`))?.text).toContain('侵权投诉');
    expect((await api.call(devApp.relist, { id }, { token })).code).toBe('APP_TAKEN_DOWN');
    const next = await readyVersion(api, token, id, '1.0.1');
    await api.call(devApp.submit, { version_id: next }, { token });
    await step(api, 'approve', next);
    expect((await api.call(devApp.release, { version_id: next }, { token })).code).toBe('APP_TAKEN_DOWN');
    // Nor is a release expected.
    expect((await mailAbout(`“${name.zh}”1.0.1 审核通过`))?.text).toContain('重新上架后才能发布');
    const turns = async () => {
      const found: string[] = [(await detailOf(id)).waits_for];
      for (const waits_for of APP_TURNS) {
        const { data } = await api.call(devApp.list, { waits_for, page_size: PAGE_SIZE.max }, { token });
        found.push(...data.list.filter((app) => app.id === id).map((app) => app.waits_for));
      }
      return found;
    };
    expect(await turns()).toEqual(['nobody', 'nobody']);
    expect((await detailOf(id)).status).toBe('unpublished');
    await step(api, 'relist', live, { role: 'operator' });
    expect(await detailOf(id)).toMatchObject({ status: 'published', taken_down_reason: null });
    expect(await turns()).toEqual(['developer', 'developer']);
  });

  test('an app that was never published cannot be unpublished or relisted, and waits for its developer', async () => {
    later();
    const startedAt = api.clock.now().toISOString();
    const { data } = await api.call(devApp.save, wholeDraft(), { token });
    api.clock.advance(1000);
    expect(await detailOf(data.id)).toMatchObject({ waits_for: 'developer', waits_since: startedAt });
    expect((await api.call(devApp.unpublish, { id: data.id }, { token })).code).toBe('STATE_CHANGED');
    expect((await api.call(devApp.relist, { id: data.id }, { token })).code).toBe('STATE_CHANGED');
  });
});

describe('Version difference', () => {
  const differenceOf = async (versionId: number, lang: 'zh' | 'en' = 'en') =>
    (await api.call(devApp.difference, { version_id: versionId }, { token, lang })).data;

  test('compares a first submission with nothing', async () => {
    later();
    const needs = ['os', 'gpu', 'hard_disk', 'mem', 'cpu', 'network_card'] as const;
    const { id, versionId, revision } = await readyApp(api, token, {
      homepage: 'https://beacon.example.com/',
      keywords: ['lamp', 'light'],
      requirements: Object.fromEntries(
        needs.map((name) => [name, { zh: `要${name}`, en: `Needs ${name}` }]),
      ) as Record<(typeof needs)[number], { zh: string; en: string }>,
      relations: [
        { kind: 'dependency', app_key: 'nginx', package: null, constraint: '1.0+', note: { zh: '', en: '' } },
      ],
    });
    const logo = await api.call(devApp.uploadLogo, pictureForm(id, await png(256, 256)), { token });
    await api.call(devApp.save, { id, revision, logo: logo.data.id }, { token });
    const { draft } = await detailOf(id);
    const nothing = { before: null, after: null, parts: [], added: [], removed: [], pictures: [] };
    const text = (field: string, texts: { zh: string; en: string }) =>
      (['zh', 'en'] as const).map((locale) => ({
        ...nothing,
        ...{ field, locale, kind: 'text', before: '', after: texts[locale] },
        parts: [{ change: 'added', text: texts[locale] }],
      }));
    const value = (field: string, after: string) => ({
      ...nothing,
      field,
      locale: null,
      kind: 'value',
      after,
    });
    const list = (field: string, ...added: string[]) => ({
      ...nothing,
      ...{ field, locale: null, kind: 'list', before: '', after: added.join(', '), added },
    });
    const picture = (field: string, shown: object) => ({
      ...nothing,
      ...{ field, locale: null, kind: 'pictures' },
      pictures: [{ change: 'added', id: 0, alt: '', from: null, to: 1, ...shown }],
    });
    const [shot] = draft.screenshots;
    expect(await differenceOf(versionId)).toEqual({
      base: 'nothing',
      base_version: null,
      base_round: null,
      base_at: null,
      fields: [
        ...text('name', draft.name),
        ...text('intro', draft.intro),
        ...text('details', { zh: '它会发光。', en: 'It shines.' }),
        value('category', 'Utilities'),
        list('os', 'Debian', 'Ubuntu'),
        list('arch', 'x86_64'),
        picture('logo', { src: logo.data.src }),
        picture('screenshots', { id: shot?.id, src: shot?.src, alt: 'The main window' }),
        list('keywords', 'lamp', 'light'),
        value('licence', 'MIT'),
        value('homepage', 'https://beacon.example.com/'),
        ...text('requirements', {
          zh: '操作系统: 要os\n显卡: 要gpu\n硬盘: 要hard_disk\n内存: 要mem\nCPU: 要cpu\n网卡: 要network_card',
          en: 'Operating system: Needs os\nGraphics: Needs gpu\nDisk: Needs hard_disk\nMemory: Needs mem\nCPU: Needs cpu\nNetwork: Needs network_card',
        }),
        list('relations', 'Requires nginx 1.0+'),
        value('version', '1.0.0'),
        value('git_version', `v1.0.0 · ${GIT_COMMIT}`),
        value('repo_url', 'https://git.example.com/beacon/app'),
        value('size', `1 MB · SHA-256 ${PACKAGE_SHA256}`),
        ...text('version_description', { zh: '版本 1.0.0', en: 'Version 1.0.0' }),
      ],
    });
  });

  test('shows a text of which most is new as two whole texts', async () => {
    later();
    const line = (word: string, count: number) => Array(count).fill(word).join(' ');
    const details = (text: string) => ({ zh: '<p>第一行</p>', en: `<p>${text}</p>` });
    const of = line('old', 400);
    const { id, versionId, revision } = await readyApp(api, token, { details: details(of) });
    await api.call(devApp.submit, { version_id: versionId }, { token });
    await askForChanges(api, versionId);
    const partsOf = async (at: number, text: string) => {
      await api.call(devApp.save, { id, revision: at, details: details(text) }, { token });
      return (await differenceOf(versionId)).fields[0]?.parts;
    };
    expect(await partsOf(revision, line('new', 400))).toEqual([
      { change: 'removed', text: of },
      { change: 'added', text: line('new', 400) },
    ]);
    expect(await partsOf(revision + 1, `${line('old', 399)} new`)).toEqual([
      { change: 'same', text: `${line('old', 399)} ` },
      { change: 'removed', text: 'old' },
      { change: 'added', text: 'new' },
    ]);
  });

  test('compares a resubmission with the previous one, word by word and picture by picture', async () => {
    later();
    const {
      id,
      versionId,
      revision: at,
    } = await readyApp(api, token, {
      intro: { zh: '每天早上发送一份报告', en: 'Sends one report each morning' },
      details: { zh: '<p>第一行</p><p>第二行</p>', en: '<p>One</p><p>Two</p>' },
    });
    const shots = [];
    for (const width of [701, 702])
      shots.push(
        (await api.call(devApp.uploadScreenshot, pictureForm(id, await png(width, 400)), { token })).data,
      );
    const [b, c] = shots;
    const a = (await detailOf(id)).draft.screenshots[0];
    if (!a || !b || !c) throw new Error('no pictures');
    const alt = { zh: '图', en: 'Shot' };
    const named = (...list: { id: number }[]) => list.map(({ id: shot }) => ({ id: shot, alt }));
    await api.call(devApp.save, { id, revision: at, screenshots: named(a, b) }, { token });
    await api.call(devApp.submit, { version_id: versionId }, { token });
    await askForChanges(api, versionId);
    expect((await differenceOf(versionId)).fields).toEqual([]);
    await api.call(
      devApp.save,
      {
        id,
        revision: at + 1,
        intro: { zh: '每天晚上发送一份报告', en: 'Sends one report each evening' },
        details: {
          zh: '<p>第一行</p><p>第三行</p>',
          en: '<p>One</p><h3>2 &lt; 3 &amp; 4 &gt; 1</h3><ul><li>Two</li></ul><p><a href="https://example.com/x">more</a></p>',
        },
        os: ['ubuntu', 'rocky'],
        screenshots: named(b, c),
      },
      { token },
    );
    const found = await differenceOf(versionId);
    expect(found).toMatchObject({ base: 'submission', base_round: 1, base_version: '1.0.0' });
    const of = (field: string, locale: string | null) =>
      found.fields.find((one) => one.field === field && one.locale === locale);
    expect(found.fields.map(({ field, locale }) => [field, locale])).toEqual([
      ['intro', 'zh'],
      ['intro', 'en'],
      ['details', 'zh'],
      ['details', 'en'],
      ['os', null],
      ['screenshots', null],
    ]);
    const written = of('details', 'en')?.parts.filter(({ change }) => change !== 'removed');
    expect(written?.map(({ text }) => text).join('')).toBe(
      'One\n### 2 < 3 & 4 > 1\n• Two\nmore (https://example.com/x)',
    );
    expect(of('intro', 'en')?.parts).toEqual([
      { change: 'same', text: 'Sends one report each ' },
      { change: 'removed', text: 'morning' },
      { change: 'added', text: 'evening' },
    ]);
    expect(of('intro', 'zh')?.parts.filter(({ change }) => change !== 'same')).toEqual([
      { change: 'removed', text: '早上' },
      { change: 'added', text: '晚上' },
    ]);
    expect(of('os', null)).toMatchObject({ added: ['Rocky Linux'], removed: ['Debian'] });
    expect(
      of('screenshots', null)?.pictures.map(({ change, id: shot, from, to }) => [change, shot, from, to]),
    ).toEqual([
      ['same', b.id, 2, 1],
      ['added', c.id, null, 2],
      ['removed', a.id, 1, null],
    ]);

    // Kept pictures: new words in one language, and another order.
    const shown = async (revision: number, screenshots: { id: number; alt: typeof alt }[]) => {
      expect((await api.call(devApp.save, { id, revision, screenshots }, { token })).code).toBe('OK');
      const { fields } = await differenceOf(versionId);
      const pictures = fields.find(({ field }) => field === 'screenshots')?.pictures ?? [];
      return pictures.map(({ change, id: shot, from, to }) => [change, shot, from, to]);
    };
    expect(
      await shown(at + 2, [
        { id: a.id, alt: { ...alt, zh: '首图' } },
        { id: b.id, alt: { ...alt, en: 'Second' } },
        { id: c.id, alt },
      ]),
    ).toEqual([
      ['reworded', a.id, 1, 1],
      ['reworded', b.id, 2, 2],
      ['added', c.id, null, 3],
    ]);
    expect(await shown(at + 3, named(b, a))).toEqual([
      ['moved', b.id, 2, 1],
      ['moved', a.id, 1, 2],
    ]);
    expect(await shown(at + 4, named(a, b))).toEqual([]);
  });

  test('shows words made bold, and keywords in another order', async () => {
    later();
    const { id, versionId, revision } = await readyApp(api, token, {
      details: { zh: '<p>一行</p>', en: '<p>One line</p>' },
      keywords: ['clock', 'report'],
    });
    await api.call(devApp.submit, { version_id: versionId }, { token });
    await askForChanges(api, versionId);
    await api.call(
      devApp.save,
      {
        id,
        revision,
        details: { zh: '<p>一行</p>', en: '<p>One <strong>line</strong></p>' },
        keywords: ['report', 'clock'],
      },
      { token },
    );
    const { fields } = await differenceOf(versionId);
    expect(fields.map(({ field, locale, before, after }) => [field, locale, before, after])).toEqual([
      ['details', 'en', '<p>One line</p>', '<p>One <strong>line</strong></p>'],
      ['keywords', null, 'clock, report', 'report, clock'],
    ]);
  });

  test('describes requirements and relations in words, including a note in one language', async () => {
    later();
    const { id, versionId, revision } = await readyApp(api, token);
    await api.call(devApp.submit, { version_id: versionId }, { token });
    await askForChanges(api, versionId);
    const wanted = { kind: 'conflict', package: 'old-agent', constraint: '1.8' } as const;
    const { requirements } = (await detailOf(id)).draft;
    const saved = await api.call(
      devApp.save,
      {
        id,
        revision,
        requirements: { ...requirements, hard_disk: { zh: '100 MB 以上', en: '100 MB or more' } },
        relations: [{ ...wanted, app_key: null, note: { zh: '', en: 'Both listen on port 80' } }],
        os: ['ubuntu'],
      },
      { token },
    );
    expect(saved.code).toBe('OK');
    const message = async (lang: 'zh' | 'en') => {
      const { fields } = await differenceOf(versionId, lang);
      const disk = fields.filter(({ field }) => field === 'requirements').map(({ after }) => after);
      return [disk, fields.find(({ field }) => field === 'relations')?.added];
    };
    const [inEnglish, inChinese] = [await message('en'), await message('zh')];
    expect(inEnglish[0]).toEqual([
      expect.stringContaining('硬盘: 100 MB 以上'),
      expect.stringContaining('Disk: 100 MB or more'),
    ]);
    expect((await differenceOf(versionId)).fields.find(({ field }) => field === 'os')).toMatchObject({
      added: [],
      removed: ['Debian'],
    });
    expect(inEnglish[1]).toEqual(['Conflicts with old-agent 1.8 (Both listen on port 80)']);
    expect(inChinese[1]).toEqual([expect.stringMatching(/^[\p{Script=Han}]+ old-agent 1\.8 \(Both listen/u)]);
  });

  test('shows category, logo, licence and the words of the version, in the reader’s language', async () => {
    later();
    const { id, versionId, revision } = await readyApp(api, token);
    const logoOf = async (pixels: number) =>
      (await api.call(devApp.uploadLogo, pictureForm(id, await png(pixels, pixels)), { token })).data.id;
    const save = async (at: number, fields: object) => {
      const saved = await api.call(devApp.save, { id, revision: at, ...fields }, { token });
      expect(saved.code).toBe('OK');
    };
    await save(revision, { logo: await logoOf(256), category: 'practical', licence: 'MIT' });
    await api.call(devApp.submit, { version_id: versionId }, { token });
    await askForChanges(api, versionId);
    await save(revision + 1, { logo: await logoOf(300), category: 'system', licence: 'ISC' });
    const [version] = (await detailOf(id)).versions;
    const words = { zh: '改了说法', en: 'Reworded' };
    await api.call(
      devApp.versionSave,
      { app_id: id, id: versionId, revision: version?.revision ?? 0, description: words },
      { token },
    );
    const { fields } = await differenceOf(versionId);
    const of = (field: string) => fields.filter((one) => one.field === field);
    expect(of('category')).toMatchObject([{ before: 'Utilities', after: 'System' }]);
    expect(of('licence')).toMatchObject([{ before: 'MIT', after: 'ISC' }]);
    expect(of('logo')[0]?.pictures.map(({ change }) => change)).toEqual(['removed', 'added']);
    expect(of('version_description').map(({ after }) => after)).toEqual([words.zh, words.en]);
    await save(revision + 2, { logo: null });
    const removed = (await differenceOf(versionId)).fields.find(({ field }) => field === 'logo');
    expect(removed?.pictures.map(({ change, from, to }) => [change, from, to])).toEqual([
      ['removed', 1, null],
    ]);
    const chinese = (await differenceOf(versionId, 'zh')).fields.find(({ field }) => field === 'category');
    expect(chinese).toMatchObject({ before: '实用工具', after: '系统' });
  });

  test('compares a new version with the highest released one', async () => {
    const { id } = await released(['1.0.0', '1.1.0']);
    const next = await readyVersion(api, token, id, '1.2.0');
    const found = await differenceOf(next);
    expect(found).toMatchObject({ base: 'release', base_version: '1.1.0' });
    expect(found.fields.find(({ field }) => field === 'version')).toMatchObject({
      kind: 'value',
      before: '1.1.0',
      after: '1.2.0',
    });
    expect(found.fields.map(({ field }) => field)).not.toContain('name');
  });

  test('compares a new version with the highest one that was in the store, yanked since', async () => {
    const { id, versions } = await released(['1.0.0', '1.1.0']);
    const [, yanked = 0] = versions;
    expect((await api.call(devApp.yank, { version_id: yanked, reason: '会丢数据' }, { token })).code).toBe(
      'OK',
    );
    const next = await readyVersion(api, token, id, '1.2.0');
    expect(await differenceOf(next)).toMatchObject({ base: 'release', base_version: '1.1.0' });
  });

  test('of long, unrelated texts is one removal and one addition', async () => {
    later();
    const {
      id,
      versionId,
      revision: at,
    } = await readyApp(api, token, {
      details: { zh: `<p>${'甲乙丙丁'.repeat(4_000)}</p>`, en: '<p>One</p>' },
    });
    await api.call(devApp.submit, { version_id: versionId }, { token });
    await askForChanges(api, versionId);
    const zh = `<p>${Array.from({ length: 4_000 }, (_, index) => `w${index} `)
      .join('')
      .slice(0, 19_000)}</p>`;
    await api.call(devApp.save, { id, revision: at, details: { zh, en: '<p>One</p>' } }, { token });
    const parts = (await differenceOf(versionId)).fields.find(({ field }) => field === 'details')?.parts;
    expect(parts?.map(({ change }) => change)).toEqual(['removed', 'added']);
  });
});

describe('Publishing mails', () => {
  test('about progress can be muted; a request for changes is always mailed', async () => {
    later();
    const userId = await idOf(api, EMAIL);
    await api.db.insert(mailMutes).values({ userId, kind: 'review_success' });
    const { versionId } = await readyApp(api, token, { name: { zh: '安静应用', en: 'Quiet One' } });
    await api.call(devApp.submit, { version_id: versionId }, { token });
    await askForChanges(api, versionId);
    const about = (await api.mails()).filter(({ subject }) => subject.includes('安静应用'));
    expect(about.map(({ subject }) => subject)).toEqual(['“安静应用”1.0.0 需要修改']);
    expect(about[0]?.text).toContain('/developer-center/app-edit?id=');
    await api.db.delete(mailMutes).where(eq(mailMutes.userId, userId));
  });

  test('name the deadline and quote the reviewer in the developer’s language', async () => {
    later();
    const userId = await idOf(api, EMAIL);
    const submitted = async (en: string) => {
      const { versionId } = await readyApp(api, token, { name: { zh: `${en} 应用`, en } });
      const { data } = await api.call(devApp.submit, { version_id: versionId }, { token });
      const due = deadlineOf(data.version.due_at ?? '', 'en').replaceAll('\u00a0', ' ');
      expect((await mailAbout(`${en} 1.0.0 is under review`))?.text).toContain(`We will reply by ${due}.`);
      return versionId;
    };
    await api.db.update(users).set({ locale: 'en' }).where(eq(users.id, userId));
    const [changed, rejected] = [await submitted('Two Tongues'), await submitted('Turned Away')];
    await askForChanges(api, changed, 'Say it shorter');
    await step(api, 'reject', rejected, { details: { reason: 'broken', text: 'It does not start' } });
    await api.db.update(users).set({ locale: 'zh' }).where(eq(users.id, userId));
    const change = (await mailAbout('Two Tongues 1.0.0 needs changes'))?.text;
    expect(change).toContain('Reviewer’s message\n> 还差一点');
    expect(change).toContain('Suggestion: One-line intro\n> Say it shorter');
    const rejection = (await mailAbout('Turned Away 1.0.0 was rejected'))?.text;
    expect(rejection).toContain('Reason: Cannot be installed or does not work: It does not start');
    expect(rejection).not.toContain('Reviewer’s message');
  });

  test('link to the versions page', async () => {
    later();
    const { id, versionId } = await readyApp(api, token, { name: { zh: '指路应用', en: 'Way Shown' } });
    await api.call(devApp.submit, { version_id: versionId }, { token });
    await step(api, 'approve', versionId);
    for (const about of ['已提交审核', '审核通过']) {
      const mail = await mailAbout(`“指路应用”1.0.0 ${about}`);
      expect(mail?.text).toContain(`/developer-center/app-versions?id=${id}`);
    }
  });
});

describe('Developer’s app list', () => {
  const list = async (
    input: Parameters<typeof api.call<typeof devApp.list>>[1],
    email = 'developer@yunduo.test',
  ) => {
    const { data } = await api.call(devApp.list, input, { token: await signInSeeded(api, email) });
    return data.list.map(({ app_key }) => app_key);
  };

  test('shows whose turn it is, since when, and the open suggestions', async () => {
    const { data } = await api.call(
      devApp.list,
      {},
      { token: await signInSeeded(api, 'developer@yunduo.test') },
    );
    const turns = Object.fromEntries(
      data.list.map((app) => [app.app_key, [app.waits_for, app.open_suggestions]]),
    );
    expect(turns).toEqual({
      'backup-check': ['developer', 0],
      'slow-query-digest': ['reviewer', 0],
      'port-patrol': ['nobody', 0],
      // One of its three suggestions has an answer.
      'log-broom': ['developer', 2],
      'dns-doctor': ['developer', 0],
      'swap-tuner': ['developer', 0],
      'disk-ledger': ['developer', 0],
      'cert-alarm': ['nobody', 0],
      'kernel-jump': ['nobody', 0],
    });
    expect(data.list.find(({ app_key }) => app_key === 'log-broom')?.waits_since).toBe(
      '2026-11-15T02:00:00.000Z',
    );
  });

  test('can be searched and filtered', async () => {
    expect(await list({ q: '日志' })).toEqual(['log-broom']);
    expect(await list({ q: 'DNS doc' })).toEqual(['dns-doctor']);
    expect(await list({ q: 'swap-t' })).toEqual(['swap-tuner']);
    expect(await list({ q: '%' })).toEqual([]);
    expect(await list({ status: 'unpublished' })).toEqual(['cert-alarm', 'kernel-jump']);
    expect(await list({ review_status: 'approved' })).toEqual(['dns-doctor']);
    expect(await list({ waits_for: 'reviewer' })).toEqual(['slow-query-digest']);
    expect(await list({ waits_for: 'nobody' })).toEqual(['port-patrol', 'cert-alarm', 'kernel-jump']);
    expect(await list({ waits_for: 'developer' })).toHaveLength(5);
  });

  test.each([
    ['a rejected one', 'reject'],
    ['an approved one', 'approve'],
  ] as const)('shows the version under review rather than %s with a higher number', async (_, decision) => {
    later();
    const { id } = await readyApp(api, token);
    const [first] = (await detailOf(id)).versions;
    if (!first) throw new Error('no version');
    await api.call(
      devApp.versionSave,
      { app_id: id, id: first.id, revision: first.revision, version: '10.0.0' },
      { token },
    );
    await api.call(devApp.submit, { version_id: first.id }, { token });
    await step(api, decision, first.id, { details: { reason: 'broken', text: '装不上' } });
    const next = await readyVersion(api, token, id, '1.0.0');
    await api.call(devApp.submit, { version_id: next }, { token });
    const listed = async () => {
      const { data } = await api.call(devApp.list, { waits_for: 'reviewer' }, { token });
      return data.list.find((app) => app.id === id);
    };
    expect(await listed()).toMatchObject({
      version: '1.0.0',
      coming_version: '1.0.0',
      review_status: 'in_review',
      waits_for: 'reviewer',
    });
    expect(await detailOf(id)).toMatchObject({ open_version_id: next, waits_for: 'reviewer' });
    const link = await api.call(devApp.previewToken, { id }, { token });
    const preview = await api.call(devApp.preview, { token: link.data.token }, {});
    expect(preview.data).toMatchObject({ review_status: 'in_review', app: { version: '1.0.0' } });

    // An approved version comes before a rejected one, and after a higher approved one.
    await step(api, 'approve', next);
    const { data } = await api.call(devApp.list, { review_status: 'approved' }, { token });
    expect(data.list.find((app) => app.id === id)).toMatchObject({
      coming_version: decision === 'reject' ? '1.0.0' : '10.0.0',
      waits_for: 'developer',
    });
  });
});

describe('Concurrent publishing requests', () => {
  (onPostgres ? test : test.skip)(
    'one of eight submissions, and one of four decisions or withdrawals, succeeds',
    async () => {
      for (let round = 0; round < 3; round += 1) {
        later();
        const { id, versionId } = await readyApp(api, token);
        const submits = await Promise.all(
          Array.from({ length: 8 }, () => api.call(devApp.submit, { version_id: versionId }, { token })),
        );
        expect(submits.map(({ code }) => code).sort()).toEqual([
          'OK',
          ...Array.from({ length: 7 }, () => 'STATE_CHANGED'),
        ]);
        later();
        const decisions = await Promise.allSettled([
          step(api, 'approve', versionId),
          step(api, 'reject', versionId, { details: { reason: 'other', text: 'no' } }),
          step(api, 'approve', versionId),
          api.call(devApp.revoke, { version_id: versionId }, { token }).then(({ code }) => {
            if (code !== 'OK') throw new Error(code);
          }),
        ]);
        expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        const { data } = await api.call(devApp.timeline, { id }, { token });
        // Created, submitted, decided or withdrawn: once each.
        expect(data.total).toBe(3);
      }
    },
  );

  (onPostgres ? test : test.skip)('open one version, and yank one version once', async () => {
    later();
    const { id, versions } = await released(['1.0.0']);
    const [live = 0] = versions;
    later();
    const started = await Promise.all(
      ['1.1.0', '1.2.0', '1.3.0', '1.1.0'].map((version) =>
        api.call(devApp.versionSave, { app_id: id, version }, { token }),
      ),
    );
    expect(started.map(({ code }) => code).filter((code) => code === 'OK')).toHaveLength(1);
    const yanks = await Promise.all(
      Array.from({ length: 6 }, () => api.call(devApp.yank, { version_id: live, reason: 'x' }, { token })),
    );
    expect(yanks.map(({ code }) => code).sort()).toEqual([
      'OK',
      ...Array.from({ length: 5 }, () => 'STATE_CHANGED'),
    ]);
    const [row] = await api.db.select().from(apps).where(eq(apps.id, id));
    expect([row?.status, row?.currentVersionId]).toEqual(['unpublished', null]);
    const rows = await api.db.select().from(appVersions).where(eq(appVersions.appId, id));
    expect(rows.map(({ reviewStatus }) => reviewStatus).sort()).toEqual(['draft', 'yanked']);
  });
});

test('the store list matches every published app', async () => {
  expect(await wronglyListed(api.db)).toEqual([]);
});
