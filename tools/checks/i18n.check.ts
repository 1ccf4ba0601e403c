import { expect, test } from '@jest/globals';
import { i18nFaults } from './i18n.ts';

test('the words of both languages agree, and each is used', () => {
  expect(i18nFaults()).toEqual([]);
});
