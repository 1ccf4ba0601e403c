import { Id, Line, Moment, Nullable, OneOf, Strict, Token, Type } from './define.ts';
import { Binary, PasskeyProof, Session } from './user.ts';

/** Six digits of an authenticator app, or a recovery code as it was typed. */
const Typed = Line(200);

/** What the account has beside its password. */
const Factors = Type.Object({
  /** An authenticator app, since when; null without one. */
  totp: Nullable(Type.Object({ created_at: Moment })),
  /** The one added last first. */
  passkeys: Type.Array(
    Type.Object({
      id: Type.Integer(),
      /** What its owner calls it. */
      label: Type.String(),
      /** Kept in an account of its maker, so that it is on other devices, too. */
      backed_up: Type.Boolean(),
      created_at: Moment,
      last_used_at: Nullable(Moment),
    }),
  ),
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

const Credentials = Type.Array(
  Type.Object({
    id: Type.String(),
    type: Type.Literal('public-key'),
    transports: Type.Optional(Type.Array(Type.String())),
  }),
);

/** What a device has to sign: WebAuthn's `PublicKeyCredentialRequestOptionsJSON`. */
const PasskeyRequest = Type.Object({
  options: Type.Object({
    challenge: Type.String(),
    rpId: Type.String(),
    timeout: Type.Integer(),
    userVerification: OneOf(['required']),
    allowCredentials: Credentials,
  }),
  /** Until when it can be signed. */
  until: Moment,
});

/** Begins a passkey: WebAuthn's `PublicKeyCredentialCreationOptionsJSON`. */
export const passkeyBegin = {
  body: Strict({}),
  data: Type.Object({
    options: Type.Object({
      challenge: Type.String(),
      rp: Type.Object({ id: Type.String(), name: Type.String() }),
      user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
      pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
      timeout: Type.Integer(),
      attestation: OneOf(['none']),
      excludeCredentials: Credentials,
      authenticatorSelection: Type.Object({
        residentKey: OneOf(['preferred']),
        userVerification: OneOf(['required']),
      }),
    }),
    until: Moment,
  }),
};
export const passkeyFinish = {
  body: Strict({
    label: Line(200),
    credential: Strict({
      id: Binary(1400),
      client_data: Binary(8000),
      attestation: Binary(20_000),
      transports: Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 }),
    }),
  }),
  data: Type.Object({ factors: Factors, recovery_codes: RecoveryCodes }),
};
export const passkeyRename = { body: Strict({ id: Id, label: Line(200) }), data: Factors };
export const passkeyRemove = { body: Strict({ id: Id }), data: Factors };
/** For a fresh proof by a passkey. */
export const passkeyProve = { body: Strict({}), data: PasskeyRequest };
/** For the second step by a passkey. */
export const secondStepPasskey = { body: Strict({ ticket: Token }), data: PasskeyRequest };

/** The second step of signing in: the ticket that SECOND_FACTOR_REQUIRED gave, and one proof. */
export const secondStep = {
  body: Strict({
    ticket: Token,
    code: Type.Optional(Typed),
    recovery_code: Type.Optional(Typed),
    passkey: Type.Optional(PasskeyProof),
    r_url: Type.Optional(Line(2000)),
  }),
  data: Session,
};
