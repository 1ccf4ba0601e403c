import { createHash } from 'node:crypto';
import { expect, jest, test } from '@jest/globals';
import { sha256, solveSliderWork, type SliderWork } from '@yunduo/api-contract/proof-of-work';
import fc from 'fast-check';
import { beginSliderWork, solveWork, type WorkOrder } from './proof-of-work.ts';

const known = (text: string) => createHash('sha256').update(text).digest('hex');

test.each(['', 'abc', 'a'.repeat(55), 'a'.repeat(56), 'a'.repeat(64), 'a'.repeat(1000), '云舵'])(
  'sha256 of %j matches node:crypto',
  (text) => {
    expect(sha256(text)).toBe(known(text));
  },
);

test('sha256 of any text matches node:crypto', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) =>
      expect(sha256(text)).toBe(known(text)),
    ),
  );
});

const order = (number: number, changes: Partial<WorkOrder> = {}): WorkOrder => ({
  challenge_id: 'c1',
  algorithm: 'SHA-256',
  salt: 'f00d?expires=1&',
  challenge: known(`f00d?expires=1&${number}`),
  signature: 'sig',
  max_number: 2000,
  expires_in: 120,
  ...changes,
});
const pause = () => Promise.resolve();

test.each([0, 1, 1234, 2000])('solveWork finds the number %d', async (number) => {
  const proof = await solveWork(order(number), { pause });
  const { challenge, salt, algorithm, signature } = order(number);
  expect(JSON.parse(atob(proof ?? ''))).toEqual({ algorithm, challenge, number, salt, signature });
});

test('solveWork yields between slices and reports its progress', async () => {
  const breath = jest.fn(pause);
  const shares: number[] = [];
  await solveWork(order(1999), { pause: breath, onProgress: (share) => shares.push(share) });
  expect(shares).toEqual([0, 0.25, 0.5, 0.75]);
  expect(breath).toHaveBeenCalledTimes(4);
});

test('solveWork returns null for an unsolvable task or another algorithm', async () => {
  expect(await solveWork(order(5000), { pause })).toBeNull();
  expect(await solveWork(order(1, { algorithm: 'ARGON2ID' }), { pause })).toBeNull();
});

test('solveWork stops when its signal aborts', async () => {
  const controller = new AbortController();
  const shares: number[] = [];
  const onProgress = (share: number) => {
    shares.push(share);
    if (share > 0) controller.abort();
  };
  expect(await solveWork(order(1999), { pause, signal: controller.signal, onProgress })).toBeNull();
  expect(shares).toEqual([0, 0.25]);
});

const sliderWork: SliderWork = {
  algorithm: 'SHA-256',
  salt: '000102030405060708090a0b0c0d0e0f',
  target: 2 ** 32 / 50,
  parts: 3,
  parts_without_track: 8,
};

test('each part of the slider proof hashes below the target', async () => {
  const prove = beginSliderWork(sliderWork, { signal: new AbortController().signal, pause });
  const proof = await prove(8);
  const firstWords = (proof ?? '').split(',').map((number, part) => {
    const block = Buffer.alloc(24);
    Buffer.from(sliderWork.salt, 'hex').copy(block);
    block.writeUInt32BE(part, 16);
    block.writeUInt32BE(Number.parseInt(number, 36), 20);
    return createHash('sha256').update(block).digest().readUInt32BE(0);
  });
  expect(firstWords).toHaveLength(8);
  expect(firstWords.every((word) => word < sliderWork.target)).toBe(true);
  expect(proof).toBe(solveSliderWork(sliderWork, 8));
});

test('a shorter proof resolves as soon as its parts are solved', async () => {
  let resume = (): void => undefined;
  let slices = 0;
  // Each slice waits for the test.
  const held = () => {
    slices += 1;
    return new Promise<void>((resolve) => (resume = resolve));
  };
  const prove = beginSliderWork(
    { ...sliderWork, target: 2 ** 32 / 6000 },
    {
      signal: new AbortController().signal,
      pause: held,
    },
  );
  let short: string | null = null;
  let long: string | null = null;
  void prove(1).then((proof) => (short = proof));
  void prove(8).then((proof) => (long = proof));
  while (short === null) {
    resume();
    await Promise.resolve();
  }
  const slicesOfShort = slices;
  expect(long).toBeNull();
  while (long === null) {
    resume();
    await Promise.resolve();
  }
  expect(slices).toBeGreaterThan(slicesOfShort);
  expect((long as string).split(',')[0]).toBe(short);
});

test('an aborted slider proof stops at once, leaves no timer and resolves to null', async () => {
  jest.useFakeTimers();
  try {
    const controller = new AbortController();
    const listens = jest.spyOn(controller.signal, 'addEventListener');
    const leaves = jest.spyOn(controller.signal, 'removeEventListener');
    const prove = beginSliderWork({ ...sliderWork, target: 0 }, { signal: controller.signal });
    const proof = prove(3);
    await jest.advanceTimersByTimeAsync(10);
    expect(jest.getTimerCount()).toBe(1);
    // Only the pause of the remaining work listens for the abort.
    expect(listens.mock.calls.length).toBeGreaterThan(2);
    expect(listens.mock.calls.length - leaves.mock.calls.length).toBe(1);
    controller.abort();
    expect(jest.getTimerCount()).toBe(0);
    expect(await proof).toBeNull();
    expect(await prove(3)).toBeNull();
  } finally {
    jest.useRealTimers();
  }
});
