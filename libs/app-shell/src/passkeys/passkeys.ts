import type { PasskeyCreation, PasskeyCredential, PasskeyProof, PasskeyRequest } from '@yunduo/api-contract';
import { loadChunk } from '../lazy/load-chunk.ts';

/**
 * Whether passkeys work on this page: `browser`, it has none; `address`, the page is under an address in numbers, which
 * WebAuthn knows no passkeys for.
 */
export function passkeySupport(): 'yes' | 'browser' | 'address' {
  if (/^[\d.]+$|^\[/.test(window.location.hostname)) return 'address';
  return typeof window.PublicKeyCredential === 'function' ? 'yes' : 'browser';
}

/**
 * Why nothing came of it. `cancelled`: its user turned the browser's question down, or let it run out, which browsers do
 * not tell apart. `known`: the device has one of the account already.
 */
export type PasskeyFault = 'cancelled' | 'known' | 'failed';

/** What the browser's question came to. */
export type PasskeyAnswer<T> = { given: T; fault: null } | { given: null; fault: PasskeyFault };

async function asked<T>(question: () => Promise<T>): Promise<PasskeyAnswer<T>> {
  try {
    return { given: await question(), fault: null };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') return { given: null, fault: 'cancelled' };
    return { given: null, fault: name === 'InvalidStateError' ? 'known' : 'failed' };
  }
}

const ceremony = () => loadChunk(() => import('./ceremony.ts'));

/** Has the browser make a passkey. */
export const makePasskey = (options: PasskeyCreation): Promise<PasskeyAnswer<PasskeyCredential>> =>
  asked(async () => (await ceremony()).register(options));

/** Has the browser sign with a passkey of the account. */
export const signWithPasskey = (options: PasskeyRequest): Promise<PasskeyAnswer<PasskeyProof>> =>
  asked(async () => (await ceremony()).authenticate(options));
