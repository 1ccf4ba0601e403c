import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react';
import { composes } from '../composes.ts';
import { focusNearest, wayTo } from '../focus/focus-nearest.ts';

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled, [type="hidden"]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex="-1"])';

// The last one is on top: only it receives keys, and everything else is inert.
const open: HTMLElement[] = [];

/**
 * Makes an element modal while it is mounted: focus enters it (the first field, otherwise the foot's first
 * button), Tab cycles in it, Escape calls `onClose`, the page behind is inert and does not scroll, and focus
 * returns to its previous element, or near it if that is gone. It is not in the browser's top layer, so that
 * messages (`data-above-dialogs`) can be above it and are not inert.
 */
export function useModal(surface: RefObject<HTMLElement | null>, onClose: () => void) {
  const [before] = useState(() => (typeof document === 'undefined' ? [] : wayTo(document.activeElement)));
  const close = useEffectEvent(onClose);

  // Before the paint, not after: a key pressed at once belongs to the dialog.
  useLayoutEffect(() => {
    const element = surface.current;
    if (!element) return;
    open.push(element);
    const release = lockScroll();
    holdRest();
    if (!element.contains(document.activeElement)) {
      const first =
        element.querySelector<HTMLElement>(
          'input:not(:disabled, [type="hidden"]), select:not(:disabled), textarea:not(:disabled)',
        ) ??
        element.querySelector<HTMLElement>('[data-foot] button, [data-foot] a') ??
        element.querySelector<HTMLElement>(focusable) ??
        element;
      first.focus({ preventScroll: true });
      // In a very low window the first field may be below the visible part, where the focus would be
      // invisible.
      first.scrollIntoView?.({ block: 'nearest' });
    }

    const onKeyDown = (event: KeyboardEvent) => {
      if (open.at(-1) !== element || event.defaultPrevented || composes(event)) return;
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
      holdRest();
      release();
    };
  }, [surface]);

  // After everything else has unmounted, because the opener may be part of that.
  useEffect(() => () => focusNearest(before), [before]);
}

const inert = new Set<Element>();

/** Makes everything inert except the top surface and the messages above it; nothing if none is open. */
function holdRest() {
  for (const element of inert) element.removeAttribute('inert');
  inert.clear();
  const top = open.at(-1);
  if (!top) return;
  const layer = [...document.body.children].find((child) => child.contains(top)) ?? top;
  const stored = [layer, ...document.querySelectorAll('[data-above-dialogs]')];
  const hold = (parent: Element) => {
    for (const child of parent.children) {
      if (stored.includes(child) || child.hasAttribute('inert')) continue;
      if (stored.some((element) => child.contains(element))) hold(child);
      else {
        child.setAttribute('inert', '');
        inert.add(child);
      }
    }
  };
  hold(document.body);
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

/** Stops the page from scrolling, and reserves the scroll bar's width to prevent a layout shift. */
function lockScroll(): () => void {
  const root = document.documentElement;
  if (window.innerWidth > root.clientWidth) root.style.setProperty('scrollbar-gutter', 'stable');
  root.style.setProperty('overflow', 'hidden');
  return () => {
    // The last of several dialogs to close releases the page.
    if (open.length > 0) return;
    root.style.removeProperty('overflow');
    root.style.removeProperty('scrollbar-gutter');
  };
}
