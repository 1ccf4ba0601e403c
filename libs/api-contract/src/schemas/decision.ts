import { DECISION_KINDS, DECISION_STATES, OPERATOR_REASON_MAX } from '@yunduo/validation';
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

export const Proposal = model(
  'Proposal',
  about(
    'A decision about money that requires a second operator.',
    Type.Object({
      id: Type.Integer(),
      kind: OneOf(DECISION_KINDS),
      subject: about('The subject of the decision, such as `order:YD20261121-7K3M9-QXW2H`.', Type.String()),
      payload: about(
        'What is carried out once confirmed, as proposed.',
        Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
      ),
      amount: about('Amount in fen: the money, or the value of what is granted.', Type.Integer()),
      user: about('Email address of the account concerned; null if it was deleted.', Nullable(Type.String())),
      proposed_by: Nullable(Type.String()),
      proposed_at: Moment,
      expires_at: about('If it is not confirmed by then, it has no effect.', Moment),
      state: OneOf(DECISION_STATES),
      decided_by: Nullable(Type.String()),
      decided_at: Nullable(Moment),
      note: about('Why it was declined.', Type.String()),
    }),
  ),
);

export const decisionList = call({
  summary: 'List decisions that need a second operator',

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
