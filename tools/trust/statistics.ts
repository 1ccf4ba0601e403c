/** The percentile of the values; NaN if there are none. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((part / 100) * sorted.length) - 1)] ?? Number.NaN;
}

export const ms = (value: number): string => `${Math.round(value)} ms`;
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;

/** A claim and its result, printed at once. */
export class Findings {
  /** The number of untestable claims in this process: a run that skipped something must say so. */
  static skipped = 0;
  #good = true;

  check(holds: boolean, words: string): void {
    console.log(`${holds ? 'held     ' : 'NOT HELD '} ${words}`);
    if (!holds) this.#good = false;
  }

  /** A claim that cannot be tested here, with the reason. */
  skip(words: string): void {
    console.log(`skipped   ${words}`);
    Findings.skipped += 1;
  }

  get good(): boolean {
    return this.#good;
  }
}

/** Runs rounds until the deadline; returns their number. */
export async function rounds(
  count: number,
  deadline: number,
  round: (n: number) => Promise<void>,
): Promise<number> {
  let done = 0;
  for (; done < count && Date.now() < deadline; done += 1) await round(done + 1);
  if (done < count) console.log(`Stopped after ${done} of ${count} rounds.`);
  return done;
}
