import { formatMoney, momentOf } from '@yunduo/i18n';
import { mail as en } from '@yunduo/i18n/en/mail';
import { mail as zh } from '@yunduo/i18n/zh/mail';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { userRoles, users, type decisionProposals } from '../../db/schema/index.ts';
import type { Actor } from '../audit/audit.ts';
import { renderEmail } from '../mail/messages.ts';
import { recipientOf } from '../mail/recipient.ts';
import { siteName } from '../site/settings.ts';

type ProposalRow = typeof decisionProposals.$inferSelect;
type Message = 'decision_proposed' | 'decision_confirmed' | 'decision_declined';

const words = { zh, en };

/** Those who may decide it: every operator and admin but who proposed it and whom it is about. */
export async function mailOperators(context: Context, proposal: ProposalRow, by: Actor): Promise<void> {
  const staff = await context.db
    .selectDistinct({ id: users.id })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(and(inArray(userRoles.role, ['operator', 'admin']), isNull(users.disabledAt)))
    .orderBy(asc(users.id));
  for (const { id } of staff) {
    if (id === proposal.proposedBy || id === proposal.userId) continue;
    await send(context, { to: id, message: 'decision_proposed', proposal, by });
  }
}

/** Tells its proposer what became of it. */
export async function mailProposer(
  context: Context,
  proposal: ProposalRow,
  message: Exclude<Message, 'decision_proposed'>,
  by: Actor,
): Promise<void> {
  if (proposal.proposedBy === null) return;
  await send(context, { to: proposal.proposedBy, message, proposal, by });
}

async function send(
  { db, mail }: Context,
  { to, message, proposal, by }: { to: number; message: Message; proposal: ProposalRow; by: Actor },
): Promise<void> {
  const recipient = await recipientOf(db, to);
  if (!recipient) return;
  const { email, locale } = recipient;
  const values = {
    id: proposal.id,
    kind: words[locale][`decision_kind_${proposal.kind}`],
    amount: formatMoney(proposal.amount, 'CNY', locale),
    subject: proposal.subject,
    by: by.name,
    until: momentOf(proposal.expiresAt.toISOString(), locale),
    note: proposal.note,
  };
  await mail.enqueue(db, renderEmail(locale, email, message, { brand: await siteName(db, locale), values }));
}
