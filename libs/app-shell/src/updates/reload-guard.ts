import { RELOAD_GUARD_TTL } from '@yunduo/validation';

const KEY = 'reload-guard';

/**
 * Reloads at most once in 10 seconds (R9.04): a chunk that still fails after the reload must not reload for ever.
 * The time stands in sessionStorage, since the reload forgets everything else.
 */
export const reloadGuard = {
  /** Reloads and returns true, or returns false when the last guarded reload is less than 10 seconds ago. */
  reload(reload: () => void = () => location.reload()): boolean {
    if (!mayReload()) return false;
    reload();
    return true;
  },
  /** Listens for chunks that a new deployment took away. Returns the way to stop. */
  watch(reload?: () => void): () => void {
    const onPreloadError = (event: Event) => {
      // A second failure goes on to the error page.
      if (reloadGuard.reload(reload)) event.preventDefault();
    };
    window.addEventListener('vite:preloadError', onPreloadError);
    return () => window.removeEventListener('vite:preloadError', onPreloadError);
  },
};

function mayReload(): boolean {
  try {
    const now = Date.now();
    const age = now - Number(sessionStorage.getItem(KEY) ?? Number.NaN);
    if (age >= 0 && age < RELOAD_GUARD_TTL) return false;
    sessionStorage.setItem(KEY, String(now));
    return true;
  } catch {
    // Without a memory nothing would stop the loop.
    return false;
  }
}
