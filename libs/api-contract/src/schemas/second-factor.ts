import { about, call, model, Id, Line, Moment, Nullable, OneOf, Strict, Token, Type } from './define.ts';
import { Binary, PasskeyProof, Session } from './auth.ts';

const Typed = about('Six digits of an authenticator app, or a recovery code as it was typed.', Line(200));

const Factors = model(
  'Factors',
  about(
    'What the account has beside its password.',
    Type.Object({
      totp: about(
        'An authenticator app, since when; null without one.',
        Nullable(Type.Object({ created_at: Moment })),
      ),
      passkeys: about(
        'The one added last first.',
        Type.Array(
          Type.Object({
            id: Type.Integer(),
            label: about('What its owner calls it.', Type.String()),
            backed_up: about(
              'Kept in an account of its maker, so that it is on other devices, too.',
              Type.Boolean(),
            ),
            created_at: Moment,
            last_used_at: Nullable(Moment),
          }),
        ),
      ),
      recovery_codes_left: about('Recovery codes that are not used yet.', Type.Integer()),
    }),
  ),
);

const RecoveryCodes = about(
  'Shown this once: what is kept of them opens nothing. Null where the account has some already.',
  Nullable(Type.Array(Type.String())),
);

export const state = call({
  summary: 'Read which second factors the account has',
  data: Factors,
});

export const totpBegin = call({
  summary: 'Begin to set up an authenticator app',
  description:
    'Begins an authenticator app, or another one in place of the present. It counts once `totp_confirm` saw a code of it.',

  body: Strict({}),
  data: Type.Object({
    secret: about('Base32, to be typed.', Type.String()),
    uri: about('`otpauth://`, for a QR code.', Type.String()),
    until: about('Until when it can be confirmed.', Moment),
  }),
});
export const totpConfirm = call({
  summary: 'Finish setting up an authenticator app',
  errors: ['FACTOR_INVALID', 'FACTOR_SETUP_OVER'],

  body: Strict({ code: Typed }),
  data: Type.Object({ factors: Factors, recovery_codes: RecoveryCodes }),
});
export const totpRemove = call({
  summary: 'Remove the authenticator app',
  errors: ['STAFF_FACTOR_LAST'],
  body: Strict({}),
  data: Factors,
});

export const recoveryCodes = call({
  summary: 'Create new recovery codes',
  description: 'New codes; the ones before are worth nothing from now on.',
  errors: ['STATE_CHANGED'],

  body: Strict({}),
  data: Type.Object({ factors: Factors, recovery_codes: Type.Array(Type.String()) }),
});

const Credentials = Type.Array(
  Type.Object({
    id: Type.String(),
    type: Type.Literal('public-key'),
    transports: Type.Optional(Type.Array(Type.String())),
  }),
);

const PasskeyRequest = model(
  'PasskeyRequest',
  about(
    "What a device has to sign: WebAuthn's `PublicKeyCredentialRequestOptionsJSON`.",
    Type.Object({
      options: Type.Object({
        challenge: Type.String(),
        rpId: Type.String(),
        timeout: Type.Integer(),
        userVerification: OneOf(['required']),
        allowCredentials: Credentials,
      }),
      until: about('Until when it can be signed.', Moment),
    }),
  ),
);

export const passkeyBegin = call({
  summary: 'Begin to add a passkey',
  description: "Begins a passkey: WebAuthn's `PublicKeyCredentialCreationOptionsJSON`.",
  errors: ['PASSKEY_LIMIT'],

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
});
export const passkeyFinish = call({
  summary: 'Finish adding a passkey',
  errors: ['FACTOR_SETUP_OVER', 'PASSKEY_LIMIT', 'PASSKEY_REFUSED'],

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
});
export const passkeyRename = call({
  summary: 'Rename a passkey',
  errors: ['PASSKEY_NOT_FOUND'],
  body: Strict({ id: Id, label: Line(200) }),
  data: Factors,
});
export const passkeyRemove = call({
  summary: 'Remove a passkey',
  errors: ['PASSKEY_NOT_FOUND', 'STAFF_FACTOR_LAST'],
  body: Strict({ id: Id }),
  data: Factors,
});

export const passkeyProve = call({
  summary: 'Ask for a passkey request that proves the caller',
  description: 'For a fresh proof by a passkey.',
  errors: ['STATE_CHANGED'],
  body: Strict({}),
  data: PasskeyRequest,
});

export const secondStepPasskey = call({
  summary: 'Ask for a passkey request for the second step',
  description: 'For the second step by a passkey.',
  errors: ['SECOND_STEP_OVER', 'STATE_CHANGED'],
  body: Strict({ ticket: Token }),
  data: PasskeyRequest,
});

export const secondStep = call({
  summary: 'Finish signing in with a second factor',
  description: 'The second step of signing in: the ticket that SECOND_FACTOR_REQUIRED gave, and one proof.',
  errors: ['FACTOR_INVALID', 'PASSKEY_REFUSED', 'SECOND_STEP_OVER'],

  body: Strict({
    ticket: Token,
    code: Type.Optional(Typed),
    recovery_code: Type.Optional(Typed),
    passkey: Type.Optional(PasskeyProof),
    r_url: Type.Optional(Line(2000)),
  }),
  data: Session,
});
