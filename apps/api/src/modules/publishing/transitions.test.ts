import { devApp } from '@yunduo/api-contract';
import { APP_STATUSES, REVIEW_STATUSES, type AppStatus, type ReviewStatus } from '@yunduo/validation';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { withTransaction, type Context } from '../../context.ts';
import { auditLog } from '../../db/schema/index.ts';
import { appEvents, versionSuggestions } from '../../db/schema/review.ts';
import { apps, appVersions } from '../../db/schema/store.ts';
import { ApiError } from '../../http/errors.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { wronglyListed } from '../../testing/listed.ts';
import { createApp } from '../../testing/builders.ts';
import { idOf, signInSeeded } from '../../testing/dev-apps.ts';
import { emptyContent } from './content.ts';
import type { TransitionRole, VersionAction } from './step.ts';
import { addSuggestion, removeSuggestion, resolveSuggestion } from './suggestions.ts';
import { transition, TRANSITIONS } from './transitions.ts';

let api: TestApp;
let developerId: number;
let appId: number;
let versionId: number;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  developerId = await idOf(api, 'newcomer@yunduo.test');
  ({ id: appId } = await createApp(api.db, {
    appKey: 'state-machine',
    name: { zh: '状态机', en: 'State machine' },
    developerId,
    versions: [{ version: '1.0.0', reviewStatus: 'draft' }],
    now: api.clock.now(),
  }));
  const [version] = await api.db.select().from(appVersions).where(eq(appVersions.appId, appId));
  versionId = version?.id ?? 0;
});
afterAll(() => api.close());

const ROLES: readonly TransitionRole[] = ['developer', 'reviewer', 'operator'];
const ACTIONS = [...new Set(TRANSITIONS.map(({ action }) => action))];

/** The transition table of the API's description, repeated by hand: action, from, who → to, app after it. */
type Line = [from: ReviewStatus, app: AppStatus, who: string, to: ReviewStatus, app: AppStatus];
const everyApp = (from: ReviewStatus, who: string, to: ReviewStatus): Line[] =>
  APP_STATUSES.map((app) => [from, app, who, to, app]);
const EXPECTED: Record<VersionAction, Line[]> = {
  submit: [
    ...everyApp('draft', 'developer', 'in_review'),
    ...everyApp('changes_requested', 'developer', 'in_review'),
    ...everyApp('withdrawn', 'developer', 'in_review'),
  ],
  revoke: everyApp('in_review', 'developer', 'withdrawn'),
  request_changes: everyApp('in_review', 'reviewer', 'changes_requested'),
  reject: everyApp('in_review', 'reviewer', 'rejected'),
  appeal: everyApp('rejected', 'developer', 'in_review'),
  approve: [
    ['in_review', 'pending_release', 'reviewer', 'approved', 'pending_release'],
    ['in_review', 'published', 'reviewer', 'approved', 'published'],
    ['in_review', 'unpublished', 'reviewer', 'approved', 'pending_release'],
  ],
  release: APP_STATUSES.map((app): Line => ['approved', app, 'developer', 'released', 'published']),
  // The only version: no good one is left to show.
  yank: APP_STATUSES.map((app): Line => ['released', app, 'developer operator', 'yanked', 'unpublished']),
  unpublish: [['released', 'published', 'developer operator', 'released', 'unpublished']],
  relist: [['released', 'unpublished', 'developer operator', 'released', 'published']],
};

class Undo extends Error {}

