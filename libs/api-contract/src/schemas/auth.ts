import { EMAIL_MAX, EMAIL_SCENES, GENDERS, ROLES } from '@yunduo/validation';
import { about, call, model, Empty, Line, Moment, Nullable, OneOf, Strict, Token, Type } from './define.ts';

export const User = model(
  'User',
  about(
    'The signed-in user as the wire calls them (specification §3).',
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
  summary: 'Send a code by mail',
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
    'What signing in answers.',
    Type.Object({
      token: Type.String(),
      expires_at: Moment,
      user: User,
      redirect: about(
        'Where to go: only when `r_url` is of this site or on the configured list. A path for a path.',
        Type.Optional(Type.String()),
      ),
    }),
  ),
);

export const register = call({
  summary: 'Create an account',
  description: 'It signs in: the code proved the address, the agreement was given.',
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
  summary: 'Sign in',
  description: 'With a second factor: SECOND_FACTOR_REQUIRED, whose data has the ticket for `second_step`.',
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
  summary: 'Set a new password by a code',
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
  summary: 'Create a handover code for another site',
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
  summary: 'Undo a change of address',
  errors: ['UNDO_INVALID'],

  body: Strict({ token: Token }),
  data: about(
    '`signed_out`: the session that asked was one of those that ended.',
    Type.Object({ email: Type.String(), signed_out: Type.Boolean() }),
  ),
});

export const disownSession = call({
  summary: "End a session that was not the owner's",
  description: '"This was not me": `signed_out` says that the session that asked is the one that ended.',
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
    'What a device signed.',
    Strict({
      id: Binary(1400),
      client_data: Binary(8000),
      authenticator_data: Binary(8000),
      signature: Binary(8000),
    }),
  ),
);
