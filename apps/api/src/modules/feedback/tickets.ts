import { shanghaiDay } from '@yunduo/i18n';
import { FEEDBACK, HOUR, type ContactKind, type FeedbackState, type FeedbackType } from '@yunduo/validation';
import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { brokenUniqueIndex } from '../../db/errors.ts';
import { descNullsLast, mapPage, paged, type PageInput } from '../../db/query.ts';
import { feedbackAnswers, feedbackAttachments, feedbackTickets } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { consumeTicket } from '../captcha/service.ts';
import { newLetters } from '../codes/tokens.ts';
import { throttle } from '../throttle/throttle.ts';
import type { Thread, TicketRow } from './present.ts';

const PER_USER = [
  { count: FEEDBACK.perHour, window: HOUR },
  { count: FEEDBACK.perDay, window: 24 * HOUR },
];

/** `FB20261121-7K3M9`: the day in Shanghai. */
export const newTicketNo = (now: Date): string =>
  `FB${shanghaiDay(now).replaceAll('-', '')}-${newLetters(5)}`;

export interface NewTicket {
  type: FeedbackType;
  title: string;
  description: string;
  attachmentIds: readonly number[];
  contact: { kind: ContactKind; value: string } | null;
  captchaTicket: string;
  /** Network of the sender. */
  network: string;
}

/**
 * Stores feedback, all or nothing: a refusal leaves attachments, the captcha ticket and the rate limit unchanged. Of
 * two submissions with the same captcha ticket one succeeds.
 * @returns the number of the ticket
 * @throws ApiError TOO_MANY_REQUESTS, ATTACHMENT_INVALID, CAPTCHA_TICKET_INVALID
 */
export async function submitFeedback(context: Context, userId: number, form: NewTicket): Promise<string> {
  for (;;) {
    try {
      return await takeIn(context, userId, form);
    } catch (error) {
      // A collision among the 33 million numbers of a day: retry.
      if (brokenUniqueIndex(error) !== 'feedback_tickets_no') throw error;
    }
  }
}

async function takeIn({ db, clock }: Context, userId: number, form: NewTicket): Promise<string> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    await throttle(tx, `feedback:${userId}`, now, PER_USER);
    const [ticket] = await tx
      .insert(feedbackTickets)
      .values({
        no: newTicketNo(now),
        userId,
        type: form.type,
        title: form.title,
        description: form.description,
        contactKind: form.contact?.kind ?? null,
        contactValue: form.contact?.value ?? null,
        createdAt: now,
      })
      .returning({ id: feedbackTickets.id, no: feedbackTickets.no });
    if (!ticket) throw new Error('no feedback ticket was made');
    await attach(tx, userId, ticket.id, form.attachmentIds);
    // Last, so that another error does not use up the captcha ticket.
    await consumeTicket(tx, { ticket: form.captchaTicket, scene: 'feedback', network: form.network }, now);
    return ticket.no;
  });
}

/** Attaches uploads to their ticket: the user's own, each once. */
async function attach(db: Db, userId: number, ticketId: number, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const places = sql.join(
    wanted.map((id, position) => sql`when ${id}::integer then ${position}::integer`),
    sql` `,
  );
  const attached = await db
    .update(feedbackAttachments)
    .set({ ticketId, position: sql`case ${feedbackAttachments.id} ${places} end` })
    .where(
      and(
        inArray(feedbackAttachments.id, wanted),
        eq(feedbackAttachments.userId, userId),
        isNull(feedbackAttachments.ticketId),
      ),
    )
    .returning({ id: feedbackAttachments.id });
  if (attached.length !== wanted.length) {
    throw apiError('ATTACHMENT_INVALID', { fields: { attachment_ids: 'attachment_unknown' } });
  }
}

export interface TicketFilter extends PageInput {
  state?: FeedbackState | undefined;
}

/** A user's tickets, newest first, with their number of attachments and replies. */
export async function listOwnFeedback(db: Db, userId: number, input: TicketFilter) {
  const which = and(
    eq(feedbackTickets.userId, userId),
    input.state === undefined ? undefined : eq(feedbackTickets.state, input.state),
  );
  const rows = db
    .select()
    .from(feedbackTickets)
    .where(which)
    .orderBy(descNullsLast(feedbackTickets.createdAt), descNullsLast(feedbackTickets.id));
  const page = await paged(input, rows, db.$count(feedbackTickets, which));
  const ids = page.list.map(({ id }) => id);
  const attachments = await countBy(db, feedbackAttachments, feedbackAttachments.ticketId, ids);
  const answers = await countBy(db, feedbackAnswers, feedbackAnswers.ticketId, ids);
  return mapPage(page, (ticket) => ({
    ticket,
    attachments: attachments.get(ticket.id) ?? 0,
    answers: answers.get(ticket.id) ?? 0,
  }));
}

async function countBy(
  db: Db,
  table: typeof feedbackAttachments | typeof feedbackAnswers,
  column: typeof feedbackAttachments.ticketId | typeof feedbackAnswers.ticketId,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: column, n: count() })
    .from(table)
    .where(inArray(column, [...ids]))
    .groupBy(column);
  return new Map(rows.map(({ id, n }) => [Number(id), n]));
}

/** Tickets with all their messages, in the given order. */
export async function threadsOf(db: Db, tickets: readonly TicketRow[]): Promise<Thread[]> {
  const ids = tickets.map(({ id }) => id);
  if (ids.length === 0) return [];
  const attachments = await db
    .select()
    .from(feedbackAttachments)
    .where(inArray(feedbackAttachments.ticketId, ids))
    .orderBy(asc(feedbackAttachments.position), asc(feedbackAttachments.id));
  const answers = await db
    .select()
    .from(feedbackAnswers)
    .where(inArray(feedbackAnswers.ticketId, ids))
    .orderBy(asc(feedbackAnswers.id));
  return tickets.map((ticket) => ({
    ticket,
    attachments: attachments.filter(({ ticketId }) => ticketId === ticket.id),
    answers: answers.filter(({ ticketId }) => ticketId === ticket.id),
  }));
}

/**
 * A user's own ticket.
 * @throws ApiError FEEDBACK_NOT_FOUND also for another user's
 */
export async function ownThread(db: Db, userId: number, no: string): Promise<Thread> {
  const found = await db
    .select()
    .from(feedbackTickets)
    .where(and(eq(feedbackTickets.no, no), eq(feedbackTickets.userId, userId)));
  const [thread] = await threadsOf(db, found);
  if (!thread) throw apiError('FEEDBACK_NOT_FOUND');
  return thread;
}
