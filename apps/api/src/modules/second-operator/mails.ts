import { formatMoney, localePath, momentOf } from '@yunduo/i18n';
import { mail as en } from '@yunduo/i18n/en/mail';
import { mail as zh } from '@yunduo/i18n/zh/mail';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { userRoles, users, type decisionProposals } from '../../db/schema/index.ts';
import type { Actor } from '../audit/audit.ts';
import { notify, type MessageData, type Recipient } from '../mail/notify.ts';

type ProposalRow = typeof decisionProposals.$inferSelect;

const words = { zh, en };

/** Mails the operators and admins who may decide: all except the proposer and the account concerned. */
export async function mailOperators(context: Context, proposal: ProposalRow, by: Actor): Promise<void> {
  const staff = await context.db
    .selectDistinct({ id: users.id })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(and(inArray(userRoles.role, ['operator', 'admin']), isNull(users.disabledAt)))
    .orderBy(asc(users.id));
  for (const { id } of staff) {
    if (id === proposal.proposedBy || id === proposal.userId) continue;
    await notify(context, id, 'decision_proposed', (recipient) => ({
      ...about(proposal, by)(recipient),
      link: `${context.config.origin}${localePath(recipient.locale, '/developer-center/desk/orders')}?view=decisions`,
    }));
  }
}

/** Mails the proposer the outcome. */
export async function mailProposer(
  context: Context,
  proposal: ProposalRow,
  message: 'decision_confirmed' | 'decision_declined',
  by: Actor,
): Promise<void> {
  await notify(context, proposal.proposedBy, message, about(proposal, by));
}

const about =
  (proposal: ProposalRow, by: Actor) =>
  ({ locale }: Recipient): MessageData => ({
    values: {
      id: proposal.id,
      kind: words[locale][`decision_kind_${proposal.kind}`],
      amount: formatMoney(proposal.amount, 'CNY', locale),
      subject: proposal.subject,
      by: by.name,
      until: momentOf(proposal.expiresAt.toISOString(), locale),
      note: proposal.note,
    },
  });
