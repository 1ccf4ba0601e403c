import { useEffect, useSyncExternalStore } from 'react';
import {
  useBlocker,
  useLocation,
  useNavigate,
  type BlockerFunction,
  type Location,
  type MiddlewareFunction,
} from 'react-router';
import { reportAppError } from '../errors/app-errors.ts';
import { showToast } from '../toasts/toast-store.ts';
import { loadRoute, missingFiles } from './route-files.ts';

// The page that stands, while one does: what a navigation that leads nowhere goes back to.
let shown: { href: string; index: number | undefined; cancel: () => void } | undefined;

let coming = 0;
const listeners = new Set<() => void>();
const count = (by: number): void => {
  coming += by;
  listeners.forEach((listener) => listener());
};

/**
 * True while the files of a page are on their way, before the router knows of the navigation, and until one that was
 * held for them has ended: without a pause between the two.
 */
export const useRouteComing = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => coming > 0,
    () => false,
  );

const indexOfEntry = (): number | undefined => (history.state as { idx?: number } | null)?.idx;

/**
 * A link to a part of this page is followed by the browser, whose new entry has no state. The router, which sets an
 * index to each of its own, warns of entries without one while anything can hold a navigation.
 */
function numberEntry(): void {
  if (history.state || !shown || location.href.split('#')[0] !== shown.href) return;
  history.replaceState({ key: Math.random().toString(36).slice(2), idx: (shown.index ?? 0) + 1 }, '');
}

/**
 * Gives entries that the browser makes by itself their place among the router's. To be called before the router is
 * made: listeners of a window are called in their order. Returns the way to stop.
 */
export function numberEntries(): () => void {
  window.addEventListener('popstate', numberEntry);
  return () => window.removeEventListener('popstate', numberEntry);
}

// Where the navigation that is held leads. React may hear of a later one after the files of the one before it came:
// the router is asked to go on with each of them once at most.
let heldFor: Location | undefined;

const lacksFiles: BlockerFunction = ({ nextLocation }) => {
  const held = missingFiles(nextLocation.pathname).length > 0;
  heldFor = held ? nextLocation : undefined;
  return held;
};

/** Says why the visitor is still here: the bar turns to its error colour, a notice or a message tells. */
function tell(arrival: 'lost' | 'failed'): void {
  reportAppError();
  if (arrival === 'lost') window.dispatchEvent(new Event('network-lost'));
  else showToast({ message: 'server_busy' }, { kind: 'error' });
}

/**
 * Holds a navigation, back and forward too, until the files of its page are here; where they do not come, the page that
 * stands stays, or the document of the other one is loaded. Once per layout.
 */
export function useKeptPage(): void {
  const location = useLocation();
  const navigate = useNavigate();
  const blocker = useBlocker(lacksFiles);
  const held = blocker.state !== 'unblocked';

  useEffect(() => {
    if (!held) return;
    count(1);
    return () => count(-1);
  }, [held]);

  useEffect(() => {
    const { pathname, search, hash, state } = location;
    const here = {
      href: new URL(pathname + search, window.location.origin).href,
      index: indexOfEntry(),
      // The router drops what it was loading for a navigation to where it is; nothing of this page is asked for again.
      cancel: () =>
        void navigate(
          { pathname, search, hash },
          {
            replace: true,
            state: state as unknown,
            preventScrollReset: true,
            defaultShouldRevalidate: false,
          },
        ),
    };
    shown = here;
    return () => {
      if (shown === here) shown = undefined;
    };
  }, [location, navigate]);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let current = true;
    const { pathname, search, hash } = blocker.location;
    void loadRoute(new URL(pathname + search + hash, window.location.origin)).then((arrival) => {
      if (!current || heldFor !== blocker.location || arrival === 'leaving') return;
      heldFor = undefined;
      if (arrival === 'loaded') return blocker.proceed();
      blocker.reset();
      tell(arrival);
    });
    return () => {
      current = false;
    };
  }, [blocker]);
}

/** What a loader throws for a call without an answer (`load` of `@yunduo/data-access`), or with a portal's. */
const UNANSWERED = new Set(['NO_ANSWER', 'TIMEOUT', 'UNREADABLE']);

const isUnanswered = (result: unknown): boolean => {
  const body = (result as { data?: { code?: unknown } } | null)?.data;
  return typeof body?.code === 'string' && UNANSWERED.has(body.code);
};

/**
 * Client middleware of the root. A page whose data nobody answered does not take the place of the one that stands; a
 * redirect is followed when the files of its page are here.
 */
export const keepPage: MiddlewareFunction<Record<string, { type: string; result: unknown }>> = async (
  { request },
  next,
) => {
  const results = await next();
  const { signal, url } = request;
  const outcomes = Object.values(results);
  const way = outcomes.map(({ result }) => result).find((result) => result instanceof Response);
  const target = way?.headers.get('Location');
  if (target && !signal.aborted) {
    const to = new URL(target, url);
    const arrival = to.origin === location.origin ? await loadRoute(to) : 'loaded';
    if (arrival === 'loaded' || signal.aborted) return results;
    // The document is on its way; until it is here the page stays as it is.
    if (arrival === 'leaving') return new Promise(() => undefined);
    return leaveStanding(url, arrival) ?? results;
  }
  const lost = outcomes.some(({ type, result }) => type === 'error' && isUnanswered(result));
  // Going on with the page that stands asks nobody.
  if (!lost && shown?.href !== url.split('#')[0]) window.dispatchEvent(new Event('network-found'));
  return (lost && !signal.aborted && leaveStanding(url, 'lost')) || results;
};

/** Goes on with the page that stands; undefined where there is none, or it is the one that failed. */
function leaveStanding(failed: string, arrival: 'lost' | 'failed'): Promise<never> | undefined {
  if (!shown || shown.href === failed.split('#')[0]) return undefined;
  tell(arrival);
  const back = (shown.index ?? 0) - (indexOfEntry() ?? 0);
  // Back and forward have changed the address already.
  if (back !== 0 && location.href.split('#')[0] === failed.split('#')[0]) history.go(back);
  else shown.cancel();
  // The router has dropped this navigation: nobody waits for its results.
  return new Promise(() => undefined);
}
