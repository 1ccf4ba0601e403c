import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { createLoadingController, type LoadingView } from './loading-controller.ts';
import { loadingProgress } from './loading-progress.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  bars.splice(0).forEach((bar) => bar.stop());
  jest.useRealTimers();
});

const bars: { stop(): void }[] = [];

/** A bar with the test's clock as its frames: 16 ms each. */
function newBar() {
  let view: LoadingView = { state: 'hidden', progress: 0 };
  const seen: LoadingView[] = [];
  const controller = createLoadingController((next) => {
    view = next;
    seen.push(next);
  });
  bars.push(controller);
  return { controller, seen, view: () => view };
}
const pass = (milliseconds: number) => jest.advanceTimersByTime(milliseconds);

test('[R4.13] [R9.03] progress follows an arctangent over an estimated 2000 ms', () => {
  expect(loadingProgress(0)).toBe(0);
  expect(loadingProgress(1000)).toBeCloseTo((2 / Math.PI) * 100 * Math.atan(1), 10);
  expect(loadingProgress(1000)).toBeCloseTo(50, 10);
  expect(loadingProgress(2000)).toBeCloseTo(70.48, 2);
  expect(loadingProgress(60_000)).toBeGreaterThan(98);
  expect(loadingProgress(4000, 4000)).toBe(loadingProgress(2000));
});

test('[R4.13] progress never decreases and never reaches 100', () => {
  const moment = fc.integer({ min: 0, max: 10 * 60_000 });
  fc.assert(
    fc.property(moment, moment, (one, other) => {
      const [early, late] = one < other ? [one, other] : [other, one];
      expect(loadingProgress(late)).toBeGreaterThanOrEqual(loadingProgress(early));
      expect(loadingProgress(late)).toBeLessThan(100);
    }),
  );
});

test('[R4.14] [R9.03] the bar shows after 200 ms and then grows with each frame', () => {
  const bar = newBar();
  bar.controller.start();
  pass(199);
  expect(bar.seen).toEqual([]);
  pass(1);
  expect(bar.view()).toEqual({ state: 'loading', progress: loadingProgress(200) });
  pass(800);
  expect(bar.view().state).toBe('loading');
  expect(bar.view().progress).toBeGreaterThan(48);
  expect(bar.view().progress).toBeLessThanOrEqual(50);
});

test('[R4.14] a page that loads within 200 ms shows no bar', () => {
  const bar = newBar();
  bar.controller.start();
  pass(150);
  bar.controller.finish();
  pass(5000);
  expect(bar.seen).toEqual([]);
});

test('[R4.14] [R9.03] on finish it jumps to 100, hides after 500 ms and resets 400 ms later', () => {
  const bar = newBar();
  bar.controller.start();
  pass(600);
  bar.controller.finish();
  expect(bar.view()).toEqual({ state: 'finished', progress: 100 });
  pass(499);
  expect(bar.view().state).toBe('finished');
  pass(1);
  expect(bar.view()).toEqual({ state: 'hidden', progress: 100 });
  pass(399);
  expect(bar.view().progress).toBe(100);
  pass(1);
  expect(bar.view()).toEqual({ state: 'hidden', progress: 0 });
  expect(jest.getTimerCount()).toBe(0);
});

test('[R4.14] an app error turns it to its error colour until the next start', () => {
  const bar = newBar();
  bar.controller.start();
  pass(300);
  bar.controller.fail();
  expect(bar.view()).toEqual({ state: 'error', progress: 100 });
  bar.controller.finish();
  pass(900);
  expect(bar.view()).toEqual({ state: 'hidden', progress: 0 });
  bar.controller.start();
  pass(200);
  expect(bar.view().state).toBe('loading');
});

test('[R4.14] shows an error even if the page fails within 200 ms', () => {
  const bar = newBar();
  bar.controller.start();
  pass(50);
  bar.controller.fail();
  expect(bar.view().state).toBe('error');
});

test('a navigation during fade-out restarts at 0', () => {
  const bar = newBar();
  bar.controller.start();
  pass(300);
  bar.controller.finish();
  pass(100);
  bar.controller.start();
  bar.controller.start();
  expect(bar.view()).toEqual({ state: 'hidden', progress: 0 });
  pass(200);
  expect(bar.view()).toEqual({ state: 'loading', progress: loadingProgress(200) });
});
