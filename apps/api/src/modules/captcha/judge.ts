import { CAPTCHA, type CaptchaInput } from '@yunduo/validation';

export interface SliderAnswer {
  x?: number | undefined;
  track?: readonly (readonly [number, number, number])[] | undefined;
  duration_ms?: number | undefined;
  input?: CaptchaInput | undefined;
}

/** No hand finds a gap faster. */
const MIN_DURATION = 250;
const MIN_POINTS = 5;
/** Deviation of the pace from its mean, as a part of it: a hand speeds up and slows down. */
const MIN_PACE_VARIATION = 0.12;
/** A track ends where the piece was let go. */
const END_TOLERANCE = 6;

/** Whether the piece lies in the gap and a person may have put it there. */
export function acceptsAnswer(answer: SliderAnswer, solution: number): boolean {
  const { x, track = [], duration_ms: duration = 0, input = 'pointer' } = answer;
  if (x === undefined || Math.abs(x - solution) > CAPTCHA.tolerance) return false;
  if (duration < MIN_DURATION) return false;
  // Keys, step buttons, one press and assistive technology leave no hand's track: only a drag is judged by it.
  return input !== 'pointer' || movedByHand(track, x);
}

function movedByHand(track: NonNullable<SliderAnswer['track']>, end: number): boolean {
  const last = track.at(-1);
  const first = track[0];
  if (track.length < MIN_POINTS || !first || !last) return false;
  if (Math.abs(last[0] - end) > END_TOLERANCE || last[2] - first[2] < MIN_DURATION * 0.8) return false;
  if (track.some(([, , at], index) => index > 0 && at < (track[index - 1]?.[2] ?? 0))) return false;
  return !isLevel(track) || variesInPace(track);
}

const isLevel = (track: NonNullable<SliderAnswer['track']>): boolean =>
  track.every(([, y]) => Math.abs(y - (track[0]?.[1] ?? 0)) < 0.5);

function variesInPace(track: NonNullable<SliderAnswer['track']>): boolean {
  const paces = track.slice(1).flatMap(([x, , at], index) => {
    const [previousX, , previousAt] = track[index] ?? [x, 0, at];
    return at > previousAt ? [(x - previousX) / (at - previousAt)] : [];
  });
  if (paces.length < MIN_POINTS - 1) return false;
  const mean = paces.reduce((sum, pace) => sum + pace, 0) / paces.length;
  const variance = paces.reduce((sum, pace) => sum + (pace - mean) ** 2, 0) / paces.length;
  return Math.sqrt(variance) > Math.abs(mean) * MIN_PACE_VARIATION;
}
