import { DAY, REVIEW_APPEAL_DAYS } from '@yunduo/validation';
import { and, count, desc, eq, isNull, not } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { versionSubmissions, versionSuggestions } from '../../db/schema/review.ts';
import { apps, appVersions } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';
import { dueAfter, dueAfterReturn } from '../calendar/clock.ts';
import { touchContent } from '../site/settings.ts';
import { applyContent } from './content.ts';
import { claimNames, freeName } from './names.ts';
import { saveReplacement } from './replacement.ts';
import { submissionOf } from './rounds.ts';
import { carryHidden } from './suggestions.ts';
import type { AppRow, Step, VersionAction, VersionRow } from './step.ts';
import { factsOf } from './versions.ts';

interface Effect {
  /** Checks that refuse the step, and the columns written with the new state. */
  before?(context: Context, step: Step): Promise<Partial<VersionRow>>;
  /** Effects on the app and the store; `row` is the version after the step. */
  after?(context: Context, step: Step): Promise<void>;
}

/** Effects of each action beyond the version's new state. */
export const effects: Record<VersionAction, Effect> = {
  submit: {
    async before(context, { row, details, now }) {
      if (!details.submission) throw new Error('a submission without what is submitted');
      const { content, facts } = details.submission;
      const round = row.round + 1;
      const dueAt = await dueOfSubmission(context, row, now);
      await context.db
        .insert(versionSubmissions)
        .values({ versionId: row.id, round, content, facts, submittedAt: now, dueAt });
      await carryHidden(context.db, row, round);
      // The stored facts are those submitted, including changes derived from the description.
      const undecided = { decidedAt: null, decisionText: '', rejectReason: null };
      return { ...facts, round, submittedAt: now, dueAt, ...undecided };
    },
  },
  revoke: {},
  request_changes: {
    async before({ db }, { row, details, now }) {
      const [open] = await db
        .select({ n: count() })
        .from(versionSuggestions)
        .where(and(eq(versionSuggestions.versionId, row.id), isNull(versionSuggestions.resolvedAt)));
      if (!open?.n) throw apiError('SUGGESTION_REQUIRED');
      return { decidedAt: now, decisionText: details.text ?? '', rejectReason: null };
    },
  },
  reject: {
    before: async (_context, { details, now }) => ({
      decidedAt: now,
      decisionText: details.text ?? '',
      rejectReason: details.reason ?? 'other',
    }),
  },
  appeal: {
    async before({ db }, { row, now }) {
      const until = row.decidedAt && after(row.decidedAt, REVIEW_APPEAL_DAYS * DAY);
      if (row.appealedAt || !until || now > until) throw apiError('APPEAL_OVER');
      // An appeal is a new review with a new deadline.
      return { appealedAt: now, dueAt: await dueAfter(db, now), decidedAt: null };
    },
  },
  approve: {
    before: async (_context, { details, now }) => ({
      decidedAt: now,
      decisionText: details.text ?? '',
      rejectReason: null,
    }),
    async after({ db }, { app, row, now }) {
      // An app with a version to show can be published again with it; a listing alone brings none.
      if (row.listing || app.currentVersionId !== null || app.takenDownAt) return;
      await db.update(apps).set({ status: 'pending_release', updatedAt: now }).where(eq(apps.id, app.id));
    },
  },
  release: {
    async before({ db }, { app, row, now }) {
      if (app.takenDownAt) throw apiError('APP_TAKEN_DOWN');
      const live = await currentOf({ db }, app.currentVersionId);
      if (row.listing) {
        if (!canShowListing(row, app, live)) throw apiError('STATE_CHANGED');
        return { releasedAt: now };
      }
      if (live && live.versionKey >= row.versionKey)
        throw apiError('VERSION_NOT_HIGHER', { words: { version: live.version } });
      if (live) {
        await db
          .update(appVersions)
          .set({ reviewStatus: 'superseded' })
          .where(and(eq(appVersions.id, live.id), eq(appVersions.reviewStatus, 'released')));
      }
      return { releasedAt: now };
    },
    async after(context, { app, row, now }) {
      if (row.listing) {
        await showListing(context, app, row);
        await context.db.update(apps).set({ updatedAt: now }).where(eq(apps.id, app.id));
        await touchContent(context.db);
        return;
      }
      await showVersion(context, app.id, row);
      await context.db
        .update(apps)
        .set({
          status: 'published',
          firstPublishedAt: app.firstPublishedAt ?? now,
          updatedAt: now,
        })
        .where(eq(apps.id, app.id));
      await touchContent(context.db);
    },
  },
  yank: {
    before: async (_context, { details }) => ({
      yankReason: details.text ?? '',
      yankReasons: details.reasons ?? null,
    }),
    async after(context, { app, row, now }) {
      const { db } = context;
      if (app.currentVersionId !== row.id) return;
      const good = await highestSuperseded(context, app.id);
      if (good) {
        await db.update(appVersions).set({ reviewStatus: 'released' }).where(eq(appVersions.id, good.id));
        // A release freed the version's old name: another app may have it, and the yank must not fail.
        await showVersion(context, app.id, good, (name) => freeName(db, app, name));
        await db.update(apps).set({ updatedAt: now }).where(eq(apps.id, app.id));
      } else {
        // No released version is left to show.
        await db
          .update(apps)
          .set({ status: 'unpublished', currentVersionId: null, updatedAt: now })
          .where(eq(apps.id, app.id));
      }
      await touchContent(db);
    },
  },
  unpublish: {
    async before(context, { app, actor, details: { replacement } }) {
      if (replacement !== undefined) await saveReplacement(context, app, replacement, actor);
      return {};
    },
    async after({ db }, { app, actor, details, now }) {
      // Only an operator can republish an app taken down by an operator.
      const takenDown = actor.role === 'operator' && {
        takenDownAt: now,
        takenDownReason: details.text ?? '',
      };
      await db
        .update(apps)
        .set({ status: 'unpublished', ...takenDown, updatedAt: now })
        .where(eq(apps.id, app.id));
      await touchContent(db);
    },
  },
  relist: {
    async before(_context, { app, actor }) {
      if (app.takenDownAt && actor.role !== 'operator') throw apiError('APP_TAKEN_DOWN');
      return {};
    },
    async after({ db }, { app, now }) {
      await db
        .update(apps)
        .set({ status: 'published', takenDownAt: null, takenDownReason: null, updatedAt: now })
        .where(eq(apps.id, app.id));
      await touchContent(db);
    },
  },
};

