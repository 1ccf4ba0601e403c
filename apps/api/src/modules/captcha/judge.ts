import { CAPTCHA, type CaptchaInput } from '@yunduo/validation';

export interface SliderAnswer {
  x?: number | undefined;
  track?: readonly (readonly [number, number, number])[] | undefined;
  input?: CaptchaInput | undefined;
}

/** Milliseconds. No person sees a picture and answers it faster. */
const MIN_DURATION = 250;
/** Tolerated clock difference between a browser and two servers, ms. */
const CLOCK_TOLERANCE = 250;
const MIN_POINTS = 5;
/** Minimum deviation of the speed from its mean, as a fraction of the mean: a hand accelerates and slows down. */
const MIN_PACE_VARIATION = 0.12;
/** A track ends where the piece was released, within this many pixels. */
const END_TOLERANCE = 6;

/**
 * Whether the piece is in the gap and a person may have placed it. `elapsed`: milliseconds between picture and answer
 * by the server's clock; the browser's times are accepted as far as they fit into it.
 */
export function acceptsAnswer(answer: SliderAnswer, solution: number, elapsed: number): boolean {
  const { x, track = [], input = 'pointer' } = answer;
  if (x === undefined || Math.abs(x - solution) > CAPTCHA.tolerance) return false;
  if (elapsed < MIN_DURATION) return false;
  // Keys, step buttons, single clicks and assistive technology leave no pointer track: they need a costlier proof of
  // work.
  if (input !== 'pointer') return true;
  return movedByHand(track, x) && spanOf(track) <= elapsed + CLOCK_TOLERANCE;
}

const spanOf = (track: NonNullable<SliderAnswer['track']>): number =>
  (track.at(-1)?.[2] ?? 0) - (track[0]?.[2] ?? 0);

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
