/** The plain date of today where the site lives (UTC+8), as the rule for birthdays counts it. */
export const today = (now: number = Date.now()): string =>
  new Date(now + 8 * 3_600_000).toISOString().slice(0, 10);
