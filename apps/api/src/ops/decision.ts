import type { Proposal } from '@yunduo/api-contract';
import { formatMoney } from '@yunduo/i18n';
import { DECISION_STATES, OPERATOR_REASON_MAX, PAGE_SIZE, type DecisionState } from '@yunduo/validation';
import { Option, type Command } from 'commander';
import { confirmProposal, declineProposal } from '../modules/decision/confirm.ts';
import { listProposals, proposalOf } from '../modules/second-operator/proposals.ts';
import { line, wholeNumber } from './arguments.ts';
import { notePage, opsCommand } from './command.ts';

const which = (command: Command): Command =>
  command.requiredOption('--id <number>', 'number of the decision, as `decision list` shows it', wholeNumber);

/** Fields that fit one line of a terminal. */
const brief = (proposal: Proposal) => ({
  id: proposal.id,
  kind: proposal.kind,
  amount: formatMoney(proposal.amount, 'CNY', 'zh'),
  subject: proposal.subject,
  about: proposal.user,
  proposed_by: proposal.proposed_by,
  state: proposal.state,
  expires_at: proposal.expires_at,
});

const whole = (proposal: Proposal) => ({
  ...brief(proposal),
  ...proposal.payload,
  proposed_at: proposal.proposed_at,
  decided_by: proposal.decided_by,
  decided_at: proposal.decided_at,
  declined_because: proposal.note,
});

export const decisionCommands = [
  opsCommand<{ state?: DecisionState; page?: number }, Proposal[]>({
    name: 'decision list',
    about: 'Decisions that need a second operator, pending and closed, newest first',
    examples: ['decision list --state pending', 'decision list --json'],
    options: (command) =>
      command
        .addOption(new Option('--state <state>', 'only with this status').choices(DECISION_STATES))
        .option('--page <number>', `page of ${PAGE_SIZE.default}`, wholeNumber, 1),
    show: (list) => list.map(brief),
    run: async (session, filter) => notePage(session, await listProposals(session.context, filter)).list,
  }),
  opsCommand<{ id: number }, Proposal>({
    name: 'decision show',
    about: 'One decision, with what a confirmation carries out',
    examples: ['decision show --id 12'],
    options: which,
    show: whole,
    run: ({ context }, { id }) => proposalOf(context, id),
  }),
  opsCommand<{ id: number }, Proposal>({
    name: 'decision confirm',
    about: 'Confirm as the second operator: the decision is carried out unless its subject has changed',
    decides: 'always',
    examples: ['decision confirm --id 12 --as second@example.com --yes'],
    destructive: 'the decision is carried out immediately and cannot be undone',
    options: which,
    show: whole,
    run: ({ context, actor }, { id }) => confirmProposal(context, actor, id),
  }),
  opsCommand<{ id: number; note?: string }, Proposal>({
    name: 'decision decline',
    about: 'Decline a decision, or withdraw your own: nothing is carried out',
    decides: 'always',
    examples: ['decision decline --id 12 --note "Refunded last week" --as second@example.com'],
    options: (command) =>
      which(command).option('--note <text>', 'shown to the proposer', line(OPERATOR_REASON_MAX)),
    show: whole,
    run: ({ context, actor }, { id, note = '' }) => declineProposal(context, actor, { id, note }),
  }),
];

/** Message of a command whose decision needs confirmation. */
export const waitsFor = (id: number): string =>
  `nothing was done yet: a second operator has to confirm it (decision confirm --id ${id} --as … --yes)`;
