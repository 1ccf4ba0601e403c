import type { AppState } from './make-store.ts';

interface Entry {
  status?: string;
  endpointName?: string;
  originalArgs?: unknown;
  data?: unknown;
}

/** A response as `dehydratedState` writes it. */
export interface CachedQuery {
  status: string;
  endpointName: string;
  originalArgs?: unknown;
  data: unknown;
}

/**
 * The state that a page sends to the browser, as JSON for an inline script: `<` escaped, and without request
 * ids, times and order of arrival, so that the same page has the same bytes and the same ETag. Without the
 * session: server-rendered pages are anonymous.
 */
export function dehydratedState(state: Pick<AppState, 'api'> & { common?: unknown }): string {
  const queries = sorted(state.api.queries as Record<string, Entry | undefined>, (entry) =>
    entry?.status === 'fulfilled'
      ? {
          status: entry.status,
          endpointName: entry.endpointName,
          originalArgs: entry.originalArgs,
          data: entry.data,
        }
      : undefined,
  );
  const { tags, keys } = state.api.provided;
  const provided = {
    tags: sorted(tags as Record<string, Record<string, string[]>>, (ids) =>
      sorted(ids, (list) => [...list].sort()),
    ),
    keys: sorted(keys, (list) => list),
  };
  return JSON.stringify({ api: { queries, provided }, common: state.common }).replaceAll('<', '\\u003c');
}

/**
 * Parses that state for `makeStore({ preloadedState })`. Entries count as fetched now: nothing is fetched a
 * second time. Null or unparseable text gives no state.
 */
export function hydratedState(json: string | null | undefined): object | undefined {
  if (!json) return undefined;
  const { api, ...rest } = JSON.parse(json) as { api: { queries: Record<string, Entry>; provided: unknown } };
  const now = Date.now();
  const queries = Object.fromEntries(
    Object.entries(api.queries).map(([key, entry]) => [
      key,
      { ...entry, requestId: 'hydrated', startedTimeStamp: now, fulfilledTimeStamp: now },
    ]),
  );
  return { ...rest, api: { queries, provided: api.provided } };
}

function sorted<T, R>(record: Record<string, T>, map: (value: T) => R | undefined): Record<string, R> {
  const result: Record<string, R> = {};
  for (const key of Object.keys(record).sort()) {
    const value = map(record[key] as T);
    if (value !== undefined) result[key] = value;
  }
  return result;
}
