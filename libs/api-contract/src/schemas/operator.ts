import {
  DECISION_KINDS,
  DECISION_STATES,
  EMAIL_MAX,
  OPERATOR_REASON_MAX,
  ROLES,
  SEARCH_MAX,
} from '@yunduo/validation';
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

/** A text to search with: a null byte is nothing that a column takes. */
export const Search = Type.String({ maxLength: SEARCH_MAX, pattern: '^[^\\u0000-\\u001f]*$' });

export const userList = call({
  summary: 'Find accounts',
  description: 'The newest first.',

  query: Strict({
    q: about('Part of an address or of a nickname.', Type.Optional(Search)),
    role: about('Only who holds this role.', Type.Optional(OneOf(GRANTED_ROLES))),
    disabled: about('True: only who is shut out.', Type.Optional(Type.Boolean())),
    ...Paging,
  }),
  data: Type.Object({ ...paged(Account) }),
});

export const userDetail = call({
  summary: 'Read an account and where it is signed in',
  errors: ['USER_NOT_FOUND'],

  query: Strict({ id: Id }),
  data: Type.Object({
    account: Account,
    own: about("The caller's own account, about which nobody decides themselves.", Type.Boolean()),
    second_factor: about('Whether it has a second factor.', Type.Boolean()),
    sessions: about(
      'The last used first.',
      Type.Array(
        Type.Object({
          id: Type.Integer(),
          device: Type.String(),
          created_at: Moment,
          last_used_at: Moment,
          expires_at: Moment,
        }),
      ),
    ),
  }),
});

const Reason = about('Kept in the audit log.', Type.Optional(Line(OPERATOR_REASON_MAX * 2)));

export const userDisable = call({
  summary: 'Shut an account out, or let it in again',
  description: 'Shutting out ends every session. What is so already stays so.',
  errors: ['CONFLICT_OF_INTEREST', 'LAST_ADMIN', 'OWN_ACCOUNT', 'USER_NOT_FOUND'],

  body: Strict({ email: Line(EMAIL_MAX), disabled: Type.Boolean(), reason: Reason }),
  data: Account,
});

export const userEndSessions = call({
  summary: 'Sign an account out',
  errors: ['NOT_FOUND', 'USER_NOT_FOUND'],

  body: Strict({
    email: Line(EMAIL_MAX),
    session: about('One session; without it, all of them.', Type.Optional(Id)),
    reason: Reason,
  }),
  data: Type.Object({ ended: about('Sessions that lived until now.', Type.Integer()) }),
});

export const userRemoveFactor = call({
  summary: 'Reset two-step sign-in of an account',
  description:
    'For an owner who lost app, passkeys and recovery codes and whom the operator knows by other means. Every session ends, and the owner hears of it.',
  errors: ['CONFLICT_OF_INTEREST', 'STATE_CHANGED', 'USER_NOT_FOUND'],

  body: Strict({
    email: Line(EMAIL_MAX),
    reason: about('Kept in the audit log.', Line(OPERATOR_REASON_MAX * 2)),
  }),
  data: Type.Object({ ended: about('Sessions that lived until now.', Type.Integer()) }),
});

export const deskToday = call({
  summary: 'Count what waits for operators',

  data: Type.Object({
    feedback: about('Without an answer.', Type.Integer()),
    transfers: about('Orders whose buyer chose a bank transfer, unpaid so far.', Type.Integer()),
    refunds: about('Asked for and not decided.', Type.Integer()),
    payments: about('Money that came for an order that could not take it.', Type.Integer()),
    decisions: about('For a second operator.', Type.Integer()),
    invite_requests: about('Requests for an invitation, without an answer.', Type.Integer()),
    reports: about('About apps, open.', Type.Integer()),
    reviews: about('Versions under review.', Type.Integer()),
    reviews_overdue: about('Of these, past their deadline.', Type.Integer()),
    mails: about('Mails that could not be handed on and are not tried again.', Type.Integer()),
    jobs: about('Recurring jobs that should have run long ago.', Type.Integer()),
  }),
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
