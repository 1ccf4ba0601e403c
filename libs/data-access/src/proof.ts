import type { ProofMethod } from '@yunduo/validation';

/** Asks who is at the screen to prove who they are, by one of these ways; true once the server has agreed. */
export type ProofPrompt = (methods: readonly ProofMethod[]) => Promise<boolean>;

let prompt: ProofPrompt | null = null;
let asking: Promise<boolean> | null = null;

/** Sets what asks for a proof; returns the way to take it away. The frame of each app does so, once. */
export function onProofRequired(ask: ProofPrompt): () => void {
  prompt = ask;
  return () => {
    if (prompt === ask) prompt = null;
  };
}

/** True once a proof was given. Calls that need one at the same time share a question; without a frame nobody is asked. */
export function askForProof(methods: readonly ProofMethod[]): Promise<boolean> {
  asking ??= (prompt?.(methods) ?? Promise.resolve(false)).finally(() => (asking = null));
  return asking;
}
