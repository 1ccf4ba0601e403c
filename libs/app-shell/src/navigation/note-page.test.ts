import { beforeEach, expect, test } from '@jest/globals';
import { notePage } from './note-page.ts';

const go = (address: string): void => history.pushState(null, '', address);
beforeEach(() => go('/user?panel=order-info'));

test('returns whether the visitor is still on the same page and panel', () => {
  const here = notePage();
  expect(here()).toBe(true);
  go('/user?panel=order-info#payment');
  expect(here()).toBe(true);
  go('/user?panel=my-codes');
  expect(here()).toBe(false);
  history.replaceState(null, '', '/user?panel=order-info');
  expect(here()).toBe(true);
});

test('with ’path’ ignores the query', () => {
  const here = notePage('path');
  go('/user?panel=my-codes');
  expect(here()).toBe(true);
  go('/store');
  expect(here()).toBe(false);
});
