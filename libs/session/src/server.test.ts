/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { browserStorage, forgetWritten, tabStorage, tokenStorage } from './index.ts';

test('the server, whose memory all users share, stores nothing', () => {
  tokenStorage.saveToken('yd_1');
  for (const storage of [browserStorage, tabStorage]) {
    expect(storage.set('typed:1', '{}')).toBe(false);
    expect([storage.get('typed:1'), storage.keys(), storage.isForgetful('typed:1')]).toEqual([
      null,
      [],
      false,
    ]);
  }
  expect(tokenStorage.token()).toBe('');
  expect(forgetWritten).not.toThrow();
});
