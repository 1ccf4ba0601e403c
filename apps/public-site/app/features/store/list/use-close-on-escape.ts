import { useEffect, type RefObject } from 'react';

/** Closes an open `details` on Escape, and gives the focus back to its summary. */
export function useCloseOnEscape(details: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const element = details.current;
    if (!element) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !element.open) return;
      element.open = false;
      element.querySelector('summary')?.focus();
    };
    element.addEventListener('keydown', close);
    return () => element.removeEventListener('keydown', close);
  }, [details]);
}
