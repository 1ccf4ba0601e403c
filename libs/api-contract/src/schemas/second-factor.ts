import { about, call, model, Id, Line, Moment, Nullable, OneOf, Strict, Token, Type } from './define.ts';
import { Binary, PasskeyProof, Session } from './auth.ts';

const Typed = about('Six digits from an authenticator app, or a recovery code.', Line(200));

const Factors = model(
  'Factors',
  about(
    'Second factors of the account.',
    Type.Object({
      totp: about(
        'When the authenticator app was set up; null if there is none.',
        Nullable(Type.Object({ created_at: Moment })),
      ),
      passkeys: about(
        'Most recently added first.',
        Type.Array(
          Type.Object({
            id: Type.Integer(),
            label: about('Name set by the owner.', Type.String()),
            backed_up: about('True if the passkey is synced to other devices.', Type.Boolean()),
            created_at: Moment,
            last_used_at: Nullable(Moment),
          }),
        ),
      ),
      recovery_codes_left: about('Number of unused recovery codes.', Type.Integer()),
    }),
  ),
);

const RecoveryCodes = about(
  'Shown only once. Null if the account already has recovery codes.',
  Nullable(Type.Array(Type.String())),
);

export const state = call({
  summary: 'Get two-step sign-in status',
  data: Factors,
});

export const totpBegin = call({
  summary: 'Start authenticator app setup',
  description:
    'Sets up an authenticator app or replaces the current one. It takes effect after `totp_confirm`.',

  body: Strict({}),
  data: Type.Object({
    secret: about('Base32, for manual entry.', Type.String()),
    uri: about('`otpauth://`, for a QR code.', Type.String()),
    until: about('Deadline for the confirmation.', Moment),
  }),
});
export const totpConfirm = call({
  summary: 'Confirm authenticator app setup',
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
  summary: 'Generate new recovery codes',
  description: 'Replaces all previous recovery codes.',
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
    'WebAuthn `PublicKeyCredentialRequestOptionsJSON` to sign.',
    Type.Object({
      options: Type.Object({
        challenge: Type.String(),
        rpId: Type.String(),
        timeout: Type.Integer(),
        userVerification: OneOf(['required']),
        allowCredentials: Credentials,
      }),
      until: about('Deadline for signing.', Moment),
    }),
  ),
);

export const passkeyBegin = call({
  summary: 'Start passkey registration',
  description: 'Returns the WebAuthn `PublicKeyCredentialCreationOptionsJSON`.',
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
  summary: 'Complete passkey registration',
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
  summary: 'Start identity confirmation with a passkey',
  description: 'Returns the WebAuthn options for confirming the identity with a passkey.',
  errors: ['STATE_CHANGED'],
  body: Strict({}),
  data: PasskeyRequest,
});

export const secondStepPasskey = call({
  summary: 'Start the second step with a passkey',
  description: 'Returns the WebAuthn options for the second step with a passkey.',
  errors: ['SECOND_STEP_OVER', 'STATE_CHANGED'],
  body: Strict({ ticket: Token }),
  data: PasskeyRequest,
});

export const secondStep = call({
  summary: 'Complete the second step of sign-in',
  description: 'Send the ticket from SECOND_FACTOR_REQUIRED and one second factor.',
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
