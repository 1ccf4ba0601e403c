import type { SuggestionField } from '@yunduo/validation';
import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { versionSuggestions } from '../../db/schema/review.ts';
import { apps, appVersions } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';
import type { TransitionActor, VersionRow } from './step.ts';

export type SuggestionRow = typeof versionSuggestions.$inferSelect;

/** A suggestion and its version, which is locked as in a decision, so that the caller's checks stay true. */
async function findSuggestion({ db }: Context, id: number) {
  const ofSuggestion = db
    .select({ id: versionSuggestions.versionId })
    .from(versionSuggestions)
    .where(eq(versionSuggestions.id, id));
  const [version] = await db
    .select()
    .from(appVersions)
    .where(inArray(appVersions.id, ofSuggestion))
    .for('update');
  if (!version) return null;
  const [suggestion] = await db.select().from(versionSuggestions).where(eq(versionSuggestions.id, id));
  const [app] = await db.select().from(apps).where(eq(apps.id, version.appId));
  return suggestion && app ? { suggestion, version, developerId: app.developerId } : null;
}

/**
 * Adds a reviewer's suggestion to a version under review. The developer sees it with the decision. Runs in the caller's
 * transaction; the version is locked, so that a concurrent decision cannot miss it.
 * @throws ApiError VERSION_NOT_FOUND, STATE_CHANGED, REVIEW_OWN_APP
 */
export async function addSuggestion(
  { db, clock }: Context,
  {
    versionId,
    round,
    field,
    text,
    actor,
  }: { versionId: number; round?: number; field: SuggestionField; text: string; actor: TransitionActor },
): Promise<SuggestionRow> {
  const [version] = await db
    .select({
      id: appVersions.id,
      round: appVersions.round,
      status: appVersions.reviewStatus,
      developerId: apps.developerId,
    })
    .from(appVersions)
    .innerJoin(apps, eq(apps.id, appVersions.appId))
    .where(eq(appVersions.id, versionId))
    .for('update', { of: appVersions });
  if (!version) throw apiError('VERSION_NOT_FOUND');
  if (actor.userId !== null && version.developerId === actor.userId) throw apiError('REVIEW_OWN_APP');
  if (version.status !== 'in_review' || version.round !== (round ?? version.round))
    throw apiError('STATE_CHANGED');
  const [row] = await db
    .insert(versionSuggestions)
    .values({
      versionId,
      round: version.round,
      field,
      text,
      reviewerId: actor.userId,
      createdAt: clock.now(),
    })
    .returning();
  if (!row) throw new Error('no suggestion was written');
  return row;
}

/**
 * Removes a reviewer's own suggestion of this round, before the decision.
 * @throws ApiError SUGGESTION_NOT_FOUND also for another reviewer's, STATE_CHANGED
 */
export async function removeSuggestion(context: Context, id: number, reviewerId: number): Promise<void> {
  const found = await findSuggestion(context, id);
  if (!found || found.suggestion.reviewerId !== reviewerId) throw apiError('SUGGESTION_NOT_FOUND');
  if (!isRemovable(found.suggestion, found.version)) throw apiError('STATE_CHANGED');
  await context.db.delete(versionSuggestions).where(eq(versionSuggestions.id, id));
}

/**
 * Marks a suggestion as resolved by a reviewer, or reopens it.
 * @throws ApiError SUGGESTION_NOT_FOUND, STATE_CHANGED
 */
export async function resolveSuggestion(
  context: Context,
  id: number,
  resolved: boolean,
): Promise<SuggestionRow> {
  const found = await findSuggestion(context, id);
  if (!found) throw apiError('SUGGESTION_NOT_FOUND');
  if (found.version.reviewStatus !== 'in_review') throw apiError('STATE_CHANGED');
  return setResolved(context, found.suggestion, resolved ? 'reviewer' : null, {});
}

/**
 * Answers a suggestion, marks it done, or both. Allowed only while it is the developer's turn.
 * @throws ApiError SUGGESTION_NOT_FOUND also for another developer's, STATE_CHANGED
 */
