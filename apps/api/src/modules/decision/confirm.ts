import type { Proposal } from '@yunduo/api-contract';
import type { DecisionKind } from '@yunduo/validation';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import { decisionProposals, userRoles, users } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { audit, rejectConflictOfInterest, type Actor } from '../audit/audit.ts';
import { grantLicences, releaseFiles, revokeByOperator } from '../licence/operators.ts';
import { decideRefund } from '../payment/refunds.ts';
import { returnPayment } from '../payment/settle.ts';
import { confirmTransfer } from '../payment/transfer.ts';
import { mailProposer } from '../second-operator/mails.ts';
import { proposalOf, stateAt, type Payloads, type ProposalRow } from '../second-operator/proposals.ts';
import { recordSecurityEvent } from '../security/events.ts';

/** The service of each kind, which also made the proposal. */
const SERVICES: {
  [K in DecisionKind]: (context: Context, actor: Actor, payload: Payloads[K]) => Promise<unknown>;
} = {
  refund: (context, actor, { order_no: orderNo, note }) =>
    decideRefund(context, actor, { orderNo, approve: true, note }),
  transfer: (context, actor, { order_no: orderNo, amount, reference }) =>
    confirmTransfer(context, actor, { orderNo, amount, reference }),
  payment_return: (context, actor, { payment_no: paymentNo, note }) =>
    returnPayment(context, actor, { paymentNo, note }),
  async licence_grant(context, actor, { user_id: userId, plan, quantity, reason }) {
    const [user] = await context.db.select({ email: users.email }).from(users).where(eq(users.id, userId));
    if (!user) throw apiError('PROPOSAL_STALE');
    return grantLicences(context, actor, { email: user.email, plan, quantity, reason });
  },
  licence_release: (context, actor, { licence_id: id, reason }) =>
    releaseFiles(context, actor, { ref: { id }, reason }),
  licence_revocation: (context, actor, { licence_id: id, reason }) =>
    revokeByOperator(context, actor, { ref: { id }, reason }),
};

/** The deciding account; the command line without an account is refused. */
function deciding({ userId }: Actor): number {
  if (userId === null) throw apiError('FORBIDDEN');
  return userId;
}

/**
 * The proposal, locked until the transaction ends: a concurrent decision waits, and then finds it decided.
 * @throws ApiError NOT_FOUND, PROPOSAL_OVER
 */
async function lockPending({ db, clock }: Context, id: number): Promise<ProposalRow> {
  const [proposal] = await db
    .select()
    .from(decisionProposals)
    .where(eq(decisionProposals.id, id))
    .for('update');
  if (!proposal) throw apiError('NOT_FOUND');
  if (stateAt(proposal, clock.now()) !== 'pending') throw apiError('PROPOSAL_OVER');
  return proposal;
}

/** A proposal is void once its proposer may no longer decide: two operators must support the decision. */
async function requireProposer({ db }: Context, { proposedBy }: ProposalRow): Promise<void> {
  const [stands] =
    proposedBy === null
      ? []
      : await db
          .select({ id: users.id })
          .from(users)
          .innerJoin(userRoles, eq(userRoles.userId, users.id))
          .where(
            and(
              eq(users.id, proposedBy),
              isNull(users.disabledAt),
              inArray(userRoles.role, ['operator', 'admin']),
            ),
          )
          .limit(1);
  if (!stands) throw apiError('PROPOSAL_STALE');
}

/**
 * Confirms a proposal: its own service executes the decision, with all checks repeated, in the transaction that locks
 * the proposal. A refusal changes nothing, and the proposal stays pending.
 * @throws ApiError NOT_FOUND, PROPOSAL_OVER, PROPOSAL_OWN, PROPOSAL_STALE, FORBIDDEN without an account, and the
 * service's own errors: CONFLICT_OF_INTEREST, ORDER_STATE, …
 */
export async function confirmProposal(context: Context, actor: Actor, id: number): Promise<Proposal> {
  const userId = deciding(actor);
  return context.db.transaction(async (tx) => {
    const inside = withTransaction(context, tx);
    const proposal = await lockPending(inside, id);
    if (proposal.proposedBy === userId) throw apiError('PROPOSAL_OWN');
    rejectConflictOfInterest(actor, proposal.userId);
    await requireProposer(inside, proposal);
    const carryOut = SERVICES[proposal.kind] as (typeof SERVICES)[DecisionKind] as (
      context: Context,
      actor: Actor,
      payload: unknown,
    ) => Promise<unknown>;
    await carryOut(inside, { ...actor, confirms: proposal }, proposal.payload);
    return decide(inside, actor, proposal, { outcome: 'confirmed', note: '' });
  });
}

/**
 * Declines a proposal, or withdraws it as its proposer; nothing is executed.
 * @throws ApiError NOT_FOUND, PROPOSAL_OVER, CONFLICT_OF_INTEREST, FORBIDDEN without an account
 */
export async function declineProposal(
  context: Context,
  actor: Actor,
  { id, note }: { id: number; note: string },
): Promise<Proposal> {
  const userId = deciding(actor);
  return context.db.transaction(async (tx) => {
    const inside = withTransaction(context, tx);
    const proposal = await lockPending(inside, id);
    rejectConflictOfInterest(actor, proposal.userId);
    const outcome = proposal.proposedBy === userId ? 'withdrawn' : 'declined';
    return decide(inside, actor, proposal, { outcome, note });
  });
}

async function decide(
  context: Context,
  actor: Actor,
  proposal: ProposalRow,
  { outcome, note }: { outcome: 'confirmed' | 'declined' | 'withdrawn'; note: string },
): Promise<Proposal> {
  const { db, clock } = context;
  const { id, kind, subject, amount, proposedBy } = proposal;
  await db
    .update(decisionProposals)
    .set({ outcome, decidedBy: actor.userId, decidedAt: clock.now(), note })
    .where(eq(decisionProposals.id, id));
  const action = { confirmed: 'confirm', declined: 'decline', withdrawn: 'withdraw' }[outcome];
  await audit(context, actor, {
    action: `decision.${action}`,
    target: subject,
    details: { proposal: id, kind, amount, proposed_by: proposedBy, ...(note && { note }) },
  });
  if (outcome !== 'withdrawn')
    await mailProposer(context, { ...proposal, note }, `decision_${outcome}`, actor);
  await recordSecurityEvent(context, outcome === 'confirmed' ? 'decision_confirmed' : 'decision_declined', {
    userId: actor.userId,
    email: actor.name,
    details: { kind, proposal: id },
  });
  return proposalOf(context, id);
}
