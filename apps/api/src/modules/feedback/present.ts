import type { AdminFeedback, FeedbackAttachment, FeedbackDetail } from '@yunduo/api-contract';
import type { feedbackAnswers, feedbackAttachments, feedbackTickets } from '../../db/schema/index.ts';
import { humanSize } from '../text/human.ts';
import { attachmentUrl, type Signing } from './link.ts';
import { shownEmail } from '../text/shown-email.ts';

export type TicketRow = typeof feedbackTickets.$inferSelect;
export type AttachmentRow = typeof feedbackAttachments.$inferSelect;
export type AnswerRow = typeof feedbackAnswers.$inferSelect;

/** An attachment with signed URLs, which work without a session for a limited time. */
export function presentAttachment(row: AttachmentRow, signing: Signing): FeedbackAttachment {
  const { id, kind, name, size, width, height } = row;
  return {
    id,
    kind,
    name,
    size,
    human_size: humanSize(size),
    width,
    height,
    url: attachmentUrl(signing, id, 'file'),
    preview_url: row.preview === null ? null : attachmentUrl(signing, id, 'preview'),
  };
}

/** A ticket in a list. */
export const presentTicket = ({ no, type, title, state, createdAt, answeredAt }: TicketRow) => ({
  no,
  type,
  title,
  state,
  created_at: createdAt.toISOString(),
  answered_at: answeredAt?.toISOString() ?? null,
});

/** A ticket with all its messages. */
export interface Thread {
  ticket: TicketRow;
  attachments: AttachmentRow[];
  answers: AnswerRow[];
}

/** As its author sees it: without the operators' identity. */
export function presentThread({ ticket, attachments, answers }: Thread, signing: Signing): FeedbackDetail {
  const { contactKind, contactValue } = ticket;
  return {
    ...presentTicket(ticket),
    description: ticket.description,
    contact: contactKind && contactValue ? { kind: contactKind, value: contactValue } : null,
    attachments: attachments.map((row) => presentAttachment(row, signing)),
    answers: answers.map(({ text, createdAt }) => ({ text, at: createdAt.toISOString() })),
  };
}

export const presentPerson = ({ id, email, nickname }: AdminFeedback['user']): AdminFeedback['user'] => ({
  id,
  email: shownEmail(email),
  nickname,
});

/** A thread as operators see it, with its author and the operator who works on it. */
export const presentForOperator = (
  thread: Thread & { user: AdminFeedback['user']; assignee: AdminFeedback['user'] | null },
  signing: Signing,
): AdminFeedback => ({
  ...presentThread(thread, signing),
  revision: thread.ticket.revision,
  user: presentPerson(thread.user),
  assignee: thread.assignee && presentPerson(thread.assignee),
});
