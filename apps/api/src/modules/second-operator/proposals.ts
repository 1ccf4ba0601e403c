// Above `SECOND_OPERATOR_ABOVE` a decision that gives out money or value becomes a proposal, which another operator
// confirms or declines. The services of such decisions call `needsSecondOperator` after locking and checking their
// subject; `modules/decision` confirms through the same services.
import type { DataOf, InputOf, Proposal, adminDecision } from '@yunduo/api-contract';
import { SECOND_OPERATOR, type DecisionKind, type DecisionState, type LicencePlan } from '@yunduo/validation';
import { and, eq, gt, inArray, isNull, lte, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { descNullsLast, mapPage, paged } from '../../db/query.ts';
import { decisionProposals, users } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { recordSecurityEvent } from '../security/events.ts';
import { shownEmail } from '../text/shown-email.ts';
import { mailOperators } from './mails.ts';

export type ProposalRow = typeof decisionProposals.$inferSelect;

/** The action that the second operator executes, by kind. */
export interface Payloads {
  refund: { order_no: string; note: string };
  transfer: { order_no: string; amount: number; reference: string };
  payment_return: { payment_no: string; order_no: string; note: string };
  licence_grant: { user_id: number; plan: LicencePlan; quantity: number; reason: string };
  licence_release: { licence_id: number; reason: string };
  licence_revocation: { licence_id: number; reason: string };
}

export interface Affair<K extends DecisionKind = DecisionKind> {
  kind: K;
  /** Subject of the decision, such as `order:YD20261121-7K3M9-QXW2H`: one open proposal each. */
  subject: string;
  /** Minor units: the amount of money, or the value of what is granted. */
  amount: number;
  /** Compared with the limit if higher than the amount: earlier grants count too. */
  counted?: number;
  /** The account concerned; null when it was deleted. */
  userId: number | null;
  /** State of the subject under its lock. A confirmation refuses a changed state. */
  state: Record<string, unknown>;
  payload: Payloads[K];
}

/**
 * Returns null when the decision may be executed now: its amount is within the limit, or a second operator is
 * confirming it. Otherwise creates a proposal, and the caller changes nothing. Call it inside the decision's
 * transaction, under its locks, after its checks and before its first write.
 * @throws ApiError PROPOSAL_PENDING while another proposal about the subject is open; PROPOSAL_STALE when the confirmed
 * decision differs from the proposed one; FORBIDDEN without an account
 */
export async function needsSecondOperator<K extends DecisionKind>(
  context: Context,
  actor: Actor,
  affair: Affair<K>,
): Promise<ProposalRow | null> {
  const { confirms } = actor;
  if (confirms) {
    const same =
      confirms.kind === affair.kind &&
      confirms.subject === affair.subject &&
      confirms.amount === affair.amount &&
      confirms.state === JSON.stringify(affair.state);
    if (!same) throw apiError('PROPOSAL_STALE');
    return null;
  }
  const limit = context.config.secondOperatorAbove;
  if (limit === null || Math.max(affair.amount, affair.counted ?? 0) <= limit) return null;
  return propose(context, actor, affair);
}

async function propose<K extends DecisionKind>(
  context: Context,
  actor: Actor,
  { kind, subject, amount, userId, payload, ...affair }: Affair<K>,
): Promise<ProposalRow> {
  const { db, clock } = context;
  // Without an account the second operator could be the same person.
  if (actor.userId === null) throw apiError('FORBIDDEN');
  const now = clock.now();
  const state = JSON.stringify(affair.state);
  await makeWay(db, { subject, state, now });
  const [proposal] = await db
    .insert(decisionProposals)
    .values({
      kind,
      subject,
      payload: { ...payload },
      state,
      amount,
      userId,
      proposedBy: actor.userId,
      proposedAt: now,
      expiresAt: after(now, SECOND_OPERATOR.ttl),
    })
    .returning();
  if (!proposal) throw new Error('no proposal was stored');
  await audit(context, actor, {
    action: 'decision.propose',
    target: subject,
    details: { proposal: proposal.id, kind, amount },
  });
  await mailOperators(context, proposal, actor);
  await recordSecurityEvent(context, 'decision_proposed', {
    userId: actor.userId,
    email: actor.name,
    details: { kind, proposal: proposal.id },
  });
  return proposal;
}

/**
 * Closes an expired or outdated proposal about the same subject. One being decided concurrently is skipped: that
 * decision waits for the subject, which the caller has locked.
 * @throws ApiError PROPOSAL_PENDING
 */
async function makeWay(
  db: Db,
  { subject, state, now }: { subject: string; state: string; now: Date },
): Promise<void> {
  const open = and(eq(decisionProposals.subject, subject), isNull(decisionProposals.outcome));
  const [before] = await db.select().from(decisionProposals).where(open);
  if (!before) return;
  const [free] = await db.select().from(decisionProposals).where(open).for('update', { skipLocked: true });
  const stands = before.expiresAt > now && before.state === state;
  if (!free || stands) throw apiError('PROPOSAL_PENDING', { words: { id: before.id } });
  await db
    .update(decisionProposals)
    .set({ outcome: 'superseded', decidedAt: now })
    .where(eq(decisionProposals.id, before.id));
}

/** The state at a time. */
export function stateAt({ outcome, expiresAt }: ProposalRow, now: Date): DecisionState {
  if (outcome !== null) return outcome;
  return expiresAt <= now ? 'expired' : 'pending';
}

const concerned = alias(users, 'concerned');
const proposer = alias(users, 'proposer');
const decider = alias(users, 'decider');

function found(db: Db) {
  return db
    .select({
      row: decisionProposals,
      user: concerned.email,
      proposedBy: proposer.email,
      decidedBy: decider.email,
    })
    .from(decisionProposals)
    .leftJoin(concerned, eq(concerned.id, decisionProposals.userId))
    .leftJoin(proposer, eq(proposer.id, decisionProposals.proposedBy))
    .leftJoin(decider, eq(decider.id, decisionProposals.decidedBy));
}
type Found = Awaited<ReturnType<typeof found>>[number];

const shown = (email: string | null): string | null => email && shownEmail(email);

const present = ({ row, user, proposedBy, decidedBy }: Found, now: Date): Proposal => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  payload: row.payload,
  amount: row.amount,
  user: shown(user),
  proposed_by: shown(proposedBy),
  proposed_at: row.proposedAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  state: stateAt(row, now),
  decided_by: shown(decidedBy),
  decided_at: row.decidedAt?.toISOString() ?? null,
  note: row.note,
});

