import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react';
import { focusNearest, wayTo } from '../focus/focus-nearest.ts';

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled, [type="hidden"]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex="-1"])';

// The last one is on top: it alone hears the keys.
const open: HTMLElement[] = [];

/**
 * Makes an element the only thing that can be worked with while it is mounted: focus enters it (first a field,
 * then the foot's first button), Tab goes round in it, Escape asks `onClose`, the page behind does not scroll,
 * and focus returns to where it was, or near it when that is gone. It stays out of the browser's top layer, so that
 * messages may stand above.
 */
export function useModal(surface: RefObject<HTMLElement | null>, onClose: () => void) {
  const [before] = useState(() => (typeof document === 'undefined' ? [] : wayTo(document.activeElement)));
  const close = useEffectEvent(onClose);

  // With the picture that shows it, not after: a key that is pressed at once belongs to it.
  useLayoutEffect(() => {
    const element = surface.current;
    if (!element) return;
    open.push(element);
    const release = lockScroll();
    if (!element.contains(document.activeElement)) {
      const first =
        element.querySelector<HTMLElement>('[data-first-focus]') ??
        element.querySelector<HTMLElement>(
          'input:not(:disabled, [type="hidden"]), select:not(:disabled), textarea:not(:disabled)',
        ) ??
        element.querySelector<HTMLElement>('[data-foot] button, [data-foot] a');
      (first ?? element).focus({ preventScroll: true });
    }

    const onKeyDown = (event: KeyboardEvent) => {
      if (open.at(-1) !== element || event.defaultPrevented || event.isComposing) return;
      if (event.key === 'Escape') {
        event.preventDefault();
        close();
      } else if (event.key === 'Tab') {
        keepInside(event, element);
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      open.splice(open.indexOf(element), 1);
      release();
    };
  }, [surface]);

  // When everything else that goes with it is gone: its opener may be among that.
  useEffect(() => () => focusNearest(before), [before]);
}

function keepInside(event: KeyboardEvent, element: HTMLElement) {
  const stops = [...element.querySelectorAll<HTMLElement>(focusable)];
  const first = stops[0];
  const last = stops.at(-1);
  const active = document.activeElement;
  if (!first || !last) {
    event.preventDefault();
    element.focus();
  } else if (event.shiftKey ? active === first || active === element || !element.contains(active) : false) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && (active === last || !element.contains(active))) {
    event.preventDefault();
    first.focus();
  }
}

/** Holds the page still, keeping the scroll bar's room so that nothing jumps. */
function lockScroll(): () => void {
  const root = document.documentElement;
  if (window.innerWidth > root.clientWidth) root.style.setProperty('scrollbar-gutter', 'stable');
  root.style.setProperty('overflow', 'hidden');
  return () => {
    // Of dialogs over each other the last one to go lets the page go.
    if (open.length > 0) return;
    root.style.removeProperty('overflow');
    root.style.removeProperty('scrollbar-gutter');
  };
}
