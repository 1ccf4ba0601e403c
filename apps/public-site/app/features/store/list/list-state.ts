import type { appStore, InputOf } from '@yunduo/api-contract';
import {
  APP_SOURCES,
  ARCHITECTURES,
  OPERATING_SYSTEMS,
  PAGE_SIZE,
  SEARCH_MAX,
  STORE_CATEGORIES,
  STORE_SORTS,
  type AppSource,
  type Architecture,
  type OperatingSystem,
  type StoreCategory,
  type StoreSort,
} from '@yunduo/validation';

/** State of the list, from its address. `null` means no choice. */
export interface ListState {
  category: StoreCategory | null;
  q: string;
  os: OperatingSystem | null;
  arch: Architecture | null;
  certified: boolean;
  source: AppSource | null;
  sort: StoreSort;
  page: number;
}

/** The highest page that the API accepts. */
const PAGE_MAX = 10_000;

/** The whole store, in its default order, from the first page. */
export const EVERYTHING: ListState = {
  category: null,
  q: '',
  os: null,
  arch: null,
  certified: false,
  source: null,
  sort: 'recommend',
  page: 1,
};

const oneOf = <T extends string>(values: readonly T[], value: string | null): T | null =>
  values.find((known) => known === value) ?? null;

/** Normalises typed text to one line, cut to the search's maximum length. */
function searchText(value: string): string {
  const line = value.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return [...line].slice(0, SEARCH_MAX).join('').trimEnd();
}

function pageNumber(value: string | null): number {
  return value !== null && /^[1-9]\d{0,4}$/.test(value) ? Math.min(Number(value), PAGE_MAX) : 1;
}

/**
 * Parses the list's state from the query. Unknown names are ignored and unknown values fall back to defaults, so that a
 * mistyped or old link still shows a list.
 */
export function parseListState(query: URLSearchParams): ListState {
  return {
    category: oneOf(STORE_CATEGORIES, query.get('cate')),
    q: searchText(query.get('q') ?? ''),
    os: oneOf(OPERATING_SYSTEMS, query.get('os')),
    arch: oneOf(ARCHITECTURES, query.get('arch')),
    certified: query.get('certified') === '1',
    source: oneOf(APP_SOURCES, query.get('source')),
    sort: oneOf(STORE_SORTS, query.get('sort')) ?? EVERYTHING.sort,
    page: pageNumber(query.get('page')),
  };
}

/** Name and value of each non-default choice: for the fields of a form or the query of a link. */
export function listFields(state: ListState): [name: string, value: string][] {
  const fields: [string, string | null][] = [
    ['cate', state.category],
    ['q', state.q || null],
    ['os', state.os],
    ['arch', state.arch],
    ['certified', state.certified ? '1' : null],
    ['source', state.source],
    ['sort', state.sort === EVERYTHING.sort ? null : state.sort],
    ['page', state.page === 1 ? null : String(state.page)],
  ];
  return fields.filter((field): field is [string, string] => field[1] !== null);
}

/** The canonical path of a state, so that every link to it shares a cached page. */
export function listPath(state: ListState): string {
  const query = new URLSearchParams(listFields(state)).toString();
  return query === '' ? '/store' : `/store?${query}`;
}

/** The state without its filters; category, search and order stay. */
export const withoutFilters = (state: ListState): ListState => ({
  ...state,
  os: null,
  arch: null,
  certified: false,
  source: null,
  page: 1,
});

/** Number of active filters. */
export const activeFilters = (state: ListState): number =>
  [state.os, state.arch, state.source, state.certified || null].filter((value) => value !== null).length;

/** Filters and search, without the category. */
const narrowing = (state: ListState): InputOf<typeof appStore.categories> => ({
  ...(state.q && { q: state.q }),
  ...(state.os && { os: state.os }),
  ...(state.arch && { arch: state.arch }),
  ...(state.certified && { certified: true }),
  ...(state.source && { source: state.source }),
});

/** Input of the categories call; undefined for the whole store, whose counts all pages share. */
export function countInput(state: ListState): InputOf<typeof appStore.categories> | undefined {
  const input = narrowing(state);
  return Object.keys(input).length > 0 ? input : undefined;
}

/** Input of the list call. */
export function listInput(state: ListState): InputOf<typeof appStore.list> {
  return {
    ...(state.category && { cate: state.category }),
    ...narrowing(state),
    sort: state.sort,
    page: state.page,
    page_size: PAGE_SIZE.default,
  };
}
