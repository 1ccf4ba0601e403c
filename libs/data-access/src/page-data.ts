import { createContext } from 'react-router';
import { api } from './api.ts';
import type { AppStore } from './make-store.ts';
import type { CachedQuery } from './state-transfer.ts';

/** What a page-data file holds: the answers with which the server rendered the page, by their key in the cache. */
export interface PageDataFile {
  queries: Readonly<Record<string, CachedQuery>>;
}

/** The file of the page that is being navigated to, on its way; see `fetchPageData`. */
export interface ArrivingPageData {
  /** Settles when the answers that this page can take are in the store, or when the file did not come. Never rejects. */
  arrived(): Promise<void>;
}

/** Set by client middleware for a navigation to a page with a file; `load` waits for it. */
export const pageDataContext = createContext<ArrivingPageData | null>(null);

/** Files whose build is gone: the servers run another one, and have no file that this code could read. */
const GONE = 410;
const gone = new WeakSet<AppStore>();
/** Which answers a file held, so that a page that is still in the cache is not fetched again. */
const keysOf = new WeakMap<AppStore, Map<string, readonly string[]>>();

/** Tells that the page of this file is in the cache already: the server sent it along. */
export function rememberPageData(store: AppStore, url: string, keys: readonly string[]): void {
  const known = keysOf.get(store) ?? new Map<string, readonly string[]>();
  keysOf.set(store, known.set(url, keys));
}

/**
 * Fetches the data of a page in one request, unless the cache still has all that the file held; null then. Answers go
 * into the cache as if they had been asked for: those that are missing, or all where the file is of newer content. A
 * file that is older than what the cache knows, late (milliseconds), or not there changes nothing: loaders call the API.
 */
export function fetchPageData(store: AppStore, url: string, timeout: number): ArrivingPageData | null {
  const keys = keysOf.get(store)?.get(url);
  const cached = keys?.every((key) => queriesOf(store)[key]?.status === 'fulfilled') === true;
  if (cached || gone.has(store)) return null;

  const waiting = fetchFile(store, url, timeout).then((file) => {
    const lead = file ? revisionIn(file.queries) - revisionIn(queriesOf(store)) : -1;
    if (!file || lead < 0) return null;
    rememberPageData(store, url, Object.keys(file.queries));
    return { queries: new Map(Object.entries(file.queries)), newer: lead > 0 };
  });

  return {
    async arrived() {
      const file = await waiting;
      if (!file) return;
      const entries: CachedQuery[] = [];
      for (const [key, query] of file.queries) {
        // The endpoints of a page come with its code: what is not known yet, a later loader takes.
        if (!Object.hasOwn(api.endpoints, query.endpointName)) continue;
        file.queries.delete(key);
        const status = queriesOf(store)[key]?.status;
        if (status !== 'pending' && (status !== 'fulfilled' || file.newer)) entries.push(query);
      }
      if (entries.length > 0) store.dispatch(upsert(entries));
    },
  };
}

async function fetchFile(store: AppStore, url: string, timeout: number): Promise<PageDataFile | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeout) });
    if (answer.status === GONE) gone.add(store);
    return answer.ok ? ((await answer.json()) as PageDataFile) : null;
  } catch {
    return null;
  }
}

function upsert(queries: readonly CachedQuery[]) {
  const entries = queries.map(({ endpointName, originalArgs, data }) => ({
    endpointName,
    arg: originalArgs,
    value: data,
  }));
  // The slice is typed without the endpoints that are injected.
  return api.util.upsertQueryEntries(entries as unknown as Parameters<typeof api.util.upsertQueryEntries>[0]);
}

interface AnyQuery {
  status?: string;
  data?: unknown;
}

const queriesOf = (store: AppStore): Readonly<Record<string, AnyQuery | undefined>> =>
  store.getState().api.queries;

/** Which content a set of answers shows: the frame's site info says it. 0 when nobody knows. */
function revisionIn(queries: Readonly<Record<string, AnyQuery | undefined>>): number {
  const site = queries['siteInfo(undefined)']?.data as { content_revision?: number } | undefined;
  return site?.content_revision ?? 0;
}
