import { tabStorage } from '@yunduo/session';
import { isChunkAwaited, rememberStyles } from '../lazy/load-chunk.ts';
import { RELOAD_GUARD_TTL } from '@yunduo/validation';

const KEY = 'reload-guard';

/**
 * Reloads at most once in 10 seconds (R9.04): a chunk that still fails after the reload must not reload for ever.
 * The time stands in sessionStorage, since the reload forgets everything else.
 */
export const reloadGuard = {
  /**
   * Reloads and returns true, or returns false: when the last guarded reload is less than 10 seconds ago, and without a
   * network, which would leave the browser's own page instead of this one and what is being written on it.
   */
  reload(reload: () => void = () => location.reload()): boolean {
    if (!navigator.onLine || !mayReload()) return false;
    reload();
    return true;
  },
  /** Listens for chunks that a new deployment took away. Returns the way to stop. */
  watch(reload?: () => void): () => void {
    const onPreloadError = (event: Event) => {
      if (isChunkAwaited()) return;
      // A second failure goes on to the error page.
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
  // Without a memory that outlives the page nothing would stop the loop.
  tabStorage.remove(KEY);
  return false;
}
