import {
  ACCOUNT_EVENTS,
  DELETION_BLOCKERS,
  EMAIL_MAX,
  EMAIL_SCENES,
  GENDERS,
  MUTABLE_MAILS,
  ROLES,
} from '@yunduo/validation';
import { Empty, Line, Moment, Nullable, OneOf, paged, Paging, Strict, Token, Type } from './define.ts';

/** The signed-in user as the wire calls them (specification §3). */
export const User = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  nickname: Type.String(),
  gender: OneOf(GENDERS),
  /** Plain date, YYYY-MM-DD. */
  birthday: Nullable(Type.String()),
  /** Address of the 320 px picture. */
  head_image: Nullable(Type.String()),
  tb_id: Nullable(Type.Integer()),
  yt_token: Nullable(Type.String()),
  roles: Type.Array(OneOf(ROLES)),
});

const Email = Line(EMAIL_MAX * 2);
// Bounds of the wire are wide: the yup schemas say the rule, with its words.
const Secret = Line(200);
const Code = Line(20);

export const sendEmail = {
  body: Strict({
    email: Email,
    scene: OneOf(EMAIL_SCENES),
    captcha_ticket: Token,
    change_token: Type.Optional(Token),
  }),
  /** Seconds. */
  data: Type.Object({ resend_after: Type.Integer(), expires_in: Type.Integer() }),
};
/** What signing in answers. */
export const Session = Type.Object({
  token: Type.String(),
  expires_at: Moment,
  user: User,
  /** Where to go: only when `r_url` is of this site or on the configured list. A path for a path. */
  redirect: Type.Optional(Type.String()),
});
/** It signs in: the code proved the address, the agreement was given. */
export const register = {
  body: Strict({
    email: Email,
    code: Code,
    password: Secret,
    password_confirm: Secret,
    agree: Type.Boolean(),
    r_url: Type.Optional(Line(2000)),
  }),
  data: Session,
};
/** With a second factor: SECOND_FACTOR_REQUIRED, whose data has the ticket for `second_step`. */
export const login = {
  body: Strict({
    email: Email,
    password: Secret,
    agree: Type.Boolean(),
    captcha_ticket: Type.Optional(Token),
    r_url: Type.Optional(Line(2000)),
  }),
  data: Session,
};
export const resetPassword = {
  body: Strict({ email: Email, code: Code, password: Secret, password_confirm: Secret }),
  data: Empty,
};
export const logout = { body: Strict({}), data: Empty };
export const handover = {
  body: Strict({ r_url: Line(2000) }),
  data: Type.Object({ redirect: Type.String() }),
};
export const handoverExchange = {
  body: Strict({ data: Token, r_url: Line(2000) }),
  data: Type.Object({
    id: Type.Integer(),
    email: Type.String(),
    nickname: Type.String(),
    head_image: Nullable(Type.String()),
    tb_id: Nullable(Type.Integer()),
  }),
};
export const emailChangeUndo = {
  body: Strict({ token: Token }),
  /** `signed_out`: the session that asked was one of those that ended. */
  data: Type.Object({ email: Type.String(), signed_out: Type.Boolean() }),
};
/** "This was not me": `signed_out` says that the session that asked is the one that ended. */
export const disownSession = {
  body: Strict({ token: Token }),
  data: Type.Object({ email: Type.String(), signed_out: Type.Boolean() }),
};

