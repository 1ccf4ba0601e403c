/** The value below which so many of a hundred lie; NaN of none. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((part / 100) * sorted.length) - 1)] ?? Number.NaN;
}

export const ms = (value: number): string => `${Math.round(value)} ms`;
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;

/** What must hold, and whether it did: printed as it is found. */
export class Findings {
  /** How many of this process were not tried: no run that left something out says only that it held. */
  static skipped = 0;
  #good = true;

  check(holds: boolean, words: string): void {
    console.log(`${holds ? 'held     ' : 'NOT HELD '} ${words}`);
    if (!holds) this.#good = false;
  }

  /** Something that cannot be tried here, and why. */
  skip(words: string): void {
    console.log(`skipped   ${words}`);
    Findings.skipped += 1;
  }

  get good(): boolean {
    return this.#good;
  }
}
