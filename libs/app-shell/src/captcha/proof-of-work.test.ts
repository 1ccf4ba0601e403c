import { createHash } from 'node:crypto';
import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { solveWork, type WorkOrder } from './proof-of-work.ts';
import { sha256 } from './sha256.ts';

const known = (text: string) => createHash('sha256').update(text).digest('hex');

test.each(['', 'abc', 'a'.repeat(55), 'a'.repeat(56), 'a'.repeat(64), 'a'.repeat(1000), '云舵'])(
  'the hash of %j is SHA-256',
  (text) => {
    expect(sha256(text)).toBe(known(text));
  },
);

test('the hash of any text is SHA-256', () => {
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

test.each([0, 1, 1234, 2000])('the proof names the number %d', async (number) => {
  const proof = await solveWork(order(number), { pause });
  const { challenge, salt, algorithm, signature } = order(number);
  expect(JSON.parse(atob(proof ?? ''))).toEqual({ algorithm, challenge, number, salt, signature });
});

test('it breathes between small slices and tells how far it is', async () => {
  const breath = jest.fn(pause);
  const shares: number[] = [];
  await solveWork(order(1999), { pause: breath, onProgress: (share) => shares.push(share) });
  expect(shares).toEqual([0, 0.25, 0.5, 0.75]);
  expect(breath).toHaveBeenCalledTimes(4);
});

test('a task without a solution, or of another kind, gives none', async () => {
  expect(await solveWork(order(5000), { pause })).toBeNull();
  expect(await solveWork(order(1, { algorithm: 'ARGON2ID' }), { pause })).toBeNull();
});

test('it stops when nobody waits any more', async () => {
  const controller = new AbortController();
  const shares: number[] = [];
  const onProgress = (share: number) => {
    shares.push(share);
    if (share > 0) controller.abort();
  };
  expect(await solveWork(order(1999), { pause, signal: controller.signal, onProgress })).toBeNull();
  expect(shares).toEqual([0, 0.25]);
});
