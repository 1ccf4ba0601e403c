import { EMAIL_MAX, EMAIL_SCENES, GENDERS, ROLES } from '@yunduo/validation';
import { about, call, model, Empty, Line, Moment, Nullable, OneOf, Strict, Token, Type } from './define.ts';

export const User = model(
  'User',
  about(
    'The signed-in user.',
    Type.Object({
      id: Type.Integer(),
      email: Type.String(),
      nickname: Type.String(),
      gender: OneOf(GENDERS),
      birthday: about('Plain date, YYYY-MM-DD.', Nullable(Type.String())),
      head_image: about('Address of the 320 px picture.', Nullable(Type.String())),
      tb_id: Nullable(Type.Integer()),
      yt_token: Nullable(Type.String()),
      roles: Type.Array(OneOf(ROLES)),
    }),
  ),
);

const Email = Line(EMAIL_MAX * 2);

// Wire bounds are wide: the yup schemas define the rules and their messages.
const Secret = Line(200);

const Code = Line(20);

export const sendEmail = call({
  summary: 'Send a verification code by email',
  errors: [
    'CAPTCHA_TICKET_INVALID',
    'CHANGE_TOKEN_INVALID',
    'EMAIL_REQUIRED',
    'EMAIL_SAME',
    'UNAUTHENTICATED',
  ],

  body: Strict({
    email: Email,
    scene: OneOf(EMAIL_SCENES),
    captcha_ticket: Token,
    change_token: Type.Optional(Token),
  }),
  data: about('Seconds.', Type.Object({ resend_after: Type.Integer(), expires_in: Type.Integer() })),
});

export const Session = model(
  'SignedIn',
  about(
    'The result of signing in.',
    Type.Object({
      token: Type.String(),
      expires_at: Moment,
      user: User,
      redirect: about(
        'Redirect target. Set only if `r_url` belongs to this site or an allowed one.',
        Type.Optional(Type.String()),
      ),
    }),
  ),
);

export const register = call({
  summary: 'Register an account',
  description: 'Also signs in, because the code has verified the email address.',
  errors: ['CODE_INVALID', 'PASSWORD_COMMON', 'PASSWORD_PERSONAL', 'PASSWORD_PRODUCT'],

  body: Strict({
    email: Email,
    code: Code,
    password: Secret,
    password_confirm: Secret,
    agree: Type.Boolean(),
    r_url: Type.Optional(Line(2000)),
  }),
  data: Session,
});

export const login = call({
  summary: 'Sign in with a password',
  description:
    'If the account has a second factor, the response is SECOND_FACTOR_REQUIRED. Its `data` contains the ticket for `second_step`.',
  errors: [
    'ACCOUNT_DISABLED',
    'ACCOUNT_LOCKED',
    'AGREEMENT_REQUIRED',
    'CAPTCHA_REQUIRED',
    'CAPTCHA_TICKET_INVALID',
    'CREDENTIALS_INVALID',
    'SECOND_FACTOR_REQUIRED',
  ],

  body: Strict({
    email: Email,
    password: Secret,
    agree: Type.Boolean(),
    captcha_ticket: Type.Optional(Token),
    r_url: Type.Optional(Line(2000)),
  }),
  data: Session,
});

export const resetPassword = call({
  summary: 'Reset a password',
  errors: ['CODE_INVALID', 'PASSWORD_PERSONAL'],

  body: Strict({ email: Email, code: Code, password: Secret, password_confirm: Secret }),
  data: Empty,
});

export const logout = call({
  summary: 'Sign out',
  body: Strict({}),
  data: Empty,
});

export const handover = call({
  summary: 'Create a handover code',
  errors: ['REDIRECT_REFUSED'],

  body: Strict({ r_url: Line(2000) }),
  data: Type.Object({ redirect: Type.String() }),
});

export const handoverExchange = call({
  summary: 'Exchange a handover code for a session',
  errors: ['HANDOVER_INVALID'],

  body: Strict({ data: Token, r_url: Line(2000) }),
  data: Type.Object({
    id: Type.Integer(),
    email: Type.String(),
    nickname: Type.String(),
    head_image: Nullable(Type.String()),
    tb_id: Nullable(Type.Integer()),
  }),
});

export const emailChangeUndo = call({
  summary: 'Undo a change of email address',
  errors: ['UNDO_INVALID'],

  body: Strict({ token: Token }),
  data: about(
    '`signed_out` is true if the current session was ended.',
    Type.Object({ email: Type.String(), signed_out: Type.Boolean() }),
  ),
});

export const disownSession = call({
  summary: 'End an unrecognised session',
  description:
    'For the “This was not me” link in sign-in emails. `signed_out` is true if the session making the call was ended.',
  errors: ['SIGN_IN_LINK_INVALID'],

  body: Strict({ token: Token }),
  data: Type.Object({ email: Type.String(), signed_out: Type.Boolean() }),
});

/** WebAuthn's binary values, in base64url. */
export const Binary = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });

export const PasskeyProof = model(
  'PasskeyProof',
  about(
    'The signed WebAuthn response.',
    Strict({
      id: Binary(1400),
      client_data: Binary(8000),
      authenticator_data: Binary(8000),
      signature: Binary(8000),
    }),
  ),
);
