import { DELETION_BLOCKERS, EMAIL_MAX, OPERATOR_REASON_MAX, ROLES } from '@yunduo/validation';
import {
  Search,
  about,
  call,
  model,
  Empty,
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
      disabled_at: about('Null: it can sign in.', Nullable(Moment)),
    }),
  ),
);

export const userRole = call({
  summary: 'Grant or revoke a role',
  errors: ['CONFLICT_OF_INTEREST', 'LAST_ADMIN', 'USER_NOT_FOUND'],

  body: Strict({
    email: Line(EMAIL_MAX),
    role: OneOf(GRANTED_ROLES),
    granted: about(
      'True grants the role, false revokes it. Repeating the call has no further effect.',
      Type.Boolean(),
    ),
  }),
  data: Account,
});

export const userList = call({
  summary: 'Find accounts',
  description: 'Newest first.',

  query: Strict({
    q: about('Part of an email address or nickname.', Type.Optional(Search)),
    role: about('Only accounts with this role.', Type.Optional(OneOf(GRANTED_ROLES))),
    disabled: about('True: only disabled accounts.', Type.Optional(Type.Boolean())),
    ...Paging,
  }),
  data: Type.Object({ ...paged(Account) }),
});

export const userDetail = call({
  summary: 'Get an account and its sessions',
  errors: ['USER_NOT_FOUND'],

  query: Strict({ id: Id }),
  data: Type.Object({
    account: Account,
    own: about(
      "True if it is the caller's own account, which the caller cannot change here.",
      Type.Boolean(),
    ),
    second_factor: about('True if it has a second factor.', Type.Boolean()),
    deletion_blockers: about(
      'What must be settled before the account can be deleted.',
      Type.Array(Type.Object({ kind: OneOf(DELETION_BLOCKERS), count: Type.Integer() })),
    ),
    sessions: about(
      'Most recently used first.',
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

const Reason = about('Recorded in the audit log.', Type.Optional(Line(OPERATOR_REASON_MAX * 2)));

export const userDisable = call({
  summary: 'Disable or enable an account',
  description: 'Disabling ends all sessions of the account. Repeating the call has no further effect.',
  errors: ['CONFLICT_OF_INTEREST', 'LAST_ADMIN', 'OWN_ACCOUNT', 'USER_NOT_FOUND'],

  body: Strict({ email: Line(EMAIL_MAX), disabled: Type.Boolean(), reason: Reason }),
  data: Account,
});

export const userEndSessions = call({
  summary: 'End sessions of an account',
  errors: ['NOT_FOUND', 'USER_NOT_FOUND'],

  body: Strict({
    email: Line(EMAIL_MAX),
    session: about('Id of a session. Missing: all sessions.', Type.Optional(Id)),
    reason: Reason,
  }),
  data: Type.Object({ ended: about('Number of sessions that were ended.', Type.Integer()) }),
});

export const userRemoveFactor = call({
  summary: 'Reset two-step sign-in of an account',
  description:
    'For users who lost their app, passkeys and recovery codes. Confirm their identity by other means first. All sessions end, and the user is notified by email.',
  errors: ['CONFLICT_OF_INTEREST', 'STATE_CHANGED', 'USER_NOT_FOUND'],

  body: Strict({
    email: Line(EMAIL_MAX),
    reason: about('Recorded in the audit log.', Line(OPERATOR_REASON_MAX * 2)),
  }),
  data: Type.Object({ ended: about('Number of sessions that were ended.', Type.Integer()) }),
});

export const userDelete = call({
  summary: 'Delete an account permanently',
  description:
    'For users who cannot sign in. Confirm their identity by other means first. The same data is deleted and kept as when users delete their own account, and the user is notified by email.',
  errors: ['CONFLICT_OF_INTEREST', 'DELETION_BLOCKED', 'OWN_ACCOUNT', 'USER_NOT_FOUND'],

  body: Strict({
    email: Line(EMAIL_MAX),
    reason: about('Recorded in the audit log.', Line(OPERATOR_REASON_MAX * 2)),
  }),
  data: Empty,
});
