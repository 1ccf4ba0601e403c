import {
  REVIEW_CHECK_ITEMS,
  type RejectReason,
  type ReviewDecision,
  type SuggestionField,
} from '@yunduo/validation';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { reviewChecks, reviewClaims, versionSuggestions, type ReviewCheck } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import type { Actor } from '../audit/audit.ts';
import {
  addSuggestion,
  removeSuggestion,
  resolveSuggestion,
  type SuggestionRow,
} from '../publishing/suggestions.ts';
import type { VersionRow } from '../publishing/step.ts';
import { transition } from '../publishing/transitions.ts';
import { rejectClaimedByOther, reviewable, takeClaim } from './claims.ts';

export interface Decision {
  versionId: number;
  /** The submission that was reviewed; a newer one has not been. */
  round: number;
  decision: ReviewDecision;
  /** Required for a rejection. */
  reason?: RejectReason;
  text: string;
  checklist: readonly ReviewCheck[];
  /** The command line may override another reviewer's claim. */
  despiteClaim?: boolean;
}

/**
 * Decides a review, in the caller's transaction. `transition` writes state, timeline, audit row and the developer's
 * mail; the checklist is stored beside it. Of two concurrent decisions the first wins.
 * @throws ApiError VERSION_NOT_FOUND, REVIEW_OWN_APP, REVIEW_OWN_REJECTION, REVIEW_CLAIMED, STATE_CHANGED,
 * CHECKLIST_INCOMPLETE, CHECKLIST_NOT_PASSED for an approval, SUGGESTION_REQUIRED for a request without an open
 * suggestion
 */
export async function decideReview(context: Context, actor: Actor, input: Decision): Promise<VersionRow> {
  const { db, clock } = context;
  const { versionId, round, decision, reason, text } = input;
  const before = await reviewable(db, versionId, actor.userId);
  if (before.round !== round) throw apiError('STATE_CHANGED');
  if (!input.despiteClaim) await rejectClaimedByOther(context, actor.userId, versionId);
  const checks = answered(input.checklist, decision);
  const decided = await transition(context, {
    version: versionId,
    action: decision,
    actor: { ...actor, role: 'reviewer' },
    details: { ...(text && { text }), ...(decision === 'reject' && { reason: reason ?? 'other' }) },
  });
  // Withdrawn and resubmitted between the read and the lock: the reviewer judged another submission.
  if (decided.round !== round) throw apiError('STATE_CHANGED');
  await db
    .insert(reviewChecks)
    .values({ versionId, reviewerId: actor.userId, decidedAt: clock.now(), checks });
  await db.delete(reviewClaims).where(eq(reviewClaims.versionId, versionId));
  return decided;
}

/** Each item exactly once, in checklist order. */
function answered(checklist: readonly ReviewCheck[], decision: ReviewDecision): ReviewCheck[] {
  const answers = new Map(checklist.map((check) => [check.item, check]));
  const checks = REVIEW_CHECK_ITEMS.flatMap((item) => answers.get(item) ?? []);
  if (checks.length < REVIEW_CHECK_ITEMS.length) throw apiError('CHECKLIST_INCOMPLETE');
  if (decision === 'approve' && checks.some(({ answer }) => answer === 'no'))
    throw apiError('CHECKLIST_NOT_PASSED');
  return checks.map(({ item, answer, note }) => ({ item, answer, note }));
}

export interface SuggestionInput {
  versionId: number;
  /** The submission that it is about; without one, the newest. */
  round?: number;
  field: SuggestionField;
  text: string;
}

/**
 * Suggests a change to a field, and claims the version or extends the claim.
 * @throws ApiError VERSION_NOT_FOUND, REVIEW_OWN_APP, REVIEW_OWN_REJECTION, STATE_CHANGED, REVIEW_CLAIMED
 */
export async function suggest(
  context: Context,
  actor: Actor & { userId: number },
  input: SuggestionInput,
): Promise<SuggestionRow> {
  await reviewable(context.db, input.versionId, actor.userId);
  await rejectClaimedByOther(context, actor.userId, input.versionId);
  // Lock order: version before claim, as in a decision, so that they cannot deadlock.
  const row = await addSuggestion(context, { ...input, actor: { ...actor, role: 'reviewer' } });
  await takeClaim(context, actor.userId, input.versionId);
  return row;
}

/**
 * Changes an open suggestion: a reviewer removes their own from this round, or resolves or reopens one of an earlier
 * round.
 * @throws ApiError SUGGESTION_NOT_FOUND also for a suggestion of another version, or to remove another reviewer's;
 * otherwise as `suggest`
 */
export async function changeSuggestion(
  context: Context,
  actor: Actor & { userId: number },
  { versionId, id, change }: { versionId: number; id: number; change: 'remove' | 'resolve' | 'reopen' },
): Promise<void> {
  await reviewable(context.db, versionId, actor.userId);
  await rejectClaimedByOther(context, actor.userId, versionId);
  const found = await context.db
    .select({ id: versionSuggestions.id })
    .from(versionSuggestions)
    .where(and(eq(versionSuggestions.id, id), eq(versionSuggestions.versionId, versionId)));
  if (found.length === 0) throw apiError('SUGGESTION_NOT_FOUND');
  if (change === 'remove') await removeSuggestion(context, id, actor.userId);
  else await resolveSuggestion(context, id, change === 'resolve');
  await takeClaim(context, actor.userId, versionId);
}
