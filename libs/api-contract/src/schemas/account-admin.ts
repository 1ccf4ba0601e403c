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

export const userList = call({
  summary: 'Find accounts',
  description: 'Newest first.',

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
    deletion_blockers: about(
      'What must be settled before it can be deleted.',
      Type.Array(Type.Object({ kind: OneOf(DELETION_BLOCKERS), count: Type.Integer() })),
    ),
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

export const userDelete = call({
  summary: 'Delete an account permanently',
  description:
    'For an owner who cannot sign in, and whom the operator knows by other means. What is deleted and what is kept is the same as when the owner does it, and the owner hears of it.',
  errors: ['CONFLICT_OF_INTEREST', 'DELETION_BLOCKED', 'OWN_ACCOUNT', 'USER_NOT_FOUND'],

  body: Strict({
    email: Line(EMAIL_MAX),
    reason: about('Kept in the audit log.', Line(OPERATOR_REASON_MAX * 2)),
  }),
  data: Empty,
});
