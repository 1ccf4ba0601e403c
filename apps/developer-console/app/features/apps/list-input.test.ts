import { expect, test } from '@jest/globals';
import { SEARCH_MAX } from '@yunduo/validation';
import { isFiltered, listInput, pageQuery } from './list-input.ts';

test.each([
  ['', {}],
  ['page=1', {}],
  ['page=2', { page: 2 }],
  ['page=10000', { page: 10_000 }],
  ['page=10001', {}],
  ['page=2.5', {}],
  ['page=-2', {}],
  ['q=+keel+&status=published&turn=developer', { q: 'keel', status: 'published', waits_for: 'developer' }],
  ['q=++&status=nonsense&turn=owner', {}],
  [`q=${'x'.repeat(SEARCH_MAX + 1)}`, { q: 'x'.repeat(SEARCH_MAX) }],
])('the address “%s” requests %j', (query, input) => {
  expect(listInput(new URLSearchParams(query))).toEqual(input);
});

test.each([
  [{}, false],
  [{ page: 2 }, false],
  [{ q: 'keel' }, true],
  [{ status: 'published' }, true],
  [{ waits_for: 'developer' }, true],
] as const)('%j is filtered: %p', (input, filtered) => {
  expect(isFiltered(input)).toBe(filtered);
});

test('another page keeps the filters, and the first has no number', () => {
  const query = new URLSearchParams('q=keel&page=3');
  expect([pageQuery(query, 2), pageQuery(query, 1), pageQuery(new URLSearchParams(), 1)]).toEqual([
    '?q=keel&page=2',
    '?q=keel',
    '',
  ]);
});
