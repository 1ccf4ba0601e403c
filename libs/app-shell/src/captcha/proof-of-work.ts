import type { captcha, DataOf } from '@yunduo/api-contract';
import { proofOf, sha256, solvePart, type SliderWork } from '@yunduo/api-contract/proof-of-work';

export type WorkOrder = DataOf<typeof captcha.alternative>;

export interface WorkOptions {
  /** 0-1: the done share of the maximum. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** Yields to the page between two slices. */
  pause?: () => Promise<void>;
}

/** Hashes between two yields: a few milliseconds on a phone. */
const SLICE = 500;
const DEFAULT_MAX = 1_000_000;
/**
 * Milliseconds of a slice while the piece is dragged: a third of a frame, so that the picture follows the
 * pointer.
 */
const SLICE_TIME = 5;
/** Hashes between two clock reads, and the maximum per slice. */
const TRIES = 100;
const SLICE_MAX = 2000;

/** Yields to the page. Resolves at once after an abort, so that no timer is left. */
const nextTask = (signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, 0);
    signal?.addEventListener('abort', done);
  });

/** Waits until this many parts of the slider's work are solved; null if it was aborted before. */
export type SliderProof = (parts: number) => Promise<string | null>;

/**
 * Starts the work of a picture in the background. It solves as many parts as an answer without a track needs,
 * because the user has not yet chosen how to move the piece. `signal` aborts it.
 */
export function beginSliderWork(
  work: SliderWork,
  { signal, pause = nextTask }: { signal: AbortSignal; pause?: (signal: AbortSignal) => Promise<void> },
): SliderProof {
  const numbers: number[] = [];
  const all = Math.max(work.parts, work.parts_without_track);
  let wake = (): void => undefined;
  let progress = new Promise<void>((resolve) => (wake = resolve));
  const run = async (): Promise<void> => {
    let from = 0;
    while (numbers.length < all) {
      await pause(signal);
      if (signal.aborted) break;
      const end = performance.now() + SLICE_TIME;
      for (let tries = 0; tries < SLICE_MAX && performance.now() < end; tries += TRIES) {
        const found = solvePart(work, numbers.length, from, TRIES);
        if (found !== null) numbers.push(found);
        from = found === null ? from + TRIES : 0;
        if (numbers.length === all) break;
      }
      wake();
      progress = new Promise<void>((resolve) => (wake = resolve));
    }
    wake();
  };
  void run();
  return async (parts) => {
    while (numbers.length < parts) {
      if (signal.aborted) return null;
      await progress;
    }
    return proofOf(numbers.slice(0, parts));
  };
}

/**
 * Solves the alternative of the captcha: finds the number whose hash with the salt is the challenge. Works in
 * small slices to keep the page responsive. Returns the `proof` for `captcha.verify`; null if no number fits
 * or the work was aborted.
 */
export async function solveWork(
  { algorithm, challenge, salt, signature, max_number }: WorkOrder,
  { onProgress, signal, pause = () => nextTask(signal) }: WorkOptions = {},
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
