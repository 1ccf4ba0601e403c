import { expect, test } from '@jest/globals';
import type { Translate } from '@yunduo/app-shell';
import type { SiteWords } from '@yunduo/i18n-public-site';
import { store } from '@yunduo/i18n-public-site/en/store';
import { listMeta } from './list-meta.ts';
import { EVERYTHING } from './list-state.ts';

const t = ((key: keyof typeof store, values: Record<string, unknown> = {}) =>
  String(store[key]).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))) as Translate<
  SiteWords['store']
>;
const metaOf = (state: Partial<typeof EVERYTHING>, category: string | null = null, beyond = false) =>
  listMeta({ state: { ...EVERYTHING, ...state }, category, beyond }, t);

test('each indexed page has its own title, each category its own description', () => {
  const listed = [
    metaOf({}),
    metaOf({ page: 2 }),
    metaOf({ category: 'system' }, 'System'),
    metaOf({ category: 'system', page: 2 }, 'System'),
    metaOf({ category: 'runtime' }, 'Runtime'),
  ];
  expect(listed.map(({ index }) => index)).toEqual([true, true, true, true, true]);
  expect(listed.map(({ query }) => query?.['page'])).toEqual([null, 2, null, 2, null]);
  expect(listed.map(({ title }) => title)).toEqual([
    'App store',
    'App store, page 2',
    'System: app store',
    'System: app store, page 2',
    'Runtime: app store',
  ]);
  expect(new Set(listed.map(({ description }) => description)).size).toBe(3);
});

test('a page past the end is not indexed', () => {
  expect(metaOf({ page: 999 }, null, true).index).toBe(false);
});

test('searches and filters are not indexed', () => {
  for (const view of [
    metaOf({ q: 'a' }),
    metaOf({ os: 'debian' }),
    metaOf({ arch: 'arm64' }),
    metaOf({ source: 'official' }),
    metaOf({ certified: true }),
    metaOf({ sort: 'name' }),
    metaOf({ category: 'my' }),
  ])
    expect([view.index, view.feeds]).toEqual([false, true]);
});
