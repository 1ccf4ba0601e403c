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
  /** Challenges that failed: they make the work cheaper. */
  failed?: readonly string[];
  onProgress?: (share: number) => void;
}

/**
 * A ticket by proof of work: orders the work, lets the browser do it, hands it in. It stops with the component, and then
 * answers null.
 */
export function useWork(scene: CaptchaScene): (progress?: WorkProgress) => Promise<CaptchaTicket | null> {
  const [order] = useCaptchaAlternativeMutation();
  const [verify] = useCaptchaVerifyMutation();
  const send = useOwnRequests();
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);

  return async ({ failed = [], onProgress } = {}) => {
    const controller = new AbortController();
    const { signal } = controller;
    stop.current = controller;
    try {
      const task = await send(order(handledByView({ scene, failed: failed.slice(-10) })));
      const { solveWork } = await loadChunk(() => import('./proof-of-work.ts'));
      const proof = await solveWork(task, { signal, ...(onProgress && { onProgress }) });
      if (signal.aborted) return null;
      if (proof === null) throw new Error('The task has no solution');
      const ticket = await send(verify(handledByView({ challenge_id: task.challenge_id, proof })));
      return signal.aborted ? null : ticket;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  };
}

/**
 * The work that a picture carries, done while somebody moves the piece. One picture's work ends with the next one's
 * beginning, with `end`, and with the component.
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
      // Who asks for the proof hears that its file did not come.
      proof.current.catch(() => undefined);
    },
    end,
    /** The proof of so many parts; null when the work was ended before. */
    prove: async (parts: number): Promise<string | null> => (await proof.current)?.(parts) ?? null,
    /** Whether a picture's work is under way or done. */
    begun: () => proof.current !== null,
  };
}
