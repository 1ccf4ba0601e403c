import { tabStorage } from '@yunduo/session';
import { UNSAFE_useScrollRestoration as useScrollRestoration } from 'react-router';

/** Where React Router keeps how far each entry of the history was scrolled. */
const POSITIONS = 'scroll-positions';

/**
 * What `<ScrollRestoration>` does, without its inline script: until the application runs, the browser restores the
 * place by itself, and the script would open session storage and rewrite the history of every page that is read.
 */
export function ScrollMemory(): null {
  useScrollRestoration({ storageKey: POSITIONS });
  return null;
}

/**
 * To be called before hydration: gives this entry of the history a key of its own, and forgets where it was scrolled
 * to on an earlier visit. The browser has been there already, and the reader may have moved on since.
 */
export function takeOverScrolling(): void {
  const state = history.state as { key?: string } | null;
  if (!state?.key) {
    history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '');
    return;
  }
  try {
    const kept = JSON.parse(tabStorage.get(POSITIONS) ?? '{}') as Record<string, number>;
    const others = Object.entries(kept).filter(([key]) => key !== state.key);
    tabStorage.set(POSITIONS, JSON.stringify(Object.fromEntries(others)));
  } catch {
    // It holds what is no JSON: React Router starts with no positions at all.
  }
}
