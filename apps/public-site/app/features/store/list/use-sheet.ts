import { useEffect, type RefObject } from 'react';

/**
 * An open `details` closes on Escape, and gives the focus back to its summary. Where its content covers the page, it
 * closes as well when the focus goes on to what is behind it.
 */
export function useSheet(details: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const element = details.current;
    if (!element) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !element.open) return;
      element.open = false;
      element.querySelector('summary')?.focus();
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node) || element.contains(relatedTarget)) return;
      const content = element.lastElementChild;
      if (content && getComputedStyle(content).position === 'fixed') element.open = false;
    };
    document.addEventListener('keydown', onKey);
    element.addEventListener('focusout', onFocusOut);
    return () => {
      document.removeEventListener('keydown', onKey);
      element.removeEventListener('focusout', onFocusOut);
    };
  }, [details]);
}
