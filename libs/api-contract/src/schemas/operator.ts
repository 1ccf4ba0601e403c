import { DECISION_KINDS, DECISION_STATES, EMAIL_MAX, OPERATOR_REASON_MAX, ROLES } from '@yunduo/validation';
import { Id, Line, Moment, Nullable, OneOf, paged, Paging, Strict, Type } from './define.ts';

const GRANTED_ROLES = ROLES.filter((role) => role !== 'user');

/** An account as operators see it. */
export const Account = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  nickname: Type.String(),
  roles: Type.Array(OneOf(ROLES)),
  created_at: Moment,
  /** Null: it may sign in. */
  disabled_at: Nullable(Moment),
});

export const userRole = {
  body: Strict({
    email: Line(EMAIL_MAX),
    role: OneOf(GRANTED_ROLES),
    /** True grants it, false takes it away; what is so already stays so. */
    granted: Type.Boolean(),
  }),
  data: Account,
};

/** One thing that an operator, a reviewer or a job did. */
export const AuditEntry = Type.Object({
  id: Type.Integer(),
  at: Moment,
  /** Address of the account, name of the system user or of the job. */
  actor: Type.String(),
  /** Null when it was no account, or the account is gone. */
  actor_id: Nullable(Type.Integer()),
  via: OneOf(['api', 'command', 'job']),
  action: Type.String(),
  target: Type.String(),
  details: Type.Record(Type.String(), Type.Unknown()),
});

export const auditList = {
  query: Strict({
    /** To the letter. */
    actor: Type.Optional(Line(EMAIL_MAX)),
    /** An action (`user.disable`) or all of a kind (`user`). */
    action: Type.Optional(Line(100)),
    /** A thing (`user:12`) or all of a kind (`user`). */
    target: Type.Optional(Line(200)),
    actor_id: Type.Optional(Id),
    from: Type.Optional(Moment),
    to: Type.Optional(Moment),
    ...Paging,
  }),
  data: Type.Object(paged(AuditEntry)),
};

/** A decision about money that waits, or waited, for a second operator. */
export const Proposal = Type.Object({
  id: Type.Integer(),
  kind: OneOf(DECISION_KINDS),
  /** What it decides about, such as `order:YD20261121-7K3M9-QXW2H`. */
  subject: Type.String(),
  /** What is carried out on confirmation, as it was proposed. */
  payload: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  /** Minor units of CNY: the money, or what is given is worth. */
  amount: Type.Integer(),
  /** Address of the account that it is about; null when that is gone. */
  user: Nullable(Type.String()),
  proposed_by: Nullable(Type.String()),
  proposed_at: Moment,
  /** Unconfirmed by then, it has no effect. */
  expires_at: Moment,
  state: OneOf(DECISION_STATES),
  decided_by: Nullable(Type.String()),
  decided_at: Nullable(Moment),
  /** Why it was declined. */
  note: Type.String(),
});

export const decisionList = {
  query: Strict({ state: Type.Optional(OneOf(DECISION_STATES)), ...Paging }),
  data: Type.Object(paged(Proposal)),
};
export const decisionConfirm = { body: Strict({ id: Id }), data: Proposal };
export const decisionDecline = {
  body: Strict({ id: Id, note: Type.Optional(Line(OPERATOR_REASON_MAX * 2)) }),
  data: Proposal,
};
