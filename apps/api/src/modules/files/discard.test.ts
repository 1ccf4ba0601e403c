import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testApp, type TestApp } from '../../testing/app.ts';
import { discardFiles, removeDiscarded } from './discard.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

test('a file that is discarded twice is deleted once', async () => {
  const name = 'avatars/a-picture.webp';
  await api.app.files.put(name, Buffer.from('x'));
  const discard = (names: string[]) => discardFiles(api.db, names, api.clock.now());
  await discard([name, name]);
  await discard([name]);
  expect(await removeDiscarded(api.app)).toBe(1);
  expect(await api.app.files.size(name)).toBeNull();
  expect(await removeDiscarded(api.app)).toBe(0);
});
