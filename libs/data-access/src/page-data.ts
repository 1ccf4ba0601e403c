import { createContext } from 'react-router';
import { api } from './api.ts';
import type { AppStore } from './make-store.ts';
import type { CachedQuery } from './state-transfer.ts';

/** The content of a page-data file: the responses with which the server rendered the page, by cache key. */
export interface PageDataFile {
  queries: Readonly<Record<string, CachedQuery>>;
}

/** A pending file of the page being navigated to; see `fetchPageData`. */
export interface ArrivingPageData {
  /** Settles when the usable responses are in the store, or when the file failed to load. Never rejects. */
  arrived(): Promise<void>;
  /** False if the file is unusable: missing, late, or older than the cache. */
  readonly came: Promise<boolean>;
}

/** Set by client middleware for a navigation to a page with a file; `load` waits for it. */
export const pageDataContext = createContext<ArrivingPageData | null>(null);

/** Files of a removed build: the servers run another build, whose files this code cannot read. */
const GONE = 410;
const missing = new WeakSet<AppStore>();
/** The responses that a file held, so that a page that is still cached is not fetched again. */
const keysOf = new WeakMap<AppStore, Map<string, readonly string[]>>();

/** In ms: a file that was fetched ahead is used if its page is opened within this time. */
const AHEAD_TTL = 30_000;
interface Ahead {
  data: ArrivingPageData;
  until: number;
  /** A navigation has it: a request ahead that comes behind that navigation fetches nothing. */
  taken: boolean;
}
const aheadOf = new WeakMap<AppStore, Map<string, Ahead>>();

/** The file that was fetched ahead; undefined if there is none, if it is old, or if it failed to load. */
const findAhead = (store: AppStore, url: string): Ahead | undefined => {
  const found = aheadOf.get(store)?.get(url);
  return found && found.until > Date.now() ? found : undefined;
};

/** Fetches the file of a page that may be opened next, once; `fetchPageData` then returns this file. */
export function fetchPageDataAhead(store: AppStore, url: string, timeout: number): void {
  if (findAhead(store, url)) return;
  const data = fetchPageData(store, url, timeout);
  if (!data) return;
  const files = aheadOf.get(store) ?? new Map<string, Ahead>();
  aheadOf.set(store, files.set(url, { data, until: Date.now() + AHEAD_TTL, taken: false }));
  void data.came.then((came) => !came && files.delete(url));
}

/** Records that the page of this file is already cached: the server sent it with the document. */
export function rememberPageData(store: AppStore, url: string, keys: readonly string[]): void {
  const known = keysOf.get(store) ?? new Map<string, readonly string[]>();
  keysOf.set(store, known.set(url, keys));
}

/**
 * Fetches a page's data in one request, unless everything that the file held is still cached; then null.
 * Responses enter the cache like requested ones: the missing ones, or all if the file has newer content. A
 * file that is older than the cache, late (milliseconds) or missing changes nothing: loaders call the API.
 */
export function fetchPageData(store: AppStore, url: string, timeout: number): ArrivingPageData | null {
  const ahead = findAhead(store, url);
  if (ahead && !ahead.taken) {
    ahead.taken = true;
    return ahead.data;
  }
  const keys = keysOf.get(store)?.get(url);
  const cached = keys?.every((key) => queriesOf(store)[key]?.status === 'fulfilled') === true;
  if (cached || missing.has(store)) return null;

  const waiting = fetchFile(store, url, timeout).then((file) => {
    const lead = file ? revisionIn(file.queries) - revisionIn(queriesOf(store)) : -1;
    if (!file || lead < 0) return null;
    rememberPageData(store, url, Object.keys(file.queries));
    return { queries: new Map(Object.entries(file.queries)), newer: lead > 0 };
  });

  return {
    came: waiting.then((file) => file !== null),
    async arrived() {
      const file = await waiting;
      if (!file) return;
      const entries: CachedQuery[] = [];
      for (const [key, query] of file.queries) {
        // A page's endpoints arrive with its code: a later loader takes responses of endpoints that are not
        // injected yet.
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
    if (answer.status === GONE) missing.add(store);
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
  // The slice's type lacks the injected endpoints.
  return api.util.upsertQueryEntries(entries as unknown as Parameters<typeof api.util.upsertQueryEntries>[0]);
}

interface AnyQuery {
  status?: string;
  data?: unknown;
}

const queriesOf = (store: AppStore): Readonly<Record<string, AnyQuery | undefined>> =>
  store.getState().api.queries;

/** The content version of a set of responses, from the frame's site info; 0 if unknown. */
function revisionIn(queries: Readonly<Record<string, AnyQuery | undefined>>): number {
  const site = queries['siteInfo(undefined)']?.data as { content_revision?: number } | undefined;
  return site?.content_revision ?? 0;
}