/**
 * One proposal, as operators see it.
 * @throws ApiError NOT_FOUND
 */
export async function proposalOf(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: number,
): Promise<Proposal> {
  const [row] = await found(db).where(eq(decisionProposals.id, id));
  if (!row) throw apiError('NOT_FOUND');
  return present(row, clock.now());
}

/** Open proposals about these subjects, by subject. */
export async function waitingFor(
  db: Db,
  subjects: readonly string[],
  now: Date,
): Promise<Map<string, Proposal>> {
  if (subjects.length === 0) return new Map();
  const rows = await found(db).where(
    and(inArray(decisionProposals.subject, [...subjects]), inState('pending', now)),
  );
  return new Map(rows.map((one) => [one.row.subject, present(one, now)]));
}

function inState(state: DecisionState, now: Date): SQL | undefined {
  const { outcome, expiresAt } = decisionProposals;
  if (state === 'pending') return and(isNull(outcome), gt(expiresAt, now));
  if (state === 'expired') return and(isNull(outcome), lte(expiresAt, now));
  return eq(outcome, state);
}

/** A page of proposals, newest first. */
export async function listProposals(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { state, ...input }: InputOf<typeof adminDecision.list>,
): Promise<DataOf<typeof adminDecision.list>> {
  const now = clock.now();
  const which = state && inState(state, now);
  const rows = found(db)
    .where(which)
    .orderBy(descNullsLast(decisionProposals.proposedAt), descNullsLast(decisionProposals.id));
  return mapPage(await paged(input, rows, db.$count(decisionProposals, which)), (one) => present(one, now));
}
