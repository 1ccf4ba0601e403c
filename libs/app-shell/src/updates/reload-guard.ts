import { RELOAD_GUARD_TTL } from '@yunduo/validation';

const KEY = 'reload-guard';

/**
 * Reloads at most once in 10 seconds (R9.04): a chunk that still fails after the reload must not reload for ever.
 * The time stands in sessionStorage, since the reload forgets everything else.
 */
export const reloadGuard = {
  /** Reloads and returns true, or returns false when the last guarded reload is less than 10 seconds ago. */
  reload(reload: () => void = () => location.reload(), now: number = Date.now()): boolean {
    let last = Number.NaN;
    try {
      last = Number.parseInt(sessionStorage.getItem(KEY) ?? '', 10);
      sessionStorage.setItem(KEY, String(now));
    } catch {
      // Without a memory nothing would stop the loop.
      return false;
    }
    if (now - last < RELOAD_GUARD_TTL && now >= last) {
      sessionStorage.setItem(KEY, String(last));
      return false;
    }
    reload();
    return true;
  },
  /** Listens for chunks that a new deployment took away. Returns the way to stop. */
  watch(): () => void {
    const onPreloadError = (event: Event) => {
      // The error page shows what a second failure means.
      if (reloadGuard.reload()) event.preventDefault();
    };
    window.addEventListener('vite:preloadError', onPreloadError);
    return () => window.removeEventListener('vite:preloadError', onPreloadError);
  },
};
