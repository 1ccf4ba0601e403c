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
    'One action of an operator, a reviewer or a job.',
    Type.Object({
      id: Type.Integer(),
      at: Moment,
      actor: about('Email address of the account, or name of the system user or job.', Type.String()),
      actor_id: about(
        'Null if it was not an account, or if the account was deleted.',
        Nullable(Type.Integer()),
      ),
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
    actor: about('Exact match.', Type.Optional(Line(EMAIL_MAX))),
    action: about('An action (`user.disable`), or all actions of a kind (`user`).', Type.Optional(Line(100))),
    target: about('A target (`user:12`), or all targets of a kind (`user`).', Type.Optional(Line(200))),
    actor_id: Type.Optional(Id),
    from: Type.Optional(Moment),
    to: Type.Optional(Moment),
    ...Paging,
  }),
  data: Type.Object({
    ...paged(AuditEntry),
  }),
});
