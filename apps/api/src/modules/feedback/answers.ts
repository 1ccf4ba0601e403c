import { localePath } from '@yunduo/i18n';
import { codePart, type FeedbackType } from '@yunduo/validation';
import { and, count, eq, inArray, isNull, or } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { descNullsLast, inAnyCase, joinUsers, paged, searchLine } from '../../db/query.ts';
import { feedbackAnswers, feedbackTickets, users } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { audit, rejectConflictOfInterest, type Actor } from '../audit/audit.ts';
import { notify, type Recipient } from '../mail/notify.ts';
import type { Thread, TicketRow } from './present.ts';
import { threadsOf, type TicketFilter } from './tickets.ts';

type Asker = Pick<typeof users.$inferSelect, 'id' | 'email' | 'nickname'>;
export type OperatorThread = Thread & { user: Asker; assignee: Asker | null };

const asker = { id: users.id, email: users.email, nickname: users.nickname };

/** Tickets for operators, newest first. */
export async function listFeedback(
  db: Db,
  input: TicketFilter & {
    type?: FeedbackType | undefined;
    q?: string | undefined;
    /** An operator's own tickets, or unassigned ones (null). */
    assignee?: number | null | undefined;
  },
) {
  const q = searchLine(input.q);
  const searched = await joinUsers(db, q, feedbackTickets.userId);
  const which = and(
    input.state === undefined ? undefined : eq(feedbackTickets.state, input.state),
    input.type === undefined ? undefined : eq(feedbackTickets.type, input.type),
    input.assignee === undefined
      ? undefined
      : input.assignee === null
        ? isNull(feedbackTickets.assigneeId)
        : eq(feedbackTickets.assigneeId, input.assignee),
    q
      ? or(
          eq(feedbackTickets.no, codePart(q)),
          searched.belongsToThem,
          // Last: it is by far the slowest condition.
          inAnyCase(feedbackTickets.title, q),
        )
      : undefined,
  );
  const rows = db
    .select({ ticket: feedbackTickets, user: asker })
    .from(feedbackTickets)
    .innerJoin(users, eq(users.id, feedbackTickets.userId))
    .leftJoin(...searched.join)
    .where(which)
    .orderBy(descNullsLast(feedbackTickets.createdAt), descNullsLast(feedbackTickets.id));
  const counted = db
    .select({ total: count() })
    .from(feedbackTickets)
    .leftJoin(...searched.join)
    .where(which);
  const page = await paged(input, rows, counted);
  return { ...page, list: await withThreads(db, page.list) };
}

async function withThreads(
  db: Db,
  rows: readonly { ticket: TicketRow; user: Asker }[],
): Promise<OperatorThread[]> {
  const threads = await threadsOf(
    db,
    rows.map(({ ticket }) => ticket),
  );
  const ids = rows.flatMap(({ ticket }) => ticket.assigneeId ?? []);
  const assignees = ids.length > 0 ? await db.select(asker).from(users).where(inArray(users.id, ids)) : [];
  return threads.flatMap((thread, index) => {
    const user = rows[index]?.user;
    const assignee = assignees.find(({ id }) => id === thread.ticket.assigneeId) ?? null;
    return user ? [{ ...thread, user, assignee }] : [];
  });
}

/** A ticket as operators see it. */
export async function ofTicket(db: Db, ticket: TicketRow): Promise<OperatorThread> {
  const author = await db.select(asker).from(users).where(eq(users.id, ticket.userId));
  const [thread] = await withThreads(
    db,
    author.map((user) => ({ ticket, user })),
  );
  if (!thread) throw apiError('FEEDBACK_NOT_FOUND');
  return thread;
}

export interface FeedbackAnswer {
  no: string;
  revision: number;
  text: string;
  close: boolean;
}

/**
 * Answers a ticket, closes it, or both; its author is mailed the reply, unless they muted those mails. Of two
 * concurrent operators the first one's answer is kept, and the other sees it before writing.
 * @throws ApiError FEEDBACK_NOT_FOUND, CONFLICT_OF_INTEREST, EDIT_CONFLICT, STATE_CHANGED when it is already closed
 */
export async function answerFeedback(
  context: Context,
  actor: Actor,
  { no, revision, text, close }: FeedbackAnswer,
): Promise<OperatorThread> {
  const { db, clock } = context;
  const now = clock.now();
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(feedbackTickets).where(eq(feedbackTickets.no, no)).for('update');
    if (!before) throw apiError('FEEDBACK_NOT_FOUND');
    rejectConflictOfInterest(actor, before.userId);
    if (before.revision !== revision) throw apiError('EDIT_CONFLICT', { revision: before.revision });
    if (text === '' && before.state === 'closed') throw apiError('STATE_CHANGED');
    const [ticket] = await tx
      .update(feedbackTickets)
      .set({
        state: close ? 'closed' : 'answered',
        revision: revision + 1,
        ...(text !== '' && { answeredAt: now }),
      })
      .where(eq(feedbackTickets.id, before.id))
      .returning();
    if (!ticket) throw apiError('FEEDBACK_NOT_FOUND');
    if (text !== '') {
      await tx
        .insert(feedbackAnswers)
        .values({ ticketId: ticket.id, authorId: actor.userId, text, createdAt: now });
      const data = ({ locale }: Recipient) => ({
        link: `${context.config.origin}${localePath(locale, '/feedback')}?${new URLSearchParams({ no })}`,
        values: { no, title: ticket.title, answer: text },
      });
      const inside = withTransaction(context, tx);
      await notify(inside, ticket.userId, 'feedback_answered', data, 'feedback_answer');
    }
    await audit(withTransaction(context, tx), actor, {
      action: close ? 'feedback.close' : 'feedback.answer',
      target: `feedback:${ticket.id}`,
      details: { no, answered: text !== '' },
    });
    return ofTicket(tx, ticket);
  });
}
