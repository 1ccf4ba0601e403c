import { tabStorage } from '@yunduo/session';
import { isChunkAwaited, rememberStyles } from '../lazy/load-chunk.ts';
import { RELOAD_GUARD_TTL } from '@yunduo/validation';

const KEY = 'reload-guard';

/**
 * Reloads at most once in 10 seconds (R9.04): a chunk that still fails after a reload must not cause a loop.
 * The time is kept in sessionStorage, which survives the reload.
 */
export const reloadGuard = {
  /**
   * Reloads and returns true. Returns false if the last guarded reload is less than 10 seconds ago, or
   * without a network, where a reload would replace this page and its unsaved input by the browser's error
   * page.
   */
  reload(reload: () => void = () => location.reload()): boolean {
    if (!navigator.onLine || !mayReload()) return false;
    reload();
    return true;
  },
  /** Listens for chunks that a new deployment removed. Returns the function that stops it. */
  watch(reload?: () => void): () => void {
    const onPreloadError = (event: Event) => {
      if (isChunkAwaited()) return;
      // A second failure goes to the error page.
      if (reloadGuard.reload(reload)) event.preventDefault();
    };
    window.addEventListener('vite:preloadError', onPreloadError);
    window.addEventListener('error', rememberStyles, true);
    return () => {
      window.removeEventListener('vite:preloadError', onPreloadError);
      window.removeEventListener('error', rememberStyles, true);
    };
  },
};

function mayReload(): boolean {
  const now = Date.now();
  const age = now - Number(tabStorage.get(KEY) ?? Number.NaN);
  if (age >= 0 && age < RELOAD_GUARD_TTL) return false;
  if (tabStorage.set(KEY, String(now))) return true;
  // Without storage that survives a reload the loop could not be stopped.
  tabStorage.remove(KEY);
  return false;
}
