import type { devApp, InputOf } from '@yunduo/api-contract';

/** The page of the list that the query names. The first one has no value, so that it has one cache entry. */
export function listInput(query: URLSearchParams): InputOf<typeof devApp.list> {
  const page = Number(query.get('page'));
  return Number.isInteger(page) && page > 1 ? { page } : {};
}
