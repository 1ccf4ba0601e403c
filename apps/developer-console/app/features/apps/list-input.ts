import type { devApp, InputOf } from '@yunduo/api-contract';
import { APP_STATUSES, APP_TURNS, SEARCH_MAX } from '@yunduo/validation';

type ListInput = InputOf<typeof devApp.list>;

const among = <T extends string>(all: readonly T[], value: string | null): T | undefined =>
  all.find((one) => one === value);

/** The list's input from the address; missing values are omitted, so that equal lists share one cache entry. */
export function listInput(query: URLSearchParams): ListInput {
  const page = Number(query.get('page'));
  const q = query.get('q')?.trim().slice(0, SEARCH_MAX);
  const status = among(APP_STATUSES, query.get('status'));
  const turn = among(APP_TURNS, query.get('turn'));
  return {
    ...(q && { q }),
    ...(status && { status }),
    ...(turn && { waits_for: turn }),
    ...(Number.isInteger(page) && page > 1 && page <= 10_000 && { page }),
  };
}

/** True if filters are active. */
export const isFiltered = ({ q, status, waits_for }: ListInput): boolean => Boolean(q || status || waits_for);

/** Query of another page of the same list. */
export function pageQuery(query: URLSearchParams, page: number): string {
  const other = new URLSearchParams(query);
  if (page > 1) other.set('page', String(page));
  else other.delete('page');
  const text = other.toString();
  return text && `?${text}`;
}
