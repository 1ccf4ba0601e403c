import { LOADING_BAR } from '@yunduo/validation';

/**
 * How far the bar is after `elapsed` milliseconds of an estimated `duration`: an arctangent curve that grows toward
 * 100 and never reaches it (specification §4).
 */
export function loadingProgress(elapsed: number, duration: number = LOADING_BAR.duration): number {
  return (2 / Math.PI) * 100 * Math.atan((Math.max(0, elapsed) / duration) * 2);
}
