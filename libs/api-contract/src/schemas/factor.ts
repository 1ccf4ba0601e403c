import { Line, Moment, Nullable, Strict, Token, Type } from './define.ts';
import { Session } from './user.ts';

/** Six digits of an authenticator app, or a recovery code as it was typed. */
const Typed = Line(200);

/** What the account has beside its password. */
const Factors = Type.Object({
  /** An authenticator app, since when; null without one. */
  totp: Nullable(Type.Object({ created_at: Moment })),
  /** Recovery codes that are not used yet. */
  recovery_codes_left: Type.Integer(),
});

/** Shown this once: what is kept of them opens nothing. Null where the account has some already. */
const RecoveryCodes = Nullable(Type.Array(Type.String()));

export const state = { data: Factors };
/** Begins an authenticator app, or another one in place of the present. It counts once `totp_confirm` saw a code of it. */
export const totpBegin = {
  body: Strict({}),
  data: Type.Object({
    /** Base32, to be typed. */
    secret: Type.String(),
    /** `otpauth://`, for a QR code. */
    uri: Type.String(),
    /** Until when it can be confirmed. */
    until: Moment,
  }),
};
export const totpConfirm = {
  body: Strict({ code: Typed }),
  data: Type.Object({ factors: Factors, recovery_codes: RecoveryCodes }),
};
export const totpRemove = { body: Strict({}), data: Factors };
/** New codes; the ones before are worth nothing from now on. */
export const recoveryCodes = {
  body: Strict({}),
  data: Type.Object({ factors: Factors, recovery_codes: Type.Array(Type.String()) }),
};

/** The second step of signing in: the ticket that SECOND_FACTOR_REQUIRED gave, and one proof. */
export const secondStep = {
  body: Strict({
    ticket: Token,
    code: Type.Optional(Typed),
    recovery_code: Type.Optional(Typed),
    r_url: Type.Optional(Line(2000)),
  }),
  data: Session,
};