/**
 * Deadline of a submission: three working days for a first one and after a withdrawal. After requested changes the
 * clock resumes where it stopped (`dueAfterReturn`).
 */
async function dueOfSubmission({ db }: Context, row: VersionRow, now: Date): Promise<Date> {
  if (row.reviewStatus !== 'changes_requested' || !row.decidedAt) return dueAfter(db, now);
  const last = await submissionOf(db, row);
  if (!last) return dueAfter(db, now);
  return dueAfterReturn(db, { dueAt: last.dueAt, handedBackAt: row.decidedAt, now });
}

/** The version that the store shows or last showed. */
export async function currentOf({ db }: Pick<Context, 'db'>, id: number | null): Promise<VersionRow | null> {
  if (id === null) return null;
  const [row] = await db.select().from(appVersions).where(eq(appVersions.id, id));
  return row ?? null;
}

async function highestSuperseded({ db }: Context, appId: number): Promise<VersionRow | null> {
  const [row] = await db
    .select()
    .from(appVersions)
    .where(
      and(eq(appVersions.appId, appId), not(appVersions.listing), eq(appVersions.reviewStatus, 'superseded')),
    )
    .orderBy(desc(appVersions.versionKey))
    .limit(1);
  return row ?? null;
}

/** Whether an approved listing may replace the published content: not if that was submitted later. */
export const canShowListing = (
  row: Pick<VersionRow, 'submittedAt'>,
  app: Pick<AppRow, 'status'>,
  live: Pick<VersionRow, 'submittedAt'> | null,
): boolean =>
  app.status === 'published' &&
  live !== null &&
  (live.submittedAt === null || (row.submittedAt !== null && row.submittedAt >= live.submittedAt));

/**
 * Publishes a separately reviewed listing: the released version gets a new round with the same facts, so that the
 * listing is also restored with it when a later version is yanked.
 */
async function showListing(context: Context, app: AppRow, row: VersionRow): Promise<void> {
  const { db } = context;
  const live = await currentOf({ db }, app.currentVersionId);
  const reviewed = await submissionOf(db, row);
  if (!live || !reviewed) throw apiError('STATE_CHANGED');
  const round = live.round + 1;
  const { content, submittedAt, dueAt } = reviewed;
  await db
    .insert(versionSubmissions)
    .values({ versionId: live.id, round, content, facts: factsOf(live), submittedAt, dueAt });
  await db.update(appVersions).set({ round }).where(eq(appVersions.id, live.id));
  await db.update(appVersions).set({ reviewStatus: 'superseded' }).where(eq(appVersions.id, row.id));
  await showVersion(context, app.id, { ...live, round });
}

/** Makes a version current in the store, with the content reviewed with it. */
async function showVersion(
  context: Context,
  appId: number,
  version: VersionRow,
  nameOf: (reviewed: Bilingual) => Promise<Bilingual> = (name) => Promise.resolve(name),
): Promise<void> {
  const { db } = context;
  const submission = await submissionOf(db, version);
  // A version older than the submissions table has none: the shown content stays.
  if (submission) {
    const { content } = submission;
    await applyContent(db, appId, { ...content, name: await nameOf(content.name) });
  }
  await db
    .update(apps)
    .set({
      currentVersionId: version.id,
      lastReleasedAt: version.releasedAt,
      ...(version.repoUrl !== null && { repoUrl: version.repoUrl }),
    })
    .where(eq(apps.id, appId));
  await claimNames(db, appId);
}
