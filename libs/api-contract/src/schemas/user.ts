import { EMAIL_MAX, EMAIL_SCENES, GENDERS, ROLES } from '@yunduo/validation';
import { Empty, Line, Moment, Nullable, OneOf, Strict, Token, Type } from './define.ts';

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
export const register = {
  body: Strict({
    email: Email,
    code: Code,
    password: Secret,
    password_confirm: Secret,
    agree: Type.Boolean(),
  }),
  data: Empty,
};
export const login = {
  body: Strict({
    email: Email,
    password: Secret,
    agree: Type.Boolean(),
    captcha_ticket: Type.Optional(Token),
    r_url: Type.Optional(Line(2000)),
  }),
  data: Type.Object({
    token: Type.String(),
    expires_at: Moment,
    user: User,
    /** Where to go: only when `r_url` is on the configured list. */
    redirect: Type.Optional(Type.String()),
  }),
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
  data: Type.Object({ email: Type.String() }),
};

export const index = { data: User };
export const saveUser = {
  body: Strict({ nickname: Line(200), gender: Line(20), birthday: Line(20) }),
  data: User,
};
/** Multipart: one part named `file`. */
export const uploadHeadImg = { data: Type.Object({ head_image: Type.String() }) };
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
/** Without `id`: every session but the present one. */
export const revokeSession = {
  body: Strict({ id: Type.Optional(Type.Integer({ minimum: 1 })) }),
  data: Type.Object({ revoked: Type.Integer() }),
};
