import { useEffect, useRef } from 'react';

/** Scrolls a row so that a link is in its middle: always, or only if the link is cut off. */
function bring(row: HTMLElement, link: HTMLElement, always?: boolean): void {
  const room = (row.clientWidth - link.offsetWidth) / 2;
  const middle = link.offsetLeft - room;
  if (always || Math.abs(row.scrollLeft - middle) > room) row.scrollLeft = middle;
}

/**
 * Scrolls the current link of a horizontally scrolling row into view, and the focused one too (browsers leave
 * a link alone of which a few pixels are visible). Nothing else on the page moves.
 */
export function useCurrentInView<Row extends HTMLElement>() {
  const row = useRef<Row>(null);
  const shown = useRef<Element>(null);
  const at = useRef(0);
  useEffect(() => {
    const list = row.current;
    const current = list?.querySelector<HTMLElement>('[aria-current]:not([aria-current="false"])');
    // After a change, and after a render that makes links wider (counts), until the visitor scrolls the row.
    if (!list || !current || (current === shown.current && list.scrollLeft !== at.current)) return;
    shown.current = current;
    bring(list, current, true);
    at.current = list.scrollLeft;
  });
  useEffect(() => {
    const list = row.current;
    const show = ({ target }: FocusEvent): void => {
      const link = target as HTMLElement;
      if (list && link.matches(':focus-visible')) bring(list, link);
    };
    list?.addEventListener('focusin', show);
    return () => list?.removeEventListener('focusin', show);
  }, []);
  return row;
}
