import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { throttles } from '../../db/schema/index.ts';
import { onPostgres } from '../../testing/environment.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { giveTurnBack, requireTurn, takeTurn } from './throttle.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const MINUTE = 60_000;
const limits = [
  { count: 1, window: MINUTE },
  { count: 3, window: 60 * MINUTE },
];
const take = (key: string): Promise<number | null> => takeTurn(api.db, key, api.clock.now(), limits);

describe('Throttle', () => {
  test('rejects a second turn within the window, and returns the wait', async () => {
    expect(await take('a')).toBeNull();
    api.clock.advance(20_000);
    expect(await take('a')).toBe(40_000);
    api.clock.advance(40_000);
    expect(await take('a')).toBeNull();
  });

  test('applies every limit to a sliding window', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await take('b')).toBeNull();
      api.clock.advance(10 * MINUTE);
    }
    expect(await take('b')).toBe(30 * MINUTE);
    // Kept as long as its last turn counts: 10 minutes of the longest window have passed since.
    const [row] = await api.db.select().from(throttles).where(eq(throttles.key, 'b'));
    expect(row?.expiresAt).toEqual(new Date(api.clock.now().getTime() + 50 * MINUTE));
    api.clock.advance(30 * MINUTE);
    expect(await take('b')).toBeNull();
    expect(await take('b')).toBe(10 * MINUTE);
  });

  test('counts each key separately, and does not count a returned turn', async () => {
    expect(await take('c')).toBeNull();
    expect(await take('d')).toBeNull();
    await giveTurnBack(api.db, 'c', api.clock.now());
    expect(await take('c')).toBeNull();
    expect(await take('c')).toBe(MINUTE);
  });

  test('can be checked without taking a turn', async () => {
    const ask = () => requireTurn(api.db, 'e', api.clock.now(), limits);
    for (let turn = 0; turn < 5; turn += 1) await expect(ask()).resolves.toBeUndefined();
    expect(await take('e')).toBeNull();
    await expect(ask()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 60 });
    api.clock.advance(MINUTE);
    await expect(ask()).resolves.toBeUndefined();
  });

  (onPostgres ? test : test.skip)('grants one turn to twenty concurrent callers', async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => take('race')));
    expect(waits.filter((wait) => wait === null)).toHaveLength(1);
  });
});
