import { useEffect, useRef } from 'react';

const bring = (row: HTMLElement, link: HTMLElement): void => {
  row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
};
const isCutOff = (row: HTMLElement, { offsetLeft, offsetWidth }: HTMLElement): boolean =>
  offsetLeft < row.scrollLeft || offsetLeft + offsetWidth > row.scrollLeft + row.clientWidth;

/**
 * Scrolls the current link of a horizontally scrolling row into view, and the focused one too (browsers leave
 * a link alone of which a few pixels are visible). Nothing else on the page moves.
 */
export function useCurrentInView<Row extends HTMLElement>() {
  const row = useRef<Row>(null);
  const shown = useRef<Element>(null);
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]:not([aria-current="false"])');
    // Only after a change: another render must not scroll the row during a touch.
    if (!row.current || !current || current === shown.current) return;
    shown.current = current;
    bring(row.current, current);
  });
  useEffect(() => {
    const list = row.current;
    const show = ({ target }: FocusEvent): void => {
      if (!list || !(target instanceof HTMLElement) || !target.matches(':focus-visible')) return;
      if (isCutOff(list, target)) bring(list, target);
    };
    list?.addEventListener('focusin', show);
    return () => list?.removeEventListener('focusin', show);
  }, []);
  return row;
}
