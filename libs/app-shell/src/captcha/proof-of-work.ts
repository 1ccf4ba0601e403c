import type { captcha, DataOf } from '@yunduo/api-contract';
import { sha256 } from './sha256.ts';

export type WorkOrder = DataOf<typeof captcha.alternative>;

export interface WorkOptions {
  /** 0-1: how much of the longest way is done. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** Lets the page breathe between two slices. */
  pause?: () => Promise<void>;
}

/** Hashes between two breaths: a few milliseconds on a phone. */
const SLICE = 500;
const DEFAULT_MAX = 1_000_000;

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Solves the alternative of the captcha: finds the number whose hash with the salt is the challenge, in small slices,
 * so that the page stays alive. Returns the `proof` for `captcha.verify`; null when there is none or when it was
 * stopped.
 */
export async function solveWork(
  { algorithm, challenge, salt, signature, max_number }: WorkOrder,
  { onProgress, signal, pause = nextTask }: WorkOptions = {},
): Promise<string | null> {
  if (algorithm !== 'SHA-256') return null;
  const max = max_number ?? DEFAULT_MAX;
  for (let number = 0; number <= max; number += 1) {
    if (number % SLICE === 0) {
      onProgress?.(number / max);
      await pause();
      if (signal?.aborted) return null;
    }
    if (sha256(`${salt}${number}`) === challenge) {
      return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
    }
  }
  return null;
}
