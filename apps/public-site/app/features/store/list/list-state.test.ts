import { describe, expect, test } from '@jest/globals';
import {
  APP_SOURCES,
  ARCHITECTURES,
  OPERATING_SYSTEMS,
  SEARCH_MAX,
  STORE_CATEGORIES,
  STORE_SORTS,
  codePoints,
} from '@yunduo/validation';
import fc from 'fast-check';
import {
  EVERYTHING,
  activeFilters,
  listInput,
  listPath,
  parseListState,
  withoutFilters,
  type ListState,
} from './list-state.ts';

const parse = (query: string) => parseListState(new URLSearchParams(query));

describe('list state', () => {
  test('is the whole store for an empty query', () => {
    expect(parse('')).toEqual(EVERYTHING);
    expect(listPath(EVERYTHING)).toBe('/store');
  });

  test('parses every category, including `my`', () => {
    expect(STORE_CATEGORIES.map((category) => parse(`cate=${category}`).category)).toEqual([
      'recommend',
      'system',
      'runtime',
      'practical',
      'my',
    ]);
  });

  test('falls back to defaults for unknown values', () => {
    const hostile = 'cate=__proto__&os=plan9&arch=%00&certified=yes&source=admin&sort=price&page=-3';
    expect(parse(hostile)).toEqual(EVERYTHING);
  });

  test.each([
    ['0', 1],
    ['007', 1],
    ['2', 2],
    ['1e3', 1],
    ['10001', 10_000],
    ['99999999999999999999', 1],
  ])('parses page %s as %i', (page, expected) => {
    expect(parse(`page=${page}`).page).toBe(expected);
  });

  test('limits a search to one line of 64 characters', () => {
    expect(parse('q=%20%20my%0D%0Asql%00%20').q).toBe('my sql');
    expect(codePoints(parse(`q=${'库'.repeat(200)}`).q)).toBe(SEARCH_MAX);
    expect(parse(`q=${encodeURIComponent('🐳'.repeat(70))}`).q).toBe('🐳'.repeat(SEARCH_MAX));
  });

  const anyState: fc.Arbitrary<ListState> = fc.record({
    category: fc.constantFrom(null, ...STORE_CATEGORIES),
    q: fc
      .string({ unit: 'grapheme', maxLength: 80 })
      .map((text) => parseListState(new URLSearchParams({ q: text })).q),
    os: fc.constantFrom(null, ...OPERATING_SYSTEMS),
    arch: fc.constantFrom(null, ...ARCHITECTURES),
    certified: fc.boolean(),
    source: fc.constantFrom(null, ...APP_SOURCES),
    sort: fc.constantFrom(...STORE_SORTS),
    page: fc.integer({ min: 1, max: 10_000 }),
  });

  test('round-trips through its URL', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const address = new URL(listPath(state), 'https://site.test');
        expect(parseListState(address.searchParams)).toEqual(state);
      }),
    );
  });

  test('contains only allowed values for any query', () => {
    const names = ['cate', 'q', 'os', 'arch', 'certified', 'source', 'sort', 'page', 'other'];
    const anyQuery = fc.array(fc.tuple(fc.constantFrom(...names), fc.string({ unit: 'binary' })));
    fc.assert(
      fc.property(anyQuery, (pairs) => {
        const state = parseListState(new URLSearchParams(pairs));
        expect([null, ...STORE_CATEGORIES]).toContain(state.category);
        expect([null, ...OPERATING_SYSTEMS]).toContain(state.os);
        expect([null, ...ARCHITECTURES]).toContain(state.arch);
        expect([null, ...APP_SOURCES]).toContain(state.source);
        expect(STORE_SORTS).toContain(state.sort);
        expect(codePoints(state.q)).toBeLessThanOrEqual(SEARCH_MAX);
        expect(state.q).not.toMatch(/[\p{Cc}\n]/u);
        expect(state.page).toBeGreaterThanOrEqual(1);
        expect(state.page).toBeLessThanOrEqual(10_000);
        expect(Number.isInteger(state.page)).toBe(true);
      }),
    );
  });
});

test('withoutFilters keeps category, search and order', () => {
  const state = parse('cate=system&q=web&os=debian&arch=arm64&certified=1&source=user&sort=name&page=3');
  expect(activeFilters(state)).toBe(4);
  expect(listPath(withoutFilters(state))).toBe('/store?cate=system&q=web&sort=name');
});

test('listInput contains only what was selected', () => {
  expect(listInput(parse('cate=runtime&certified=1&page=2'))).toEqual({
    cate: 'runtime',
    certified: true,
    sort: 'recommend',
    page: 2,
    page_size: 20,
  });
});
