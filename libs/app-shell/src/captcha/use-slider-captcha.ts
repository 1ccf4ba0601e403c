import type { captcha, DataOf } from '@yunduo/api-contract';
import {
  handledByView,
  isApiFailure,
  useCaptchaChallengeMutation,
  useCaptchaVerifyMutation,
} from '@yunduo/data-access';
import type { SliderAnswer, SliderPicture, SliderState } from '@yunduo/ui';
import { CAPTCHA, type CaptchaScene } from '@yunduo/validation';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

type Challenge = DataOf<typeof captcha.challenge>;
type Ticket = DataOf<typeof captcha.verify>;

export interface SliderCaptchaProps {
  scene: CaptchaScene;
  /** Hears the ticket for the protected call. It works once: for another, give the captcha a new `key`. */
  onTicket: (ticket: string) => void;
  /** The ticket lapsed unused; the captcha starts again. */
  onExpire?: () => void;
}

/** What the slider says, as a key of the `captcha` words. */
export type SliderStatus =
  'loading' | 'prompt' | 'verifying' | 'success' | 'failed' | 'request_failed' | 'expired';

// A page left open must not ask for pictures for ever.
const IDLE_RENEWALS_MAX = 5;

/** The life of a slider: challenge, answer, ticket; five states, a new challenge after a failure or an expiry. */
export function useSliderCaptcha({ scene, onTicket, onExpire }: SliderCaptchaProps) {
  const [fetchChallenge] = useCaptchaChallengeMutation();
  const [verify] = useCaptchaVerifyMutation();
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [status, setStatus] = useState<SliderStatus>('loading');
  const [value, setValue] = useState(0);
  const [failed, setFailed] = useState<readonly string[]>([]);
  const idleRenewals = useRef(0);
  const mounted = useRef(true);
  const turn = useRef(0);

  /** A new picture; `then` is what the slider says when it has come. */
  const renew = async (then: 'prompt' | 'failed' | 'expired') => {
    setChallenge(null);
    setValue(0);
    setStatus(then === 'prompt' ? 'loading' : then);
    turn.current += 1;
    const mine = turn.current;
    // A picture asked for meanwhile is the one that counts.
    const late = () => !mounted.current || mine !== turn.current;
    try {
      const next = await fetchChallenge(handledByView({ scene })).unwrap();
      if (late()) return;
      setChallenge(next);
      setStatus(then);
    } catch {
      if (!late()) setStatus('request_failed');
    }
  };

  const accept = (ticket: Ticket) => {
    setStatus('success');
    expiry.start(ticket.expires_in, () => {
      onExpire?.();
      void renew('expired');
    });
    onTicket(ticket.ticket);
  };

  const answer = async ({ x, track, durationMs, input }: SliderAnswer) => {
    if (!challenge) return;
    idleRenewals.current = 0;
    setStatus('verifying');
    const { challenge_id } = challenge;
    try {
      accept(
        await verify(
          handledByView({
            challenge_id,
            x,
            track,
            duration_ms: Math.min(durationMs, CAPTCHA.challengeTtl),
            input,
          }),
        ).unwrap(),
      );
    } catch (error) {
      if (!mounted.current) return;
      if (!isApiFailure(error) || error.status !== 400) return setStatus('request_failed');
      if (error.code === 'CAPTCHA_EXPIRED') return void renew('expired');
      setFailed((ids) => [...ids, challenge_id]);
      void renew('failed');
    }
  };

  const expiry = useExpiry();
  const begin = useEffectEvent(() => void renew('prompt'));
  useEffect(() => {
    mounted.current = true;
    begin();
    return () => {
      mounted.current = false;
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
  const waiting = status === 'prompt' || status === 'failed' || status === 'expired';
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
    setValue,
    answer: (given: SliderAnswer) => void answer(given),
    /** Another picture: asked for by hand. */
    renew: () => {
      idleRenewals.current = 0;
      void renew('prompt');
    },
    accept,
    /** The challenges that failed: three of them open the alternative. */
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

/** One timer that ends with the component. */
function useExpiry() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    start(seconds: number, action: () => void) {
      clearTimeout(timer.current);
      timer.current = setTimeout(action, seconds * 1000);
    },
  };
}
