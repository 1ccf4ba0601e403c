import { tabStorage } from '@yunduo/session';
import { UNSAFE_useScrollRestoration as useScrollRestoration } from 'react-router';

/** The storage key of React Router's scroll positions. */
const POSITIONS = 'scroll-positions';

/**
 * Replaces `<ScrollRestoration>` without its inline script. Until the application runs, the browser restores
 * the position itself; the script would open session storage and rewrite the history entry of every page.
 */
export function ScrollMemory(): null {
  useScrollRestoration({ storageKey: POSITIONS });
  return null;
}

/**
 * Call it before hydration: gives this history entry its own key and drops its scroll position from an
 * earlier visit. The browser has already restored it, and the reader may have scrolled since.
 */
export function takeOverScrolling(): void {
  const state = history.state as { key?: string } | null;
  if (!state?.key) history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '');
  try {
    const stored = JSON.parse(tabStorage.get(POSITIONS) ?? '{}') as Record<string, number>;
    const others = Object.entries(stored).filter(([key]) => key !== state?.key);
    tabStorage.set(POSITIONS, JSON.stringify(Object.fromEntries(others)));
  } catch {
    // React Router fails on an entry that is no object, and the page with it.
    tabStorage.remove(POSITIONS);
  }
}
