import type { captcha, DataOf } from '@yunduo/api-contract';
import {
  handledByForm,
  handledByView,
  isApiFailure,
  useCaptchaChallengeMutation,
  useCaptchaExtendMutation,
  useCaptchaVerifyMutation,
} from '@yunduo/data-access';
import type { SliderAnswer, SliderPicture, SliderState } from '@yunduo/ui';
import { CAPTCHA, type CaptchaScene } from '@yunduo/validation';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useOwnRequests } from '../common/use-own-requests.ts';
import { useSliderWork, useWork, type CaptchaTicket } from './use-work.ts';

type Challenge = DataOf<typeof captcha.challenge>;

export interface SliderCaptchaProps {
  scene: CaptchaScene;
  /**
   * Receives the ticket for the protected call. It works once; for another one, give the captcha a new `key`.
   * A form that sends later calls `current`: an expired ticket is replaced by proof of work, so that the user
   * has no time limit (WCAG 2.2.1).
   */
  onTicket: (ticket: string, current: () => Promise<string>) => void;
}

/** The slider's status, as a key of the `captcha` words. */
export type SliderStatus =
  'loading' | 'prompt' | 'verifying' | 'success' | 'failed' | 'request_failed' | 'expired';

// Limits how many pictures an open page requests.
const IDLE_RENEWALS_MAX = 5;
/** Milliseconds in transit to the server in which a ticket must not expire. */
const LAST_SECONDS = 10_000;

/**
 * The lifecycle of a slider: challenge, answer, ticket; five states, and a new challenge after a failure or
 * an expiry. A picture in use does not expire on the page (WCAG 2.2.1). Responses that arrive after
 * unmounting are ignored.
 */
export function useSliderCaptcha({ scene, onTicket }: SliderCaptchaProps) {
  const [fetchChallenge] = useCaptchaChallengeMutation();
  const [verify] = useCaptchaVerifyMutation();
  const [extend] = useCaptchaExtendMutation();
  const work = useWork(scene);
  const sliderWork = useSliderWork();
  const send = useOwnRequests();
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [touched, setTouched] = useState(false);
  const [status, setStatus] = useState<SliderStatus>('loading');
  const [value, setValue] = useState(0);
  const [failed, setFailed] = useState<readonly string[]>([]);
  const idleRenewals = useRef(0);
  /** Counts pictures and answers. A result of an earlier one, or of an unmounted component, is ignored. */
  const turn = useRef(0);
  const started = () => {
    const mine = turn.current;
    return () => mine !== turn.current;
  };

  /** Requests a new picture; `then` is the status after it has arrived. */
  const renew = async (then: 'prompt' | 'failed' | 'expired') => {
    setChallenge(null);
    setTouched(false);
    setValue(0);
    setStatus(then === 'prompt' ? 'loading' : then);
    turn.current += 1;
    sliderWork.end();
    const late = started();
    try {
      const next = await send(fetchChallenge(handledByView({ scene })));
      if (late()) return;
      setChallenge(next);
      setStatus(then);
      // Pictures that replace an untouched one start no work before they are touched: an idle page computes
      // nothing.
      if (next.work && idleRenewals.current === 0) sliderWork.begin(next.work);
    } catch {
      if (!late()) setStatus('request_failed');
    }
  };

  const accept = ({ ticket, expires_in }: CaptchaTicket) => {
    turn.current += 1;
    sliderWork.end();
    setStatus('success');
    const lapses = performance.now() + expires_in * 1000 - LAST_SECONDS;
    onTicket(ticket, async () => {
      if (performance.now() < lapses) return ticket;
      // The form that is being sent reports its failure.
      const fresh = await work({ handled: handledByForm });
      // The form was unmounted meanwhile.
      return fresh ? fresh.ticket : new Promise<never>(() => undefined);
    });
  };

  /** The first move of the piece: from now on the picture lives a day. */
  const touch = async ({ challenge_id, work: carried }: Challenge) => {
    idleRenewals.current = 0;
    setTouched(true);
    if (carried && !sliderWork.begun()) sliderWork.begin(carried);
    const late = started();
    try {
      await send(extend(handledByView({ challenge_id })));
    } catch (error) {
      // Without a response the picture may still be valid; verifying will tell.
      if (!late() && isApiFailure(error) && error.code === 'CAPTCHA_EXPIRED') void renew('expired');
    }
  };
  const move = (x: number) => {
    if (challenge && !touched) void touch(challenge);
    setValue(x);
  };

  const answer = async ({ x, track, durationMs, input }: SliderAnswer) => {
    if (!challenge) return;
    setStatus('verifying');
    const { challenge_id, work: carried } = challenge;
    // Verifying uses the picture up: an extension that reaches the server after it is refused, and no longer counts.
    turn.current += 1;
    const late = started();
    try {
      // An incomplete track requires a longer proof.
      const parts = carried && (input === 'pointer' ? carried.parts : carried.parts_without_track);
      const proof = parts === undefined ? null : await sliderWork.prove(parts);
      if (late()) return;
      const duration_ms = Math.min(durationMs, CAPTCHA.patience);
      const body = { challenge_id, x, track, duration_ms, input, ...(proof !== null && { proof }) };
      const ticket = await send(verify(handledByView(body)));
      if (!late()) accept(ticket);
    } catch (error) {
      if (late()) return;
      if (!isApiFailure(error) || error.status !== 400) return setStatus('request_failed');
      if (error.code === 'CAPTCHA_EXPIRED') return void renew('expired');
      setFailed((ids) => [...ids, challenge_id]);
      void renew('failed');
    }
  };

  const begin = useEffectEvent(() => void renew('prompt'));
  useEffect(() => {
    begin();
    return () => {
      turn.current += 1;
    };
  }, [scene]);

  const renewIdle = useEffectEvent(() => {
    idleRenewals.current += 1;
    if (idleRenewals.current <= IDLE_RENEWALS_MAX) void renew('expired');
    else {
      setChallenge(null);
      setStatus('expired');
    }
  });
  const waiting = !touched && (status === 'prompt' || status === 'failed' || status === 'expired');
  const expiresIn = challenge?.expires_in;
  useEffect(() => {
    if (!waiting || expiresIn === undefined) return;
    const timer = setTimeout(renewIdle, expiresIn * 1000);
    return () => clearTimeout(timer);
  }, [waiting, expiresIn, challenge]);

  const picture: SliderPicture | null = challenge && {
    background: challenge.background,
    piece: challenge.piece,
    y: challenge.y,
    width: challenge.width,
    height: challenge.height,
    pieceSize: challenge.piece_size,
  };
  return {
    picture,
    status,
    state: sliderState[status],
    value,
    move,
    answer: (given: SliderAnswer) => void answer(given),
    /** Another picture, requested by the user. */
    renew: () => {
      idleRenewals.current = 0;
      void renew('prompt');
    },
    accept,
    /** Failed challenges; they make the proof of work cheaper. */
    failed,
    stuck: status === 'request_failed' || (status === 'expired' && challenge === null),
  };
}

const sliderState: Record<SliderStatus, SliderState> = {
  loading: 'prompt',
  prompt: 'prompt',
  verifying: 'verifying',
  success: 'success',
  failed: 'failed',
  request_failed: 'request-failed',
  expired: 'prompt',
};
