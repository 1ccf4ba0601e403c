import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus into a part of the page when `step` changes: to its first field, else to itself if it has a
 * `tabIndex`, else to its first button. Not on mount.
 */
export function useFocusInside(part: RefObject<HTMLElement | null>, step: unknown): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const field = part.current?.querySelector<HTMLElement>('input:not([type="hidden"]), select, textarea');
    const other = part.current?.hasAttribute('tabindex')
      ? part.current
      : part.current?.querySelector('button');
    (field ?? other)?.focus();
  }, [part, step]);
}
