import { MINUTE, REVIEW_CLAIM_TTL } from '@yunduo/validation';
import { and, eq, gt } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { descNullsLast } from '../../db/query.ts';
import { appEvents, apps, appVersions, reviewClaims, users } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import type { VersionRow } from '../publishing/step.ts';

/** Who works on a version, and until when if they do nothing more. */
export interface Claim {
  reviewerId: number;
  nickname: string;
  claimedAt: Date;
  expiresAt: Date;
}

/** The live claim on a version; null when nobody holds it, or who held it did nothing for `REVIEW_CLAIM_TTL`. */
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
 * Takes a version for this reviewer, holds it on, or takes it over when its claim went stale. The version is locked: of
 * two at once the first has it.
 * @throws ApiError VERSION_NOT_FOUND, REVIEW_OWN_APP, REVIEW_OWN_REJECTION, STATE_CHANGED when nothing is under review,
 * REVIEW_CLAIMED with the name of who holds it
 */
export async function takeClaim(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  reviewerId: number,
  versionId: number,
): Promise<Claim> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    // The version before its claim, as suggestions and decisions lock them: nobody waits in a circle.
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
      // Held on, not taken anew.
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

/** Lets a version go. Who does not hold it changes nothing. */
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
 * Refuses who would work on what somebody else holds.
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

/** Whether it is heard again after a rejection: the appeal is younger than the submission. */
export const isAppeal = ({ reviewStatus, appealedAt, submittedAt }: VersionRow): boolean =>
  reviewStatus === 'in_review' && appealedAt !== null && (submittedAt === null || appealedAt >= submittedAt);

/** Who rejected what is heard again on appeal; null when nothing is, and when it was no person's account. */
export async function rejecterOf(db: Db, version: VersionRow): Promise<number | null> {
  if (!isAppeal(version)) return null;
  const [rejection] = await db
    .select({ reviewerId: appEvents.actorId })
    .from(appEvents)
    .where(and(eq(appEvents.versionId, version.id), eq(appEvents.action, 'reject')))
    .orderBy(descNullsLast(appEvents.at), descNullsLast(appEvents.id))
    .limit(1);
  return rejection?.reviewerId ?? null;
}

/**
 * A version that this reviewer may work on now. An appeal is heard by somebody else than who rejected it: the
 * developer was promised so.
 * @throws ApiError VERSION_NOT_FOUND, REVIEW_OWN_APP, REVIEW_OWN_REJECTION, STATE_CHANGED
 */
export async function reviewable(db: Db, versionId: number, reviewerId: number | null) {
  const [found] = await db
    .select({ version: appVersions, developerId: apps.developerId })
    .from(appVersions)
    .innerJoin(apps, eq(apps.id, appVersions.appId))
    .where(eq(appVersions.id, versionId));
  // What was never handed in is its developer's alone.
  if (!found || found.version.reviewStatus === 'draft') throw apiError('VERSION_NOT_FOUND');
  if (reviewerId !== null && found.developerId === reviewerId) throw apiError('REVIEW_OWN_APP');
  if (found.version.reviewStatus !== 'in_review') throw apiError('STATE_CHANGED');
  if (reviewerId !== null && (await rejecterOf(db, found.version)) === reviewerId)
    throw apiError('REVIEW_OWN_REJECTION');
  return found.version;
}
