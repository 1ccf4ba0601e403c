import type { Context } from '../../context.ts';
import { auditLog, type decisionProposals } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/route.ts';

/** Who does what an operator may do: somebody signed in, the command line, or a job. */
export interface Actor {
  /** Null when it is no account. */
  userId: number | null;
  /** Address of the account, name of the system user, or name of the job. */
  name: string;
  via: 'api' | 'command' | 'job';
  /** Set while an operator carries out what another one proposed: the second of the two is the actor. */
  confirms?: typeof decisionProposals.$inferSelect;
}

/** Somebody signed in, as the log names them. */
export const actorOf = (user: SessionUser): Actor => ({ userId: user.id, name: user.email, via: 'api' });

/**
 * Nobody decides about themselves: every service that an operator or a reviewer calls passes the accounts that its
 * decision is about. `trust/self-dealing.test.ts` takes the calls and commands from their lists and tries each.
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
  /** What changed, without secrets. */
  details?: Record<string, unknown>;
}

/** Writes down what was done, in the transaction that does it. */
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
