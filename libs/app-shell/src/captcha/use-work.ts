import type { captcha, DataOf } from '@yunduo/api-contract';
import { handledByView, useCaptchaAlternativeMutation, useCaptchaVerifyMutation } from '@yunduo/data-access';
import type { CaptchaScene } from '@yunduo/validation';
import type { SliderWork } from '@yunduo/api-contract/proof-of-work';
import { useEffect, useRef } from 'react';
import { useOwnRequests } from '../common/use-own-requests.ts';
import { loadChunk } from '../lazy/load-chunk.ts';
import type { SliderProof } from './proof-of-work.ts';

export type CaptchaTicket = DataOf<typeof captcha.verify>;

interface WorkProgress {
  /** Failed challenges; they make the work cheaper. */
  failed?: readonly string[];
  onProgress?: (share: number) => void;
  /** What shows a failure of its calls; by default the captcha itself. */
  handled?: typeof handledByView;
}

/**
 * A ticket by proof of work: requests the work, computes it and submits it. Unmounting aborts it; the result
 * is then null.
 */
export function useWork(scene: CaptchaScene): (progress?: WorkProgress) => Promise<CaptchaTicket | null> {
  const [order] = useCaptchaAlternativeMutation();
  const [verify] = useCaptchaVerifyMutation();
  const send = useOwnRequests();
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);

  return async ({ failed = [], onProgress, handled = handledByView } = {}) => {
    const controller = new AbortController();
    const { signal } = controller;
    stop.current = controller;
    try {
      const task = await send(order(handled({ scene, failed: failed.slice(-10) })));
      const { solveWork } = await loadChunk(() => import('./proof-of-work.ts'));
      const proof = await solveWork(task, { signal, ...(onProgress && { onProgress }) });
      if (signal.aborted) return null;
      if (proof === null) throw new Error('The task has no solution');
      const ticket = await send(verify(handled({ challenge_id: task.challenge_id, proof })));
      return signal.aborted ? null : ticket;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  };
}

/**
 * Computes a picture's work while the user moves the piece. The next picture, `end` and unmounting abort it.
 */
export function useSliderWork() {
  const stop = useRef<AbortController>(null);
  const proof = useRef<Promise<SliderProof>>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const end = () => {
    stop.current?.abort();
    proof.current = null;
  };
  return {
    begin(work: SliderWork) {
      end();
      const controller = new AbortController();
      const { signal } = controller;
      stop.current = controller;
      proof.current = loadChunk(() => import('./proof-of-work.ts')).then(({ beginSliderWork }) =>
        beginSliderWork(work, { signal }),
      );
      // The caller that awaits the proof gets the failed import.
      proof.current.catch(() => undefined);
    },
    end,
    /** The proof of this many parts; null if the work was aborted before. */
    prove: async (parts: number): Promise<string | null> => (await proof.current)?.(parts) ?? null,
    /** True if a picture's work is running or done. */
    begun: () => proof.current !== null,
  };
}
