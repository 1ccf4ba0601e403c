import { LOADING_BAR } from '@yunduo/validation';

/**
 * Progress of the bar after `elapsed` milliseconds of an estimated `duration`: an arctangent curve that
 * approaches 100 and never reaches it (specification §4).
 */
export function loadingProgress(elapsed: number, duration: number = LOADING_BAR.duration): number {
  return (2 / Math.PI) * 100 * Math.atan((Math.max(0, elapsed) / duration) * 2);
}
