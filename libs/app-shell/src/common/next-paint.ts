/**
 * Runs `work` after the next frame is drawn, so that secondary work does not delay the response to an input.
 * In a background tab it waits until the tab is visible.
 */
export function afterNextPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}

/** Resolves after the next frame is drawn; at once in a background tab, which draws nothing. */
export const nextPaint = (): Promise<void> =>
  document.visibilityState === 'visible' ? new Promise(afterNextPaint) : Promise.resolve();
