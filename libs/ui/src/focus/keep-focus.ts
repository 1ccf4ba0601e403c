import { focusNearest, wayTo } from './focus-nearest.ts';

/**
 * What takes itself out of the page (a row that is removed, a link whose page is left) drops the focus to nowhere:
 * from now on the nearest place that still stands takes it. Once per page; returns the way to stop.
 */
export function keepFocus(): () => void {
  let way = wayTo(document.activeElement);
  const nowhere = () => document.activeElement === null || document.activeElement === document.body;
  const lost = () => way[0]?.isConnected === false && nowhere();

  const onFocusIn = ({ target }: FocusEvent) => {
    way = wayTo(target as Element);
  };
  const onFocusOut = ({ target }: FocusEvent) => {
    queueMicrotask(() => {
      // A press beside it: whoever leaves by themselves is not taken back.
      if (nowhere() && (target as Element).isConnected) way = [];
    });
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(() => {
    if (!lost()) return;
    // Who took it away may know a better place: a dialog gives the focus back to what opened it.
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (lost()) focusNearest(way);
    });
  });
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    clearTimeout(timer);
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('focusout', onFocusOut);
    observer.disconnect();
  };
}
