import { DECISION_KINDS, DECISION_STATES, EMAIL_MAX, OPERATOR_REASON_MAX, ROLES } from '@yunduo/validation';
import {
  about,
  call,
  model,
  Id,
  Line,
  Moment,
  Nullable,
  OneOf,
  paged,
  Paging,
  Strict,
  Type,
} from './define.ts';

const GRANTED_ROLES = ROLES.filter((role) => role !== 'user');

export const Account = model(
  'AuditAccount',
  about(
    'An account as operators see it.',
    Type.Object({
      id: Type.Integer(),
      email: Type.String(),
      nickname: Type.String(),
      roles: Type.Array(OneOf(ROLES)),
      created_at: Moment,
      disabled_at: about('Null: it may sign in.', Nullable(Moment)),
    }),
  ),
);

export const userRole = call({
  summary: 'Grant or revoke a role',
  errors: ['CONFLICT_OF_INTEREST', 'LAST_ADMIN', 'USER_NOT_FOUND'],

  body: Strict({
    email: Line(EMAIL_MAX),
    role: OneOf(GRANTED_ROLES),
    granted: about('True grants it, false takes it away; what is so already stays so.', Type.Boolean()),
  }),
  data: Account,
});

export const AuditEntry = model(
  'AuditEntry',
  about(
    'One thing that an operator, a reviewer or a job did.',
    Type.Object({
      id: Type.Integer(),
      at: Moment,
      actor: about('Address of the account, name of the system user or of the job.', Type.String()),
      actor_id: about('Null when it was no account, or the account is gone.', Nullable(Type.Integer())),
      via: OneOf(['api', 'command', 'job']),
      action: Type.String(),
      target: Type.String(),
      details: Type.Record(Type.String(), Type.Unknown()),
    }),
  ),
);

export const auditList = call({
  summary: 'List the audit log',

  query: Strict({
    actor: about('To the letter.', Type.Optional(Line(EMAIL_MAX))),
    action: about('An action (`user.disable`) or all of a kind (`user`).', Type.Optional(Line(100))),
    target: about('A thing (`user:12`) or all of a kind (`user`).', Type.Optional(Line(200))),
    actor_id: Type.Optional(Id),
    from: Type.Optional(Moment),
    to: Type.Optional(Moment),
    ...Paging,
  }),
  data: Type.Object({
    ...paged(AuditEntry),
  }),
});

export const Proposal = model(
  'Proposal',
  about(
    'A decision about money that waits, or waited, for a second operator.',
    Type.Object({
      id: Type.Integer(),
      kind: OneOf(DECISION_KINDS),
      subject: about('What it decides about, such as `order:YD20261121-7K3M9-QXW2H`.', Type.String()),
      payload: about(
        'What is carried out on confirmation, as it was proposed.',
        Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
      ),
      amount: about('Minor units of CNY: the money, or what is given is worth.', Type.Integer()),
      user: about(
        'Address of the account that it is about; null when that is gone.',
        Nullable(Type.String()),
      ),
      proposed_by: Nullable(Type.String()),
      proposed_at: Moment,
      expires_at: about('Unconfirmed by then, it has no effect.', Moment),
      state: OneOf(DECISION_STATES),
      decided_by: Nullable(Type.String()),
      decided_at: Nullable(Moment),
      note: about('Why it was declined.', Type.String()),
    }),
  ),
);

export const decisionList = call({
  summary: 'List decisions that wait for a second operator',

  query: Strict({ state: Type.Optional(OneOf(DECISION_STATES)), ...Paging }),
  data: Type.Object({ ...paged(Proposal) }),
});
export const decisionConfirm = call({
  summary: 'Confirm a decision of another operator',
  errors: [
    'CONFLICT_OF_INTEREST',
    'ORDER_STATE',
    'PROPOSAL_OVER',
    'PROPOSAL_OWN',
    'PROPOSAL_STALE',
    'REFUND_TRANSFERRED',
  ],
  body: Strict({ id: Id }),
  data: Proposal,
});
export const decisionDecline = call({
  summary: 'Decline a decision of another operator',
  errors: ['CONFLICT_OF_INTEREST', 'PROPOSAL_OVER'],

  body: Strict({ id: Id, note: Type.Optional(Line(OPERATOR_REASON_MAX * 2)) }),
  data: Proposal,
});
