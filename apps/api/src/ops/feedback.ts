import type { AdminFeedback } from '@yunduo/api-contract';
import {
  FEEDBACK_STATES,
  FEEDBACK_TYPES,
  PAGE_SIZE,
  type FeedbackState,
  type FeedbackType,
} from '@yunduo/validation';
import { feedbackAnswerSchema } from '@yunduo/validation/schemas';
import { Option, type Command } from 'commander';
import { checkForm } from '../http/form.ts';
import { apiError } from '../http/errors.ts';
import { answerFeedback, listFeedback, type OperatorThread } from '../modules/feedback/answers.ts';
import { assignFeedback, listAssignees } from '../modules/feedback/assignment.ts';
import { attachmentKey } from '../modules/feedback/link.ts';
import { presentForOperator } from '../modules/feedback/present.ts';
import { email as emailAddress, wholeNumber } from './arguments.ts';
import { notePage, OpsError, opsCommand, type OpsSession } from './command.ts';
import { textOf } from './text-file.ts';

/** With absolute URLs of the attachments, to open from the terminal. */
function shown({ context: { config, clock } }: OpsSession, thread: OperatorThread): AdminFeedback {
  const signing = { key: attachmentKey(config), now: clock.now(), locale: 'zh' as const };
  const ticket = presentForOperator(thread, signing);
  return {
    ...ticket,
    attachments: ticket.attachments.map((one) => ({
      ...one,
      url: `${config.origin}${one.url}`,
      preview_url: one.preview_url && `${config.origin}${one.preview_url}`,
    })),
  };
}

/** Fields that fit one line of a terminal. */
const brief = ({ no, state, type, user, created_at, answers, attachments, title }: AdminFeedback) => ({
  no,
  state,
  type,
  user: user.email,
  created_at,
  answers: answers.length,
  files: attachments.length,
  title,
});

/** A ticket for reading: all messages in order. */
const email = (ticket: AdminFeedback): string =>
  [
    `${ticket.no}  ${ticket.state}  ${ticket.type}  revision ${ticket.revision}`,
    `${ticket.user.nickname} <${ticket.user.email}>${ticket.contact ? `, ${ticket.contact.kind} ${ticket.contact.value}` : ''}`,
    '',
    ticket.title,
    ticket.description,
    ...ticket.attachments.map(
      ({ kind, name, human_size, url }) => `[${kind}] ${name} ${human_size}\n  ${url}`,
    ),
    ...ticket.answers.map(({ at, text }) => `\n-- answered ${at}\n${text}`),
  ].join('\n');

async function ticketOf({ context }: OpsSession, no: string): Promise<OperatorThread> {
  const { list } = await listFeedback(context.db, { q: no, page_size: PAGE_SIZE.max });
  const found = list.find(({ ticket }) => ticket.no === no.trim().toUpperCase());
  if (!found) throw apiError('FEEDBACK_NOT_FOUND');
  return found;
}

const number = (command: Command): Command =>
  command.requiredOption('--no <number>', 'number of the ticket, such as FB20261121-7K3M9');

interface AnswerOptions {
  no: string;
  text?: string;
  file?: string;
  close?: boolean;
  revision?: number;
}

async function assigneeOf({ context }: OpsSession, address: string): Promise<number> {
  const found = (await listAssignees(context.db)).find(({ email: known }) => known === address);
  if (!found) throw apiError('VALIDATION_FAILED', { fields: { assignee: 'assignee_invalid' } });
  return found.id;
}

export const feedbackCommands = [
  opsCommand<{ state?: FeedbackState; type?: FeedbackType; q?: string; page: number }, AdminFeedback[]>({
    name: 'feedback list',
    about: 'Feedback, newest first',
    examples: ['feedback list --state open', 'feedback list --q user@example.com --json'],
    options: (command) =>
      command
        .addOption(new Option('--state <state>', 'status').choices(FEEDBACK_STATES))
        .addOption(new Option('--type <type>', 'what it is about').choices(FEEDBACK_TYPES))
        .option('--q <text>', 'number, part of a title or of an address')
        .option('--page <number>', 'page of the list', wholeNumber, 1),
    run: async (session, options) => {
      const { list } = notePage(session, await listFeedback(session.context.db, options));
      return list.map((thread) => shown(session, thread));
    },
    show: (list) => list.map(brief),
  }),
  opsCommand<{ no: string }, AdminFeedback>({
    name: 'feedback show',
    about: 'One feedback ticket with all replies, and links to its files for a few minutes',
    examples: ['feedback show --no FB20261121-7K3M9'],
    options: number,
    run: async (session, { no }) => shown(session, await ticketOf(session, no)),
    show: email,
  }),
  opsCommand<AnswerOptions, AdminFeedback>({
    name: 'feedback answer',
    about: 'Reply to a ticket by email and on its page, close it, or both',
    decides: 'always',
    examples: [
      'feedback answer --no FB20261121-7K3M9 --text "Fixed in 3.4.2." --as operator@example.com',
      'feedback answer --no FB20261121-7K3M9 --file answer.txt --close --as operator@example.com',
      'feedback answer --no FB20261121-7K3M9 --close --as operator@example.com',
    ],
    options: (command) =>
      number(command)
        .option('--text <words>', 'the answer')
        .option('--file <path>', 'a file with the reply')
        .option('--close', 'close the ticket')
        .option('--revision <number>', 'as it was read; without it, as it is now', wholeNumber),
    run: async (session, { no, text, file, close = false, revision }) => {
      if (text !== undefined && file !== undefined) throw new OpsError('either --text or --file, not both');
      const words = file === undefined ? (text ?? '') : await textOf(session, file);
      const form = await checkForm(feedbackAnswerSchema, { text: words, close });
      const { ticket } = await ticketOf(session, no);
      const answer = { no: ticket.no, revision: revision ?? ticket.revision, text: form.text, close };
      return shown(session, await answerFeedback(session.context, session.actor, answer));
    },
    show: brief,
  }),
  opsCommand<{ no: string; to?: string; none?: boolean }, AdminFeedback>({
    name: 'feedback assign',
    about: 'Assign a ticket to an operator, or to none',
    decides: 'always',
    examples: [
      'feedback assign --no FB20261121-7K3M9 --to mei@example.com --as operator@example.com',
      'feedback assign --no FB20261121-7K3M9 --none --as operator@example.com',
    ],
    options: (command) =>
      number(command).option('--to <email>', 'the operator', emailAddress).option('--none', 'unassign it'),
    run: async (session, { no, to, none = false }) => {
      if ((to === undefined) !== none) throw new OpsError('either --to or --none is needed');
      const { ticket } = await ticketOf(session, no);
      const assignee = to === undefined ? null : await assigneeOf(session, to);
      const assignment = { no: ticket.no, assignee, before: ticket.assigneeId };
      return shown(session, await assignFeedback(session.context, session.actor, assignment));
    },
    show: (ticket) => ({ ...brief(ticket), assignee: ticket.assignee?.email ?? null }),
  }),
];
