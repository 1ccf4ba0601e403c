// The WebAuthn calls. Only `passkeys.ts` loads this file, at a press.
import type { PasskeyCreation, PasskeyCredential, PasskeyProof, PasskeyRequest } from '@yunduo/api-contract';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

/** The server's form of a new passkey. */
export async function register(optionsJSON: PasskeyCreation): Promise<PasskeyCredential> {
  const { id, response } = await startRegistration({ optionsJSON });
  return {
    id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports ?? [],
  };
}

/** The server's form of a signature. */
export async function authenticate(optionsJSON: PasskeyRequest): Promise<PasskeyProof> {
  const { id, response } = await startAuthentication({ optionsJSON });
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
  };
}
