import { EMAIL_MAX, ROLES } from '@yunduo/validation';
import { Id, Line, Moment, Nullable, OneOf, Paged, Paging, Strict, Type } from './define.ts';

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
  data: Type.Object({
    list: Type.Array(AuditEntry),
    ...Paged,
  }),
};
