import { useEffect, useRef } from 'react';

/** Brings the current link of a row that scrolls sideways into view, and moves nothing else on the page. */
export function useCurrentInView<Row extends HTMLElement>() {
  const row = useRef<Row>(null);
  const shown = useRef<Element>(null);
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]:not([aria-current="false"])');
    // Only when it changed: a render for another reason must not take the row from under a finger.
    if (!row.current || !current || current === shown.current) return;
    shown.current = current;
    row.current.scrollLeft = current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2;
  });
  return row;
}