export const index = { data: User };
export const saveUser = {
  body: Strict({ nickname: Line(200), gender: Line(20), birthday: Line(20) }),
  data: User,
};
/** Multipart: one part named `file`. */
export const uploadHeadImg = { data: Type.Object({ head_image: Type.String() }) };
/** WebAuthn's binary values, in base64url. */
export const Binary = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });
/** What a device signed. */
export const PasskeyProof = Strict({
  id: Binary(1400),
  client_data: Binary(8000),
  authenticator_data: Binary(8000),
  signature: Binary(8000),
});
/** One of the ways that PROOF_REQUIRED named. */
export const prove = {
  body: Strict({
    password: Type.Optional(Secret),
    code: Type.Optional(Secret),
    recovery_code: Type.Optional(Secret),
    passkey: Type.Optional(PasskeyProof),
  }),
  /** Until when the session may do what asks for a fresh proof. */
  data: Type.Object({ until: Moment }),
};
export const changePassword = {
  body: Strict({ old_password: Secret, password: Secret, password_confirm: Secret }),
  data: Empty,
};
const changeToken = Type.Object({ change_token: Type.String(), expires_in: Type.Integer() });
export const changeEmailVerify = { body: Strict({ code: Code }), data: changeToken };
export const changeEmailConfirm = {
  body: Strict({ change_token: Token, new_email: Email, code: Code }),
  data: changeToken,
};
export const changeEmailCommit = { body: Strict({ change_token: Token }), data: User };
export const sessions = {
  data: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Type.Integer(),
        current: Type.Boolean(),
        /** Browser and system, as far as the user agent tells; empty when unknown. */
        device: Type.String(),
        created_at: Moment,
        last_used_at: Moment,
        expires_at: Moment,
      }),
    ),
  }),
};
/** What happened with the account, the newest first. */
export const recentActivity = {
  query: Strict({ ...Paging }),
  data: Type.Object(
    paged(
      Type.Object({
        id: Type.Integer(),
        event: OneOf(ACCOUNT_EVENTS),
        /** The last time, of what happened several times. */
        at: Moment,
        count: Type.Integer(),
        /** Browser and system; empty when unknown. */
        device: Type.String(),
        /** Without its last part: `203.0.113.x`. Null: nobody called. */
        network: Nullable(Type.String()),
        known_device: Type.Optional(Type.Boolean()),
      }),
    ),
  ),
};
/** Without `id`: every session but the present one. */
export const revokeSession = {
  body: Strict({ id: Type.Optional(Type.Integer({ minimum: 1 })) }),
  data: Type.Object({ revoked: Type.Integer() }),
};

/** Everything that is kept about the caller, by subject: a file to keep. Secrets (hashes, tokens) are not among it. */
export const exportData = {
  data: Type.Object({
    format: Type.Integer(),
    exported_at: Moment,
    /** What a browser may call the file. */
    filename: Type.String(),
    /** Subject → what is kept. */
    sections: Type.Record(Type.String(), Type.Unknown()),
  }),
};

/** Says what a deletion would do, and sends the code for it when nothing stands in its way. Changes nothing. */
export const deletePrepare = {
  body: Strict({ password: Secret }),
  data: Type.Object({
    /** False: `blockers` must be settled first, and no code was sent. */
    ready: Type.Boolean(),
    blockers: Type.Array(Type.Object({ kind: OneOf(DELETION_BLOCKERS), count: Type.Integer() })),
    /** What would be gone, counted. */
    removes: Type.Object({
      /** Licences that could still be used: they end, without a refund. */
      live_licences: Type.Integer(),
      apps: Type.Integer(),
      feedback: Type.Integer(),
      activities: Type.Integer(),
      subscription: Type.Boolean(),
    }),
    /** What stays, without a way back to the person beyond what the law asks for. */
    keeps: Type.Object({
      orders: Type.Integer(),
      /** Apps that were in the store: who installed them keeps them. */
      apps: Type.Integer(),
      consents: Type.Integer(),
    }),
    /** Seconds that the code lives; null when none was sent. */
    expires_in: Nullable(Type.Integer()),
  }),
};
/** The code of the mail. At once, and without a way back. */
export const deleteConfirm = { body: Strict({ code: Code }), data: Empty };

const MailPreferences = Type.Object({
  /** The mails that can be switched off; every other one is about security, money or something to act on. */
  mails: Type.Array(Type.Object({ kind: OneOf(MUTABLE_MAILS), muted: Type.Boolean() })),
});
export const mailPreferences = { data: MailPreferences };
/** `muted` is the whole list: what it does not name is on. */
export const saveMailPreferences = {
  body: Strict({ muted: Type.Array(OneOf(MUTABLE_MAILS), { maxItems: MUTABLE_MAILS.length }) }),
  data: MailPreferences,
};
