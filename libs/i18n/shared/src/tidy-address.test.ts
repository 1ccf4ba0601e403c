import { expect, test } from '@jest/globals';
import { tidyPath, tidyQuery } from './tidy-address.ts';

const isAddress = (path: string): boolean => ['/', '/desk', '/en/desk', '/desk/orders'].includes(path);
const tidied = (path: string): string => tidyPath(path, isAddress);

test.each([
  ['/Desk', '/desk'],
  ['/EN/desk', '/en/desk'],
  ['/desk//orders/', '/desk/orders'],
  ['/d%65sk', '/desk'],
  ['/desk.', '/desk'],
  ['/Desk/Orders),', '/desk/orders'],
  ['/desk%E3%80%82', '/desk'],
])('%s is spelled %s', (from, to) => {
  expect(tidied(from)).toBe(to);
});

test('an unknown path keeps its case, its encoded signs and its punctuation', () => {
  for (const path of ['/Nothing', '/english', '/%2e%2e', '/a%3Fb', '/%zz', '/nothing.', '/'])
    expect(tidied(path)).toBe(path);
});

test('never leads to another host', () => {
  for (const path of ['//a', '/\\a', '\\\\a', '///a//', '/\\/a']) expect(tidied(path)).toMatch(/^\/[^/\\]/);
});

test('values that emails name end before punctuation, what a person typed does not', () => {
  expect(tidyQuery('?id=5)&q=a.')).toBe('?id=5&q=a.');
  expect(tidyQuery('?no=FB-7%E3%80%82&amp;view=mine')).toBe('?no=FB-7&view=mine');
});
