import { localePath } from '@yunduo/i18n';
import { codePart, PAGE_SIZE, type FeedbackType } from '@yunduo/validation';
import { and, count, eq, or } from 'drizzle-orm';
import { within, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { falling } from '../../db/falling.ts';
import { inAnyCase } from '../../db/like.ts';
import { ofUsers, usersWith } from '../../db/of-users.ts';
import { feedbackAnswers, feedbackTickets, users } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { audit, refuseOwnAffair, type Actor } from '../audit/audit.ts';
import { compose } from '../mail/messages.ts';
import { leavingOf } from '../mail/one-click.ts';
import { recipientOf } from '../mail/recipient.ts';
import { siteName } from '../site/settings.ts';
import type { Thread, TicketRow } from './present.ts';
import { threadsOf, type PageWish } from './tickets.ts';

type Asker = Pick<typeof users.$inferSelect, 'id' | 'email' | 'nickname'>;
export type OperatorThread = Thread & { user: Asker };

const asker = { id: users.id, email: users.email, nickname: users.nickname };

/** Tickets for operators, the newest first. */
export async function listFeedback(
  db: Db,
  wish: PageWish & { type?: FeedbackType | undefined; q?: string | undefined },
) {
  const page = wish.page ?? 1;
  const pageSize = wish.page_size ?? PAGE_SIZE.default;
  const q = wish.q?.trim();
  const those = usersWith(db, q ?? '');
  const which = and(
    wish.state === undefined ? undefined : eq(feedbackTickets.state, wish.state),
    wish.type === undefined ? undefined : eq(feedbackTickets.type, wish.type),
    q
      ? or(
          eq(feedbackTickets.no, codePart(q)),
          await ofUsers(db, those, feedbackTickets.userId),
          // Last: it takes the longest by far.
          inAnyCase(feedbackTickets.title, q),
        )
      : undefined,
  );
  const [rows, counted] = await Promise.all([
    db
      .select({ ticket: feedbackTickets, user: asker })
      .from(feedbackTickets)
      .innerJoin(users, eq(users.id, feedbackTickets.userId))
      .leftJoin(those, eq(those.id, feedbackTickets.userId))
      .where(which)
      .orderBy(falling(feedbackTickets.createdAt), falling(feedbackTickets.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db
      .select({ total: count() })
      .from(feedbackTickets)
      .leftJoin(those, eq(those.id, feedbackTickets.userId))
      .where(which),
  ]);
  return { list: await withThreads(db, rows), total: counted[0]?.total ?? 0, page, pageSize };
}

async function withThreads(
  db: Db,
  rows: readonly { ticket: TicketRow; user: Asker }[],
): Promise<OperatorThread[]> {
  const threads = await threadsOf(
    db,
    rows.map(({ ticket }) => ticket),
  );
  return threads.flatMap((thread, index) => {
    const user = rows[index]?.user;
    return user ? [{ ...thread, user }] : [];
  });
}

export interface FeedbackAnswer {
  no: string;
  revision: number;
  text: string;
  close: boolean;
}

/**
 * Answers a ticket, closes it, or both; whoever asked gets a mail with the words, unless they muted those. Of two
 * operators at once the first one's answer stands, the other sees it before writing.
 * @throws ApiError FEEDBACK_NOT_FOUND, CONFLICT_OF_INTEREST, EDIT_CONFLICT, STATE_CHANGED when a closed one is closed
 * again
 */
export async function answerFeedback(
  context: Context,
  actor: Actor,
  { no, revision, text, close }: FeedbackAnswer,
): Promise<OperatorThread> {
  const { db, clock, config, mail } = context;
  const now = clock.now();
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(feedbackTickets).where(eq(feedbackTickets.no, no)).for('update');
    if (!before) throw apiError('FEEDBACK_NOT_FOUND');
    refuseOwnAffair(actor, before.userId);
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
      const recipient = await recipientOf(tx, ticket.userId, 'feedback_answer');
      if (recipient) {
        const { email, locale } = recipient;
        await mail.enqueue(
          tx,
          compose(locale, email, 'feedback_answered', {
            brand: await siteName(tx, locale),
            link: `${config.origin}${localePath(locale, '/feedback')}?${new URLSearchParams({ no })}`,
            values: { no, title: ticket.title, answer: text },
            leaving: leavingOf(config, ticket.userId, 'feedback_answer'),
          }),
        );
      }
    }
    await audit(within(context, tx), actor, {
      action: close ? 'feedback.close' : 'feedback.answer',
      target: `feedback:${ticket.id}`,
      details: { no, answered: text !== '' },
    });
    const user = await tx.select(asker).from(users).where(eq(users.id, ticket.userId));
    const [thread] = await withThreads(
      tx,
      user.map((one) => ({ ticket, user: one })),
    );
    if (!thread) throw apiError('FEEDBACK_NOT_FOUND');
    return thread;
  });
}