/** Result of a step from a state, rolled back. */
async function tryStep(
  action: VersionAction,
  role: TransitionRole,
  reviewStatus: ReviewStatus,
  appStatus: AppStatus,
): Promise<string> {
  let outcome = '';
  await api.db
    .transaction(async (tx) => {
      const now = api.clock.now();
      await tx
        .update(appVersions)
        .set({
          reviewStatus,
          dueAt: reviewStatus === 'in_review' ? now : null,
          decidedAt: now,
          round: 0,
        })
        .where(eq(appVersions.id, versionId));
      // A published app has a current version: this one if released, or another one below it.
      let current: number | null = reviewStatus === 'released' ? versionId : null;
      if (current === null && appStatus === 'published') {
        const [other] = await tx
          .insert(appVersions)
          .values({
            appId,
            version: '0.9.0',
            versionKey: 9,
            gitVersion: 'v0.9.0',
            size: 1,
            reviewStatus: 'released',
            description: { zh: '', en: '' },
            changes: [],
            createdAt: now,
          })
          .returning();
        current = other?.id ?? null;
      }
      await tx.update(apps).set({ status: appStatus, currentVersionId: current }).where(eq(apps.id, appId));
      if (action === 'request_changes')
        await tx
          .insert(versionSuggestions)
          .values({ versionId, round: 0, field: 'intro', text: 'x', createdAt: now });
      const userId = role === 'developer' ? developerId : null;
      try {
        const after = await transition(withTransaction(api.app, tx), {
          version: versionId,
          action,
          actor: { userId, name: role, via: 'api', role },
          details: {
            text: 'because',
            submission: {
              content: emptyContent(),
              facts: {
                version: '1.0.0',
                gitVersion: 'v1',
                repoUrl: null,
                size: 1,
                description: { zh: '', en: '' },
                changes: [],
              },
            },
          },
        });
        const [app] = await tx.select().from(apps).where(eq(apps.id, appId));
        const events = await tx.select().from(appEvents).where(eq(appEvents.versionId, versionId));
        const audits = await tx
          .select()
          .from(auditLog)
          .where(and(eq(auditLog.target, `version:${versionId}`), eq(auditLog.action, `dev_app.${action}`)));
        // The clock runs only under review, each step adds an event, and staff also leave an audit row.
        expect([after.dueAt !== null, events.length, audits.length]).toEqual([
          after.reviewStatus === 'in_review',
          1,
          role === 'developer' ? 0 : 1,
        ]);
        expect(events[0]).toMatchObject({ action, actorRole: role, text: 'because' });
        outcome = `${after.reviewStatus} ${app?.status}`;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        outcome = error.code;
      }
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  return outcome;
}

describe.each(ACTIONS)('%s', (action) => {
  const lines = EXPECTED[action];
  const who = new Set(lines.flatMap(([, , roles]) => roles.split(' ')));

  test.each(ROLES)('[R4.03] by a %s: allows exactly the transitions of the table', async (role) => {
    const found: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const reviewStatus of REVIEW_STATUSES) {
      for (const appStatus of APP_STATUSES) {
        const line = lines.find(
          ([from, app, roles]) =>
            from === reviewStatus && app === appStatus && roles.split(' ').includes(role),
        );
        const name = `${reviewStatus}, app ${appStatus}`;
        expected[name] = !who.has(role) ? 'FORBIDDEN' : line ? `${line[3]} ${line[4]}` : 'STATE_CHANGED';
        found[name] = await tryStep(action, role, reviewStatus, appStatus);
      }
    }
    expect(found).toEqual(expected);
  });
});

test('a reviewer cannot review their own app', async () => {
  for (const action of ['request_changes', 'reject', 'approve'] as const) {
    const attempt = api.db.transaction((tx) =>
      transition(withTransaction(api.app, tx), {
        version: versionId,
        action,
        actor: { userId: developerId, name: 'me', via: 'api', role: 'reviewer' },
      }),
    );
    await expect(attempt).rejects.toMatchObject({ code: 'REVIEW_OWN_APP' });
  }
});

test('what a caller found out before the lock is checked again under it', async () => {
  const inside = <T>(work: (context: Context) => Promise<T>) =>
    api.db.transaction((tx) => work(withTransaction(api.app, tx)));
  const stranger = { userId: developerId + 1, name: 'them', via: 'api' } as const;
  await expect(
    inside((context) =>
      transition(context, {
        version: versionId,
        action: 'submit',
        actor: { ...stranger, role: 'developer' },
      }),
    ),
  ).rejects.toMatchObject({ code: 'VERSION_NOT_FOUND' });
  const suggest = (version: number, userId: number) =>
    inside((context) =>
      addSuggestion(context, {
        versionId: version,
        field: 'intro',
        text: 'Shorter',
        actor: { ...stranger, userId, role: 'reviewer' },
      }),
    );
  await expect(suggest(2_147_483_647, stranger.userId)).rejects.toMatchObject({ code: 'VERSION_NOT_FOUND' });
  await expect(suggest(versionId, developerId)).rejects.toMatchObject({ code: 'REVIEW_OWN_APP' });
  await expect(suggest(versionId, stranger.userId)).rejects.toMatchObject({ code: 'STATE_CHANGED' });
  const gone = inside((context) => removeSuggestion(context, 2_147_483_647, stranger.userId));
  await expect(gone).rejects.toMatchObject({ code: 'SUGGESTION_NOT_FOUND' });
  const unknown = inside((context) => resolveSuggestion(context, 2_147_483_647, true));
  await expect(unknown).rejects.toMatchObject({ code: 'SUGGESTION_NOT_FOUND' });
});

describe('[R6.01] Publishing access', () => {
  const ofVersion = () => ({ version_id: versionId });
  const calls = [
    ['difference', devApp.difference, ofVersion],
    ['submit', devApp.submit, ofVersion],
    ['revoke', devApp.revoke, ofVersion],
    ['release', devApp.release, ofVersion],
    ['appeal', devApp.appeal, () => ({ ...ofVersion(), text: 'please' })],
    ['yank', devApp.yank, () => ({ ...ofVersion(), reason: 'broken' })],
    ['detail', devApp.detail, () => ({ id: appId })],
    ['timeline', devApp.timeline, () => ({ id: appId })],
    ['save', devApp.save, () => ({ id: appId, revision: 1, licence: 'MIT' })],
    ['version_save', devApp.versionSave, () => ({ app_id: appId, id: versionId, revision: 1, size: 5 })],
    ['unpublish', devApp.unpublish, () => ({ id: appId })],
    ['relist', devApp.relist, () => ({ id: appId })],
    ['check_name', devApp.checkName, () => ({ name: 'Some name', id: appId })],
  ] as const;

  test.each(calls)(
    '%s: 404 for another developer, 403 without the role, 401 without a session',
    async (_, call, input) => {
      const before = await api.db.select().from(appVersions).where(eq(appVersions.id, versionId));
      const other = await signInSeeded(api, 'lighthouse@yunduo.test');
      const statuses = [(await api.call(call, input() as never, { token: other })).status];
      for (const email of ['plain@yunduo.test', 'reviewer@yunduo.test', 'operator@yunduo.test']) {
        const token = await signInSeeded(api, email);
        statuses.push((await api.call(call, input() as never, { token })).status);
      }
      statuses.push((await api.call(call, input() as never)).status);
      expect(statuses).toEqual([404, 403, 403, 403, 401]);
      expect(await api.db.select().from(appVersions).where(eq(appVersions.id, versionId))).toEqual(before);
    },
  );

  test('an unknown id returns the same 404', async () => {
    const token = await signInSeeded(api, 'newcomer@yunduo.test');
    const answers = [
      await api.call(devApp.detail, { id: 2_147_483_647 }, { token }),
      await api.call(devApp.submit, { version_id: 2_147_483_647 }, { token }),
      await api.call(devApp.suggestionAnswer, { id: 2_147_483_647, answer: 'x' }, { token }),
    ];
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [404, 'APP_NOT_FOUND'],
      [404, 'VERSION_NOT_FOUND'],
      [404, 'SUGGESTION_NOT_FOUND'],
    ]);
  });
});

test('the store list matches every published app', async () => {
  expect(await wronglyListed(api.db)).toEqual([]);
});
