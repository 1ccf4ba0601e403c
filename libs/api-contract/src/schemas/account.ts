import { ACCOUNT_EVENTS, DELETION_BLOCKERS, EMAIL_MAX, MUTABLE_MAILS } from '@yunduo/validation';
import {
  about,
  call,
  model,
  Empty,
  Line,
  Moment,
  Nullable,
  OneOf,
  paged,
  Paging,
  Strict,
  Token,
  Type,
  Upload,
} from './define.ts';
import { User, PasskeyProof } from './auth.ts';

const Email = Line(EMAIL_MAX * 2);

// Wire bounds are wide: the yup schemas define the rules and their messages.
const Secret = Line(200);

const Code = Line(20);

export const index = call({
  summary: 'Get your profile',
  data: User,
});

export const saveUser = call({
  summary: 'Update your profile',

  body: Strict({ nickname: Line(200), gender: Line(20), birthday: Line(20) }),
  data: User,
});

export const uploadHeadImg = call({
  summary: 'Upload an avatar',
  errors: ['PICTURE_ANIMATED', 'PICTURE_ANIMATION', 'PICTURE_HEIC', 'PICTURE_PIXELS', 'PICTURE_UNREADABLE'],
  parts: Type.Object({ file: Upload }),
  data: Type.Object({ head_image: Type.String() }),
});

export const prove = call({
  summary: 'Confirm your identity',
  description: 'Use one of the methods listed in PROOF_REQUIRED.',
  errors: ['ACCOUNT_LOCKED', 'FACTOR_INVALID', 'PASSKEY_REFUSED', 'PASSWORD_WRONG', 'PROOF_REQUIRED'],

  body: Strict({
    password: Type.Optional(Secret),
    code: Type.Optional(Secret),
    recovery_code: Type.Optional(Secret),
    passkey: Type.Optional(PasskeyProof),
  }),
  data: about(
    'How long the session can make calls that require identity confirmation.',
    Type.Object({ until: Moment }),
  ),
});

export const changePassword = call({
  summary: 'Change your password',
  errors: ['ACCOUNT_LOCKED', 'PASSWORD_COMMON', 'PASSWORD_WRONG'],

  body: Strict({ old_password: Secret, password: Secret, password_confirm: Secret }),
  data: Empty,
});

const changeToken = Type.Object({ change_token: Type.String(), expires_in: Type.Integer() });

export const changeEmailVerify = call({
  summary: 'Change email, step 1: verify the current address',
  errors: ['CODE_INVALID'],
  body: Strict({ code: Code }),
  data: changeToken,
});

export const changeEmailConfirm = call({
  summary: 'Change email, step 2: enter the new address',
  errors: ['CHANGE_TOKEN_INVALID', 'CODE_INVALID'],

  body: Strict({ change_token: Token, new_email: Email, code: Code }),
  data: changeToken,
});

export const changeEmailCommit = call({
  summary: 'Change email, step 3: verify the new address',
  errors: ['CHANGE_TOKEN_INVALID', 'EMAIL_TAKEN'],
  body: Strict({ change_token: Token }),
  data: User,
});

export const sessions = call({
  summary: 'List your sessions',

  data: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Type.Integer(),
        current: Type.Boolean(),
        device: about('Browser and system from the user agent; empty if unknown.', Type.String()),
        created_at: Moment,
        last_used_at: Moment,
        expires_at: Moment,
      }),
    ),
  }),
});

export const recentActivity = call({
  summary: 'List recent account activity',
  description: 'Newest first.',

  query: Strict({ ...Paging }),
  data: Type.Object({
    ...paged(
      Type.Object({
        id: Type.Integer(),
        event: OneOf(ACCOUNT_EVENTS),
        at: about('The most recent time if it happened several times.', Moment),
        count: Type.Integer(),
        device: about('Browser and system; empty when unknown.', Type.String()),
        network: about(
          'IP address without the last part: `203.0.113.x`. Null if it was never used.',
          Nullable(Type.String()),
        ),
        known_device: Type.Optional(Type.Boolean()),
      }),
    ),
  }),
});

export const revokeSession = call({
  summary: 'End sessions',
  description: 'Ends the session `id`. Without `id`, ends all sessions except the current one.',
  errors: ['NOT_FOUND'],

  body: Strict({ id: Type.Optional(Type.Integer({ minimum: 1 })) }),
  data: Type.Object({ revoked: Type.Integer() }),
});

export const exportData = call({
  summary: 'Export your data',
  description:
    'All data stored about your account as one file, grouped by subject. Password hashes and tokens are not included.',

  data: Type.Object({
    format: Type.Integer(),
    exported_at: Moment,
    filename: about('File name for browsers.', Type.String()),
    sections: about('Subject → what is kept.', Type.Record(Type.String(), Type.Unknown())),
  }),
});

export const deletePrepare = call({
  summary: 'Request account deletion',
  description:
    'Lists what will be deleted and, if nothing blocks the deletion, sends a verification code. Nothing is deleted yet.',
  errors: ['PASSWORD_WRONG'],

  body: Strict({ password: Secret }),
  data: Type.Object({
    ready: about('False if `blockers` prevent the deletion. No code was sent.', Type.Boolean()),
    blockers: Type.Array(Type.Object({ kind: OneOf(DELETION_BLOCKERS), count: Type.Integer() })),
    removes: about(
      'Number of items that will be deleted.',
      Type.Object({
        live_licences: about(
          'Codes that are still valid. They are revoked without a refund.',
          Type.Integer(),
        ),
        apps: Type.Integer(),
        feedback: Type.Integer(),
        activities: Type.Integer(),
        subscription: Type.Boolean(),
      }),
    ),
    keeps: about(
      'Data that is kept in anonymised form, or as required by law.',
      Type.Object({
        orders: Type.Integer(),
        apps: about('Apps that have left the store. Existing installations keep working.', Type.Integer()),
        consents: Type.Integer(),
      }),
    ),
    expires_in: about('Validity of the code in seconds; null if none was sent.', Nullable(Type.Integer())),
  }),
});

export const deleteConfirm = call({
  summary: 'Delete your account',
  description: 'Requires the code from the email. The deletion is immediate and cannot be undone.',
  errors: ['CODE_INVALID', 'DELETION_BLOCKED'],
  body: Strict({ code: Code }),
  data: Empty,
});

const MailPreferences = model(
  'MailPreferences',
  Type.Object({
    mails: about(
      'Emails that can be switched off. All others concern security, payments or required actions.',
      Type.Array(Type.Object({ kind: OneOf(MUTABLE_MAILS), muted: Type.Boolean() })),
    ),
  }),
);

export const mailPreferences = call({
  summary: 'Get email preferences',
  data: MailPreferences,
});

export const saveMailPreferences = call({
  summary: 'Update email preferences',
  description: '`muted` replaces the whole list. Emails that it does not contain are switched on.',

  body: Strict({ muted: Type.Array(OneOf(MUTABLE_MAILS), { maxItems: MUTABLE_MAILS.length }) }),
  data: MailPreferences,
});
