import { useEffect, useRef } from 'react';

const bring = (row: HTMLElement, link: HTMLElement): void => {
  row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
};
const isCutOff = (row: HTMLElement, { offsetLeft, offsetWidth }: HTMLElement): boolean =>
  offsetLeft < row.scrollLeft || offsetLeft + offsetWidth > row.scrollLeft + row.clientWidth;

/**
 * Brings the current link of a row that scrolls sideways into view, and the one that the keyboard comes to (a browser
 * leaves a link alone of which it shows a few pixels); moves nothing else on the page.
 */
export function useCurrentInView<Row extends HTMLElement>() {
  const row = useRef<Row>(null);
  const shown = useRef<Element>(null);
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]:not([aria-current="false"])');
    // Only when it changed: a render for another reason must not take the row from under a finger.
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
