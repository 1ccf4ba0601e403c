import { focusNearest, wayTo } from './focus-nearest.ts';

/**
 * A removed element (a deleted row, a link whose page is left) drops the focus to the body. From now on the
 * nearest remaining element gets it. Once per page. Returns the function that stops it.
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
      // A press outside: the user moved the focus deliberately.
      if (nowhere() && (target as Element).isConnected) way = [];
    });
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(() => {
    if (!lost()) return;
    // The code that removed it may set a better focus: a dialog returns it to its opener.
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
