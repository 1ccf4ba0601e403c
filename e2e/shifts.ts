import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** From now on, notes how far things move in each page that is opened: the parts of what is reported as CLS. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Nothing has moved since the page was opened. */
export async function expectStill(page: Page, what: string): Promise<void> {
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
  // To two decimals, as it is reported: a pixel while half the answer is parsed depends on the line's packets.
  const sum = shifts.reduce((all, shift) => all + shift, 0);
  expect.soft(sum, `${what}: ${shifts.join(', ')}`).toBeLessThan(0.005);
}
