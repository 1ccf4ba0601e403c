import { MINUTE, REVIEW_CLAIM_TTL } from '@yunduo/validation';
import { and, eq, gt } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { appEvents, apps, appVersions, reviewClaims, users } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import type { VersionRow } from '../publishing/step.ts';

/** A reviewer's claim on a version, and when it expires without activity. */
export interface Claim {
  reviewerId: number;
  nickname: string;
  claimedAt: Date;
  expiresAt: Date;
}

/** The live claim on a version; null when there is none, or its holder was inactive for `REVIEW_CLAIM_TTL`. */
export async function claimOf(db: Db, versionId: number, now: Date): Promise<Claim | null> {
  const [claim] = await db
    .select({
      reviewerId: reviewClaims.reviewerId,
      nickname: users.nickname,
      claimedAt: reviewClaims.claimedAt,
      expiresAt: reviewClaims.expiresAt,
    })
    .from(reviewClaims)
    .innerJoin(users, eq(users.id, reviewClaims.reviewerId))
    .where(and(eq(reviewClaims.versionId, versionId), gt(reviewClaims.expiresAt, now)));
  return claim ?? null;
}

/**
 * Claims a version for this reviewer, extends their claim, or takes over a stale one. The version is locked: of two
 * concurrent claims the first wins.
 * @throws ApiError VERSION_NOT_FOUND, REVIEW_OWN_APP, REVIEW_OWN_REJECTION, STATE_CHANGED when nothing is under review,
 * REVIEW_CLAIMED with the holder's name
 */
export async function takeClaim(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  reviewerId: number,
  versionId: number,
): Promise<Claim> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    // Lock order: version before claim, as in suggestions and decisions, so that they cannot deadlock.
    await tx
      .select({ id: appVersions.id })
      .from(appVersions)
      .where(eq(appVersions.id, versionId))
      .for('update');
    await reviewable(tx, versionId, reviewerId);
    const held = await claimOf(tx, versionId, now);
    if (held && held.reviewerId !== reviewerId) throw claimed(held, now);
    const set = {
      reviewerId,
      // An extended claim keeps its start.
      claimedAt: held?.claimedAt ?? now,
      expiresAt: after(now, REVIEW_CLAIM_TTL),
    };
    await tx
      .insert(reviewClaims)
      .values({ versionId, ...set })
      .onConflictDoUpdate({ target: reviewClaims.versionId, set });
    const claim = await claimOf(tx, versionId, now);
    if (!claim) throw new Error('the claim was not kept');
    return claim;
  });
}

/** Releases a claim. No effect unless this reviewer holds it. */
export async function releaseClaim(
  { db }: Pick<Context, 'db'>,
  reviewerId: number,
  versionId: number,
): Promise<void> {
  await db
    .delete(reviewClaims)
    .where(and(eq(reviewClaims.versionId, versionId), eq(reviewClaims.reviewerId, reviewerId)));
}

/**
 * Refuses a reviewer when another one holds the claim.
 * @throws ApiError REVIEW_CLAIMED
 */
export async function rejectClaimedByOther(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  reviewerId: number | null,
  versionId: number,
): Promise<void> {
  const now = clock.now();
  const claim = await claimOf(db, versionId, now);
  if (claim && claim.reviewerId !== reviewerId) throw claimed(claim, now);
}

function claimed(claim: Claim, now: Date) {
  const minutes = Math.max(1, Math.ceil((claim.expiresAt.getTime() - now.getTime()) / MINUTE));
  return apiError('REVIEW_CLAIMED', { words: { name: claim.nickname, minutes } });
}

/** Whether a review is an appeal: the appeal is newer than the submission. */
export const isAppeal = ({ reviewStatus, appealedAt, submittedAt }: VersionRow): boolean =>
  reviewStatus === 'in_review' && appealedAt !== null && (submittedAt === null || appealedAt >= submittedAt);

/**
 * The reviewer whose rejection is under appeal; null without an appeal, or when the rejection came from the command
 * line.
 */
export async function rejecterOf(db: Db, version: VersionRow): Promise<number | null> {
  if (!isAppeal(version)) return null;
  const [rejection] = await db
    .select({ reviewerId: appEvents.actorId })
    .from(appEvents)
    // There is only one: a second rejection is final.
    .where(and(eq(appEvents.versionId, version.id), eq(appEvents.action, 'reject')));
  return rejection?.reviewerId ?? null;
}

/**
 * A version that this reviewer may review now. An appeal needs a different reviewer from the rejection, as developers
 * are promised.
 * @throws ApiError VERSION_NOT_FOUND, REVIEW_OWN_APP, REVIEW_OWN_REJECTION, STATE_CHANGED
 */
export async function reviewable(db: Db, versionId: number, reviewerId: number | null) {
  const [found] = await db
    .select({ version: appVersions, developerId: apps.developerId })
    .from(appVersions)
    .innerJoin(apps, eq(apps.id, appVersions.appId))
    .where(eq(appVersions.id, versionId));
  // A version never submitted is visible to its developer only.
  if (!found || found.version.reviewStatus === 'draft') throw apiError('VERSION_NOT_FOUND');
  if (reviewerId !== null && found.developerId === reviewerId) throw apiError('REVIEW_OWN_APP');
  if (found.version.reviewStatus !== 'in_review') throw apiError('STATE_CHANGED');
  if (reviewerId !== null && (await rejecterOf(db, found.version)) === reviewerId)
    throw apiError('REVIEW_OWN_REJECTION');
  return found.version;
}
