// The WebAuthn calls. Only `passkeys.ts` loads this file, at a press.
import type { PasskeyCreation, PasskeyCredential, PasskeyProof, PasskeyRequest } from '@yunduo/api-contract';
import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser';

/** Closes the browser's prompt when the signal is aborted. */
async function prompt<T>(signal: AbortSignal | undefined, open: () => Promise<T>): Promise<T> {
  const close = () => WebAuthnAbortService.cancelCeremony();
  signal?.throwIfAborted();
  signal?.addEventListener('abort', close);
  try {
    return await open();
  } finally {
    signal?.removeEventListener('abort', close);
  }
}

/** The server's form of a new passkey. */
export async function register(
  optionsJSON: PasskeyCreation,
  signal?: AbortSignal,
): Promise<PasskeyCredential> {
  const { id, response } = await prompt(signal, () => startRegistration({ optionsJSON }));
  return {
    id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports ?? [],
  };
}

/** The server's form of a signature. */
export async function authenticate(optionsJSON: PasskeyRequest, signal?: AbortSignal): Promise<PasskeyProof> {
  const { id, response } = await prompt(signal, () => startAuthentication({ optionsJSON }));
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
  };
}
