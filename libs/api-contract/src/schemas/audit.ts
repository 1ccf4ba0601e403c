import { EMAIL_MAX } from '@yunduo/validation';
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
