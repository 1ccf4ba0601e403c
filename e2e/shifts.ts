import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Records layout shifts in each page opened from now on: the entries that CLS sums up. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Asserts that nothing has moved since the page was opened. */
export async function expectStill(page: Page, what: string): Promise<void> {
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
  // To two decimals, as CLS is reported: a shift of one pixel during parsing depends on packet timing.
  const sum = shifts.reduce((all, shift) => all + shift, 0);
  expect.soft(sum, `${what}: ${shifts.join(', ')}`).toBeLessThan(0.005);
}
