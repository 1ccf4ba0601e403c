/**
 * Runs `work` when the picture after the present event has been drawn: what a press or a key asks for, but nobody waits
 * for, does not keep its answer back. In a tab in the background it waits until that is seen.
 */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