export async function answerSuggestion(
  context: Context,
  { id, userId, answer, resolved }: { id: number; userId: number; answer?: string; resolved?: boolean },
): Promise<SuggestionRow> {
  const found = await findSuggestion(context, id);
  if (!found || found.developerId !== userId || isHidden(found.suggestion, found.version))
    throw apiError('SUGGESTION_NOT_FOUND');
  if (!['changes_requested', 'withdrawn'].includes(found.version.reviewStatus))
    throw apiError('STATE_CHANGED');
  const words =
    answer === undefined
      ? {}
      : { answer: answer === '' ? null : answer, answeredAt: answer === '' ? null : context.clock.now() };
  const by = resolved === undefined ? found.suggestion.resolvedBy : resolved ? 'developer' : null;
  return setResolved(context, found.suggestion, by, words);
}

async function setResolved(
  { db, clock }: Context,
  { id, resolvedBy, resolvedAt }: SuggestionRow,
  by: SuggestionRow['resolvedBy'],
  words: Partial<Pick<SuggestionRow, 'answer' | 'answeredAt'>>,
): Promise<SuggestionRow> {
  // An answer alone leaves the time at which it was resolved.
  const at = by === resolvedBy ? resolvedAt : by === null ? null : clock.now();
  const [row] = await db
    .update(versionSuggestions)
    .set({ ...words, resolvedBy: by, resolvedAt: at })
    .where(eq(versionSuggestions.id, id))
    .returning();
  if (!row) throw apiError('SUGGESTION_NOT_FOUND');
  return row;
}

type Decided = Pick<VersionRow, 'round' | 'decidedAt' | 'appealedAt'>;

/**
 * Suggestions of an undecided review are hidden from the developer. An appeal reopens the review but does not hide
 * suggestions already shown.
 */
export const isHidden = (
  { round, createdAt }: Pick<SuggestionRow, 'round' | 'createdAt'>,
  { decidedAt, appealedAt, ...version }: Decided,
): boolean =>
  decidedAt === null && round === version.round && (appealedAt === null || createdAt > appealedAt);

/** Whether its reviewer can remove it: the developer has not seen it. */
export const isRemovable = (
  suggestion: Pick<SuggestionRow, 'round' | 'createdAt'>,
  version: Decided & Pick<VersionRow, 'reviewStatus'>,
): boolean => version.reviewStatus === 'in_review' && isHidden(suggestion, version);

/** Withdrawn before a decision: the reviewer's unseen suggestions move to the new submission. */
export async function carryHidden(db: Db, version: Decided & { id: number }, round: number): Promise<void> {
  const rows = await suggestionsOf(db, version, 'reviewer');
  const hidden = rows.filter((row) => isHidden(row, version)).map(({ id }) => id);
  if (hidden.length === 0) return;
  await db.update(versionSuggestions).set({ round }).where(inArray(versionSuggestions.id, hidden));
}

/** The suggestions of a version, oldest round first. For the developer, without those of an undecided review. */
export async function suggestionsOf(
  db: Db,
  version: Decided & { id: number },
  reader: 'developer' | 'reviewer',
): Promise<SuggestionRow[]> {
  const rows = await listSuggestions(db, eq(versionSuggestions.versionId, version.id));
  return reader === 'reviewer' ? rows : rows.filter((row) => !isHidden(row, version));
}

/** The suggestions of several versions that the developer sees, by version, in one query. */
export async function suggestionsByVersion(
  db: Db,
  versions: readonly (Decided & { id: number })[],
): Promise<Map<number, SuggestionRow[]>> {
  const ids = versions.map(({ id }) => id);
  const rows = ids.length > 0 ? await listSuggestions(db, inArray(versionSuggestions.versionId, ids)) : [];
  return new Map(
    versions.map((version) => [
      version.id,
      rows.filter((row) => row.versionId === version.id && !isHidden(row, version)),
    ]),
  );
}

/** The unresolved suggestions of a version. */
export const openSuggestionsOf = (db: Db, versionId: number): Promise<SuggestionRow[]> =>
  listSuggestions(
    db,
    and(eq(versionSuggestions.versionId, versionId), isNull(versionSuggestions.resolvedAt)),
  );

function listSuggestions(db: Db, which: SQL | undefined): Promise<SuggestionRow[]> {
  return db
    .select()
    .from(versionSuggestions)
    .where(which)
    .orderBy(asc(versionSuggestions.round), asc(versionSuggestions.id));
}
