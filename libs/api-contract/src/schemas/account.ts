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
  summary: "Read the caller's profile",
  data: User,
});

export const saveUser = call({
  summary: "Save the caller's profile",

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
  summary: 'Prove the caller once more',
  description: 'One of the ways that PROOF_REQUIRED named.',
  errors: ['ACCOUNT_LOCKED', 'FACTOR_INVALID', 'PASSKEY_REFUSED', 'PASSWORD_WRONG', 'PROOF_REQUIRED'],

  body: Strict({
    password: Type.Optional(Secret),
    code: Type.Optional(Secret),
    recovery_code: Type.Optional(Secret),
    passkey: Type.Optional(PasskeyProof),
  }),
  data: about('Until when the session may do what asks for a fresh proof.', Type.Object({ until: Moment })),
});

export const changePassword = call({
  summary: 'Change the password',
  errors: ['ACCOUNT_LOCKED', 'PASSWORD_COMMON', 'PASSWORD_WRONG'],

  body: Strict({ old_password: Secret, password: Secret, password_confirm: Secret }),
  data: Empty,
});

const changeToken = Type.Object({ change_token: Type.String(), expires_in: Type.Integer() });

export const changeEmailVerify = call({
  summary: 'Change the address: prove the present one',
  errors: ['CODE_INVALID'],
  body: Strict({ code: Code }),
  data: changeToken,
});

export const changeEmailConfirm = call({
  summary: 'Change the address: name the new one',
  errors: ['CHANGE_TOKEN_INVALID', 'CODE_INVALID'],

  body: Strict({ change_token: Token, new_email: Email, code: Code }),
  data: changeToken,
});

export const changeEmailCommit = call({
  summary: 'Change the address: prove the new one',
  errors: ['CHANGE_TOKEN_INVALID', 'EMAIL_TAKEN'],
  body: Strict({ change_token: Token }),
  data: User,
});

export const sessions = call({
  summary: "List the caller's sessions",

  data: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Type.Integer(),
        current: Type.Boolean(),
        device: about(
          'Browser and system, as far as the user agent tells; empty when unknown.',
          Type.String(),
        ),
        created_at: Moment,
        last_used_at: Moment,
        expires_at: Moment,
      }),
    ),
  }),
});

export const recentActivity = call({
  summary: 'List what happened with the account',
  description: 'What happened with the account, the newest first.',

  query: Strict({ ...Paging }),
  data: Type.Object({
    ...paged(
      Type.Object({
        id: Type.Integer(),
        event: OneOf(ACCOUNT_EVENTS),
        at: about('The last time, of what happened several times.', Moment),
        count: Type.Integer(),
        device: about('Browser and system; empty when unknown.', Type.String()),
        network: about('Without its last part: `203.0.113.x`. Null: nobody called.', Nullable(Type.String())),
        known_device: Type.Optional(Type.Boolean()),
      }),
    ),
  }),
});

export const revokeSession = call({
  summary: 'End other sessions',
  description: 'Without `id`: every session but the present one.',
  errors: ['NOT_FOUND'],

  body: Strict({ id: Type.Optional(Type.Integer({ minimum: 1 })) }),
  data: Type.Object({ revoked: Type.Integer() }),
});

export const exportData = call({
  summary: 'Export everything that is kept about the caller',
  description:
    'Everything that is kept about the caller, by subject: a file to keep. Secrets (hashes, tokens) are not among it.',

  data: Type.Object({
    format: Type.Integer(),
    exported_at: Moment,
    filename: about('What a browser may call the file.', Type.String()),
    sections: about('Subject → what is kept.', Type.Record(Type.String(), Type.Unknown())),
  }),
});

export const deletePrepare = call({
  summary: 'Ask for the code that deletes the account',
  description:
    'Says what a deletion would do, and sends the code for it when nothing stands in its way. Changes nothing.',
  errors: ['PASSWORD_WRONG'],

  body: Strict({ password: Secret }),
  data: Type.Object({
    ready: about('False: `blockers` must be settled first, and no code was sent.', Type.Boolean()),
    blockers: Type.Array(Type.Object({ kind: OneOf(DELETION_BLOCKERS), count: Type.Integer() })),
    removes: about(
      'What would be gone, counted.',
      Type.Object({
        live_licences: about(
          'Licences that could still be used: they end, without a refund.',
          Type.Integer(),
        ),
        apps: Type.Integer(),
        feedback: Type.Integer(),
        activities: Type.Integer(),
        subscription: Type.Boolean(),
      }),
    ),
    keeps: about(
      'What stays, without a way back to the person beyond what the law asks for.',
      Type.Object({
        orders: Type.Integer(),
        apps: about('Apps that were in the store: who installed them keeps them.', Type.Integer()),
        consents: Type.Integer(),
      }),
    ),
    expires_in: about('Seconds that the code lives; null when none was sent.', Nullable(Type.Integer())),
  }),
});

export const deleteConfirm = call({
  summary: 'Delete the account',
  description: 'The code of the mail. At once, and without a way back.',
  errors: ['CODE_INVALID', 'DELETION_BLOCKED'],
  body: Strict({ code: Code }),
  data: Empty,
});

const MailPreferences = model(
  'MailPreferences',
  Type.Object({
    mails: about(
      'The mails that can be switched off; every other one is about security, money or something to act on.',
      Type.Array(Type.Object({ kind: OneOf(MUTABLE_MAILS), muted: Type.Boolean() })),
    ),
  }),
);

export const mailPreferences = call({
  summary: 'Read which mails are sent',
  data: MailPreferences,
});

export const saveMailPreferences = call({
  summary: 'Save which mails are sent',
  description: '`muted` is the whole list: what it does not name is on.',

  body: Strict({ muted: Type.Array(OneOf(MUTABLE_MAILS), { maxItems: MUTABLE_MAILS.length }) }),
  data: MailPreferences,
});
