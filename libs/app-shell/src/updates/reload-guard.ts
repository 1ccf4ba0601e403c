import { tabStorage } from '@yunduo/session';
import { RELOAD_GUARD_TTL } from '@yunduo/validation';

const KEY = 'reload-guard';

let spared = 0;
/** Style sheets that did not come, by Vite's links (React's own have no `crossorigin`): Vite asks for each only once. */
const away: HTMLLinkElement[] = [];

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
  /**
   * Loads a file whose caller tells that it did not come and asks again: a reload would only take what is typed. The
   * page of a route reloads all the same.
   */
  async spare<T>(load: () => Promise<T>): Promise<T> {
    spared += 1;
    for (const link of away.splice(0)) link.replaceWith(link.cloneNode());
    try {
      return await load();
    } finally {
      spared -= 1;
    }
  },
  /** Listens for chunks that a new deployment took away. Returns the way to stop. */
  watch(reload?: () => void): () => void {
    const onPreloadError = (event: Event) => {
      if (spared > 0 && !('route' in event)) return;
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

function rememberStyles({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet' && target.crossOrigin !== null)
    away.push(target);
}

function mayReload(): boolean {
  const now = Date.now();
  const age = now - Number(tabStorage.get(KEY) ?? Number.NaN);
  if (age >= 0 && age < RELOAD_GUARD_TTL) return false;
  if (tabStorage.set(KEY, String(now))) return true;
  // Without a memory that outlives the page nothing would stop the loop.
  tabStorage.remove(KEY);
  return false;
}
