/** The interquartile mean: less noisy than a median, and as robust against other load. */
export function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const quarter = Math.floor(sorted.length / 4);
  const half = sorted.slice(quarter, sorted.length - quarter);
  return half.reduce((sum, value) => sum + value, 0) / half.length;
}

/** Times of a subject and of its baseline, measured alternately: both times of a round belong together. */
export interface Rounds {
  own: readonly number[];
  floor: readonly number[];
}

export interface Ratio {
  value: number;
  /** The 95 % interval for repeated runs on the same machine. */
  from: number;
  to: number;
}

const RESAMPLES = 2000;

/**
 * The ratio of `subjects` to their baselines as one figure (the geometric mean of the ratios) with its
 * bootstrap percentile interval: rounds are drawn with replacement, a round with both of its times (Efron and
 * Tibshirani, An Introduction to the Bootstrap, chapter 13). A busy machine gives a wide interval.
 */
export function ratioOf(subjects: readonly Rounds[]): Ratio {
  const mean = (each: (subject: Rounds) => number): number =>
    Math.exp(subjects.reduce((sum, subject) => sum + Math.log(each(subject)), 0) / subjects.length);
  const drawn = ({ own, floor }: Rounds): number => {
    const rounds = own.map(() => Math.floor(Math.random() * own.length));
    const take = (times: readonly number[]) => middle(rounds.map((round) => times[round] as number));
    return take(own) / take(floor);
  };
  const resampled = Array.from({ length: RESAMPLES }, () => mean(drawn)).sort((a, b) => a - b);
  return {
    value: mean(({ own, floor }) => middle(own) / middle(floor)),
    from: resampled[Math.floor(RESAMPLES * 0.025)] as number,
    to: resampled[Math.ceil(RESAMPLES * 0.975) - 1] as number,
  };
}

/** `1.04 (0.99–1.10)` */
export const written = ({ value, from, to }: Ratio): string =>
  `${value.toFixed(2)} (${from.toFixed(2)}–${to.toFixed(2)})`;
