/**
 * Runs `work` when the picture after the present event has been drawn: what a press or a key asks for, but nobody waits
 * for, does not keep its answer back. In a tab in the background it waits until that is seen.
 */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}

/**
 * Resolves when the picture after the present event has been drawn; at once in a tab in the background, which draws
 * nothing and shows nobody anything.
 */
export const painted = (): Promise<void> =>
  document.visibilityState === 'visible' ? new Promise(afterPaint) : Promise.resolve();
