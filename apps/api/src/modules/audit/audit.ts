import type { Context } from '../../context.ts';
import { auditLog } from '../../db/schema/index.ts';
import type { SessionUser } from '../../http/route.ts';

/** Who does what an operator may do: somebody signed in, the command line, or a job. */
export interface Actor {
  /** Null when it is no account. */
  userId: number | null;
  /** Address of the account, name of the system user, or name of the job. */
  name: string;
  via: 'api' | 'command' | 'job';
}

/** Somebody signed in, as the log names them. */
export const actorOf = (user: SessionUser): Actor => ({ userId: user.id, name: user.email, via: 'api' });

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
    details,
  });
}
