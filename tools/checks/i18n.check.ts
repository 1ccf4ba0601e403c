import { expect, test } from '@jest/globals';
import { i18nFaults } from './i18n.ts';

test('both languages have the same messages and all are used', () => {
  expect(i18nFaults()).toEqual([]);
});
