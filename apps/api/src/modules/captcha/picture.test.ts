import * as crypto from 'node:crypto';
import { expect, jest, test } from '@jest/globals';

test('a picture drawn with known numbers in place of random ones is the recorded one: look at it after a change', async () => {
  let last = 7;
  const random = (): number => (last = (last * 48_271) % 2_147_483_647) / 2_147_483_647;
  jest.spyOn(Math, 'random').mockImplementation(random);
  jest.unstable_mockModule('node:crypto', () => ({
    ...crypto,
    randomInt: (min: number, max?: number) =>
      max === undefined ? Math.floor(random() * min) : min + Math.floor(random() * (max - min)),
    randomBytes: (size: number) => Uint8Array.from({ length: size }, () => random() * 256),
  }));
  const { drawPicture } = await import('./picture.ts');
  expect(await drawPicture()).toMatchSnapshot();
});
