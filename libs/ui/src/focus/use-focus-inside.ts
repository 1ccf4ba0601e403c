import { useEffect, useRef, type RefObject } from 'react';

/**
 * Takes the focus into a part of the page whenever `step` has changed: to its first field, else to itself where it has
 * a `tabIndex`, else to its first button. Not when the page comes.
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
