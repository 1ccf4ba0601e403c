import type { PasskeyCreation, PasskeyCredential, PasskeyProof, PasskeyRequest } from '@yunduo/api-contract';
import { loadChunk } from '../lazy/load-chunk.ts';

/**
 * Why passkeys do not work on this page: `browser`, no support; `address`, the host is an IP address, which
 * WebAuthn does not support.
 */
export function passkeySupport({ hostname } = window.location): 'yes' | 'browser' | 'address' {
  if (/^[\d.]+$|^\[/.test(hostname)) return 'address';
  return typeof window.PublicKeyCredential === 'function' ? 'yes' : 'browser';
}

/**
 * Why a ceremony failed. `cancelled`: the user dismissed the browser's prompt or it timed out, which browsers
 * do not distinguish. `known`: the device already has a passkey of the account.
 */
export type PasskeyFault = 'cancelled' | 'known' | 'failed';

/** The result of the browser's prompt. */
export type PasskeyAnswer<T> = { given: T; fault: null } | { given: null; fault: PasskeyFault };

async function requested<T>(question: () => Promise<T>): Promise<PasskeyAnswer<T>> {
  try {
    return { given: await question(), fault: null };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') return { given: null, fault: 'cancelled' };
    return { given: null, fault: name === 'InvalidStateError' ? 'known' : 'failed' };
  }
}

const ceremony = () => loadChunk(() => import('./ceremony.ts'));

/** Creates a passkey with the browser's prompt; aborting the signal closes it. */
export const makePasskey = (
  options: PasskeyCreation,
  signal?: AbortSignal,
): Promise<PasskeyAnswer<PasskeyCredential>> =>
  requested(async () => (await ceremony()).register(options, signal));

/** Signs with a passkey of the account; aborting the signal closes the browser's prompt. */
export const signWithPasskey = (
  options: PasskeyRequest,
  signal?: AbortSignal,
): Promise<PasskeyAnswer<PasskeyProof>> =>
  requested(async () => (await ceremony()).authenticate(options, signal));
