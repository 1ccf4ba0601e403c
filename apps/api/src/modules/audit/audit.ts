import type { Context } from '../../context.ts';
import { auditLog, type decisionProposals } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/route.ts';

/** The performer of an operator's action: an account, the command line, or a job. */
export interface Actor {
  /** Null for the command line and jobs. */
  userId: number | null;
  /** Address of the account, name of the system user, or name of the job. */
  name: string;
  via: 'api' | 'command' | 'job';
  /** Set while an operator executes another operator's proposal: the second operator is the actor. */
  confirms?: typeof decisionProposals.$inferSelect;
}

/** A signed-in user as the actor in the audit log. */
export const actorOf = (user: SessionUser): Actor => ({ userId: user.id, name: user.email, via: 'api' });

/**
 * Refuses decisions about oneself: every service called by operators or reviewers passes the accounts that its decision
 * concerns. `trust/self-dealing.test.ts` takes the calls and commands from their lists and tries each.
 * @throws ApiError CONFLICT_OF_INTEREST
 */
export function rejectConflictOfInterest(actor: Actor, ...concerned: (number | null)[]): void {
  if (actor.userId !== null && concerned.includes(actor.userId)) throw apiError('CONFLICT_OF_INTEREST');
}

export interface AuditEntry {
  /** Noun and verb, such as `invitation.create`. */
  action: string;
  /** Noun and id, such as `invitation:12`. */
  target: string;
  /** The changes, without secrets. */
  details?: Record<string, unknown>;
}

/** Records an action, in its transaction. */
export async function audit(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  { action, target, details = {} }: AuditEntry,
): Promise<void> {
  await db.insert(auditLog).values({
    at: clock.now(),
    actorId: actor.userId,
    actor: actor.name,
    via: actor.via,
    action,
    target,
    details: actor.confirms
      ? { ...details, proposal: actor.confirms.id, proposed_by: actor.confirms.proposedBy }
      : details,
  });
}
