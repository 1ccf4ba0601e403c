import type { ProofMethod } from '@yunduo/validation';

/** Asks the user to confirm their identity by one of these methods; true once the server has accepted. */
export type ProofPrompt = (methods: readonly ProofMethod[]) => Promise<boolean>;

let prompt: ProofPrompt | null = null;
let asking: Promise<boolean> | null = null;

/**
 * Sets the function that asks for a proof. Returns the function that removes it. The frame of each app calls
 * it once.
 */
export function onProofRequired(ask: ProofPrompt): () => void {
  prompt = ask;
  return () => {
    if (prompt === ask) prompt = null;
  };
}

/**
 * True once a proof was given. Concurrent calls that need one share a dialog; without a frame no dialog
 * opens.
 */
export function askForProof(methods: readonly ProofMethod[]): Promise<boolean> {
  asking ??= (prompt?.(methods) ?? Promise.resolve(false)).finally(() => (asking = null));
  return asking;
}
