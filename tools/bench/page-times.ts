import type { Browser } from '@playwright/test';
import { press } from './press.ts';

/** Page times of a visitor with a phone on a slow line (milliseconds). */
export interface PageTimes {
  lcp: number;
  /**
   * Total blocking time: of each task after the first contentful paint, the part above 50 ms
   * (https://web.dev/articles/tbt).
   */
  tbt: number;
}

const LONG_TASK = 50;

const CPU_SLOWDOWN = 4;
const LINE = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8, offline: false };
const REST = 1500;
const PRESS_LIMIT = 5_000;

/** One cold load in a browser context of its own. */
export async function measurePage(browser: Browser, url: string): Promise<PageTimes> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      const seen = { lcp: 0, tasks: [] as { start: number; end: number }[] };
      Object.assign(globalThis, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.lcp = entry.startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries())
          seen.tasks.push({ start: startTime, end: startTime + duration });
      }).observe({ type: 'longtask', buffered: true });
    });
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', LINE);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(REST);
    const { lcp, firstPaint, tasks } = await page.evaluate(() => ({
      ...(globalThis as unknown as { seen: { lcp: number; tasks: { start: number; end: number }[] } }).seen,
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    }));
    if (firstPaint === undefined) throw new Error(`${url} showed nothing.`);
    const tbt = tasks
      .map(({ start, end }) => end - Math.max(start, firstPaint) - LONG_TASK)
      .filter((over) => over > 0)
      .reduce((sum, over) => sum + over, 0);
    return { lcp, tbt };
  } finally {
    await context.close();
  }
}

/**
 * CPU time of the main thread until a page is idle, in ms: without waiting and without other processes.
 * Measured without the CPU slowdown, which spins on that thread.
 */
export async function measureCpu(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(REST);
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  } finally {
    await context.close();
  }
}

/**
 * From the press on a content page's button to its effect: cold at the first touch, and after the entry was
 * prefetched.
 */
export async function measureFirstPress(browser: Browser, url: string, slowdown: number): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'load' });
    // A pointer move prefetches the entry without running it.
    await page.mouse.move(2, 2);
    await page.mouse.move(4, 4);
    await page.waitForTimeout(REST);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.evaluate(() => {
      const times = { pressed: 0, effect: 0 };
      Object.assign(globalThis, { times });
      addEventListener('pointerdown', () => (times.pressed = performance.now()), {
        capture: true,
        once: true,
      });
      const effects = new MutationObserver(() => {
        times.effect ||= performance.now();
      });
      for (const live of document.querySelectorAll('[aria-live]'))
        effects.observe(live, { childList: true, subtree: true });
    });
    // A copy button: its effect is a message.
    const button = page.locator('main button[data-state=idle]').filter({ visible: true }).last();
    await press(page, button, PRESS_LIMIT);
    await page.waitForFunction(
      () => (globalThis as unknown as { times: { effect: number } }).times.effect > 0,
    );
    return await page.evaluate(() => {
      const { times } = globalThis as unknown as { times: { pressed: number; effect: number } };
      return times.effect - times.pressed;
    });
  } finally {
    await context.close();
  }
}
