import { expect, test } from '@jest/globals';
import { currentEntry, navigationEntries, showsFooter } from './navigation-map.ts';

const links = { demo: 'https://demo.example', forum: 'https://forum.example', dev_docs: null };
const everyPage = () => true;
const keys = (entries: { key: string }[]) => entries.map(({ key }) => key);

test('has all entries in order, the store second', () => {
  const entries = navigationEntries(links, everyPage);
  expect(keys(entries)).toEqual([
    'client-download',
    'store',
    'go-demo',
    'private',
    'auth',
    'activity',
    'developer-center',
    'yetu',
  ]);
  expect(entries.map(({ id }) => id)).toEqual([1, null, 2, 3, 4, 5, 6, 7]);
});

test('omits entries without a page', () => {
  expect(keys(navigationEntries(links, (name) => name === 'store'))).toEqual([
    'store',
    'go-demo',
    'developer-center',
    'yetu',
  ]);
});

test('omits external links that are not configured', () => {
  for (const none of [undefined, { demo: null, forum: null, dev_docs: null }]) {
    expect(keys(navigationEntries(none, everyPage))).not.toContain('go-demo');
    expect(keys(navigationEntries(none, everyPage))).not.toContain('yetu');
  }
});

test.each([
  ['zh:store', 'store'],
  ['en:store-detail', 'store'],
  ['zh:application', 'store'],
  ['en:application-detail', 'store'],
  ['zh:private', 'private'],
  ['zh:home', undefined],
  ['en:not-found', undefined],
  [undefined, undefined],
])('the current entry of route %s is %s', (id, key) => {
  expect(currentEntry(id)?.key).toBe(key);
});

test.each([
  ['/download/x', false],
  ['/en/download/x', false],
  ['/downloads', false],
  ['/client-download', true],
  ['/', true],
])('shows the footer on %s: %s', (path, shown) => {
  expect(showsFooter(path)).toBe(shown);
});
