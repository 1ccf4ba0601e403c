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

// The mounted page, if any: a cancelled navigation returns to it.
let shown: { href: string; index: number | undefined; cancel: () => void } | undefined;

let coming = 0;
const listeners = new Set<() => void>();
const count = (by: number): void => {
  coming += by;
  listeners.forEach((listener) => listener());
};

/**
 * True from the request of a page's files, before the router knows of the navigation, until the held
 * navigation has ended, without a gap between the two.
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
 * The browser follows a link to a part of this page and creates an entry without state. The router, which
 * gives an index to its own entries, warns about entries without one while a blocker is active.
 */
function numberEntry(): void {
  if (history.state || !shown || location.href.split('#')[0] !== shown.href) return;
  history.replaceState({ key: Math.random().toString(36).slice(2), idx: (shown.index ?? 0) + 1 }, '');
}

/**
 * Gives entries created by the browser an index like the router's. Call it before creating the router,
 * because window listeners run in order of registration. Returns the function that stops it.
 */
export function numberEntries(): () => void {
  window.addEventListener('popstate', numberEntry);
  return () => window.removeEventListener('popstate', numberEntry);
}

// The target of the held navigation. React may render a later one after the files of an earlier one arrived:
// the router is told to proceed at most once for each.
let heldFor: Location | undefined;

const lacksFiles: BlockerFunction = ({ nextLocation }) => {
  const held = missingFiles(nextLocation.pathname).length > 0;
  heldFor = held ? nextLocation : undefined;
  return held;
};

/** Reports why the visitor stays: the bar takes its error colour, and a notice or a message explains. */
function tell(arrival: 'lost' | 'failed'): void {
  reportAppError();
  if (arrival === 'lost') window.dispatchEvent(new Event('network-lost'));
  else showToast({ message: 'server_busy' }, { kind: 'error' });
}

/**
 * Holds a navigation, back and forward included, until the files of its page are loaded. If they fail to
 * load, the current page stays, or the document of the target is loaded. Once per layout.
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
      // Makes the router drop a navigation to the current address; nothing of this page is requested again.
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

/**
 * An error that a loader throws for a call without a response (`load` of `@yunduo/data-access`), or with a
 * captive portal's response.
 */
const UNANSWERED = new Set(['NO_ANSWER', 'TIMEOUT', 'UNREADABLE']);

const isUnanswered = (result: unknown): boolean => {
  const body = (result as { data?: { code?: unknown } } | null)?.data;
  return typeof body?.code === 'string' && UNANSWERED.has(body.code);
};

/**
 * Client middleware of the root. A page whose data failed to load does not replace the current one; a
 * redirect is followed once the files of its page are loaded.
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
    // The document is loading; until then the page stays.
    if (arrival === 'leaving') return new Promise(() => undefined);
    return leaveStanding(url, arrival) ?? results;
  }
  const lost = outcomes.some(({ type, result }) => type === 'error' && isUnanswered(result));
  // Staying on the current page needs no request.
  if (!lost && shown?.href !== url.split('#')[0]) window.dispatchEvent(new Event('network-found'));
  return (lost && !signal.aborted && leaveStanding(url, 'lost')) || results;
};

/** Stays on the current page; undefined if there is none, or if it is the one that failed. */
function leaveStanding(failed: string, arrival: 'lost' | 'failed'): Promise<never> | undefined {
  if (!shown || shown.href === failed.split('#')[0]) return undefined;
  tell(arrival);
  const back = (shown.index ?? 0) - (indexOfEntry() ?? 0);
  // Back and forward have already changed the address.
  if (back !== 0 && location.href.split('#')[0] === failed.split('#')[0]) history.go(back);
  else shown.cancel();
  // The router has dropped this navigation and ignores its results.
  return new Promise(() => undefined);
}
