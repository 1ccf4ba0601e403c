import { describe, expect, test } from '@jest/globals';
import { Lag } from './replica.ts';

const lag = (...looks: [at: number, primary: string, replica: string | null, revision?: number][]): Lag => {
  const both = new Lag();
  for (const [at, primary, replica, revision = 1] of looks) {
    both.primarySaid(at, '7/16384', primary, revision);
    both.replicaSaid(at, '7/16384', replica);
  }
  return both;
};

describe('Replica', () => {
  test('at the primary’s position is near, also when nothing is written', () => {
    const both = lag([0, '0/100', '0/100'], [1000, '0/100', '0/100'], [60_000, '0/100', '0/100']);
    expect(both.isNear(60_500)).toBe(true);
  });

  test('may be behind by a moment only', () => {
    const moving = lag([0, '0/100', '0/100'], [1000, '0/200', '0/100'], [2000, '0/300', '0/200']);
    expect(moving.isNear(2500)).toBe(true);
    const late = lag([0, '0/100', '0/100'], [2000, '0/200', '0/100'], [4000, '0/300', '0/100']);
    expect(late.isNear(4000)).toBe(false);
    const paused = lag([0, '0/100', '0/100'], [3000, '0/200', '0/100']);
    expect([paused.isNear(3000), paused.isNear(3001)]).toEqual([true, false]);
  });

  test('positions are compared across log segments', () => {
    expect(lag([0, 'F/FFFFFF00', '10/0']).isNear(0)).toBe(true);
    expect(lag([0, '10/0', 'F/FFFFFF00']).isNear(0)).toBe(false);
  });

  test('of another database or cluster is not near at any position', () => {
    const both = new Lag();
    both.primarySaid(0, '7/16384', '0/100', 1);
    for (const other of ['7/16999', '8/16384']) {
      both.replicaSaid(0, other, '0/100');
      expect(both.isOther).toBe(true);
      expect(both.isNear(0)).toBe(false);
    }
    both.replicaSaid(0, '7/16384', '0/100');
    expect(both.isOther).toBe(false);
    expect(both.isNear(0)).toBe(true);
  });

  test('that is away, is no replica or stopped reporting is not near', () => {
    expect(lag([0, '0/100', null]).isNear(0)).toBe(false);
    const silent = lag([0, '0/100', '0/100']);
    expect([silent.isNear(2000), silent.isNear(2001)]).toEqual([true, false]);
    expect(new Lag().isNear(0)).toBe(false);
  });
});

describe('Settled revision', () => {
  test('is returned once every replica in use has it', () => {
    const both = lag([0, '0/1', '0/1', 7], [1000, '0/2', '0/2', 8], [2000, '0/3', '0/3', 8]);
    expect(both.settledRevision(2000)).toBe(7);
    expect(both.settledRevision(4999)).toBe(7);
    expect(both.settledRevision(5000)).toBe(8);
  });

  test('is kept until a newer one has settled', () => {
    const both = lag(
      ...[0, 1, 2, 3, 4, 5, 6, 7].map((n): [number, string, string, number] => [n * 1000, '0/1', '0/1', n]),
    );
    expect(both.settledRevision(7000)).toBe(3);
    expect(new Lag().settledRevision(0)).toBeUndefined();
  });
});
