import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { feedbackTickets, userRoles, users } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { audit, rejectConflictOfInterest, type Actor } from '../audit/audit.ts';
import { ofTicket, type OperatorThread } from './answers.ts';

/** Accounts that may be assigned: those that the desk is open to. Admins have every role. */
const OPERATORS = ['operator', 'admin'] as const;
/** A desk has a handful of operators; a choice of more could not be read. */
const LISTED = 200;

/** Accounts that feedback can be assigned to, by address. */
export async function listAssignees(db: Db) {
  return db
    .selectDistinctOn([users.email], { id: users.id, email: users.email, nickname: users.nickname })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(and(inArray(userRoles.role, OPERATORS), isNull(users.disabledAt)))
    .orderBy(asc(users.email))
    .limit(LISTED);
}

/** Locks the role, so that the account cannot lose it before the assignment is committed. */
async function isAssignable(db: Db, userId: number): Promise<boolean> {
  const held = await db
    .select({ role: userRoles.role })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(and(eq(userRoles.userId, userId), inArray(userRoles.role, OPERATORS), isNull(users.disabledAt)))
    .for('share');
  return held.length > 0;
}

export interface Assignment {
  no: string;
  /** Null unassigns it. */
  assignee: number | null;
  /** The assignee that the operator saw. */
  before: number | null;
}

/**
 * Assigns a ticket to an operator, to another one, or to none. It does not count as an edit: a reply that is being
 * written can still be sent.
 * @throws ApiError FEEDBACK_NOT_FOUND, CONFLICT_OF_INTEREST for one's own ticket and for its author, STATE_CHANGED when
 * a colleague was faster, VALIDATION_FAILED for an account that is no operator
 */
export async function assignFeedback(
  context: Context,
  actor: Actor,
  { no, assignee, before }: Assignment,
): Promise<OperatorThread> {
  return context.db.transaction(async (tx) => {
    // Before the ticket: revoking a role locks it first, too, and the tickets afterwards.
    const assignable = assignee === null || (await isAssignable(tx, assignee));
    const [ticket] = await tx.select().from(feedbackTickets).where(eq(feedbackTickets.no, no)).for('update');
    if (!ticket) throw apiError('FEEDBACK_NOT_FOUND');
    rejectConflictOfInterest(actor, ticket.userId);
    if (assignee === ticket.userId) throw apiError('CONFLICT_OF_INTEREST');
    if (ticket.assigneeId !== before) throw apiError('STATE_CHANGED');
    if (!assignable) throw apiError('VALIDATION_FAILED', { fields: { assignee: 'assignee_invalid' } });
    if (assignee === before) return ofTicket(tx, ticket);
    const [row] = await tx
      .update(feedbackTickets)
      .set({ assigneeId: assignee })
      .where(eq(feedbackTickets.id, ticket.id))
      .returning();
    if (!row) throw apiError('FEEDBACK_NOT_FOUND');
    await audit(withTransaction(context, tx), actor, {
      action: 'feedback.assign',
      target: `feedback:${ticket.id}`,
      details: { no, from: before, to: assignee },
    });
    return ofTicket(tx, row);
  });
}

/** Unassigns all tickets of an account unless it is an operator, in the caller's transaction. */
export async function releaseFeedback(context: Context, actor: Actor, userId: number): Promise<void> {
  const { db } = context;
  const roles = await db
    .select({ role: userRoles.role })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(and(eq(userRoles.userId, userId), inArray(userRoles.role, OPERATORS), isNull(users.disabledAt)));
  if (roles.length > 0) return;
  const released = await db
    .update(feedbackTickets)
    .set({ assigneeId: null })
    .where(eq(feedbackTickets.assigneeId, userId))
    .returning({ id: feedbackTickets.id, no: feedbackTickets.no });
  for (const { id, no } of released) {
    await audit(context, actor, {
      action: 'feedback.assign',
      target: `feedback:${id}`,
      details: { no, from: userId, to: null },
    });
  }
}
