import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { apiError } from '../http/errors.ts';
import { StartError } from '../start-error.ts';
import type { Database } from './client.ts';

/** A replica that says what a test lets it say. */
const said = { identity: '7/16384', lsn: '0/100' as string | null };
const asked = jest.fn(async () => ({ rows: [{ ...said }] }));
const ended = jest.fn(async () => undefined);
const openPool = jest.fn(() => ({ query: asked, end: ended }));
jest.unstable_mockModule('./postgres.ts', () => ({ openPool }));
const { Lag, openReads, readsFrom } = await import('./replica.ts');
type Lag = InstanceType<typeof Lag>;

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

describe('Reads', () => {
  const now = { identity: '7/16384', lsn: '0/100', revision: 7 };
  const primary = { execute: jest.fn(async () => ({ rows: [now] })) };
  const database = (kind: Database['kind'] = 'postgres') => ({ kind, db: primary }) as unknown as Database;
  const lines: string[] = [];
  const log = {
    info: (text: string) => void lines.push(text),
    error: (_details: object, text: string) => void lines.push(text),
  };
  const open = () => openReads('postgres://replica/yunduo', database(), log);
  /** Which database a read gets. */
  const where = async ({ run }: Awaited<ReturnType<typeof open>>) =>
    run(async (db) => (db === (primary as unknown) ? 'primary' : 'replica'));

  beforeEach(() => {
    jest.useFakeTimers();
    lines.length = 0;
    Object.assign(said, { identity: '7/16384', lsn: '0/100' });
    for (const mock of [asked, ended, primary.execute]) mock.mockClear();
  });
  afterEach(() => void jest.useRealTimers());

  test('go to the one database without a replica', async () => {
    const reads = await openReads(null, database('pglite'), log);
    expect([await where(reads), reads.onReplica, reads.settledRevision(9)]).toEqual(['primary', false, 9]);
    expect(readsFrom(database().db).onReplica).toBe(false);
    await reads.close();
    await expect(openReads('postgres://x/y', database('pglite'), log)).rejects.toBeInstanceOf(StartError);
  });

  test('go to a replica that is near, for the revision that it certainly has', async () => {
    const reads = await open();
    expect([await where(reads), reads.onReplica]).toEqual(['replica', true]);
    expect([reads.settledRevision(9), reads.settledRevision(6)]).toEqual([7, 6]);
    expect(lines).toEqual(['the store is read from the replica']);
    await reads.close();
  });

  test.each([
    ['of another database', { identity: '8/16384' }, 1],
    ['that is no replica', { lsn: null }, 0],
    ['that is behind from the start', { lsn: '0/99' }, 0],
  ])('go to the primary beside one %s', async (_, lie, reported) => {
    Object.assign(said, lie);
    const reads = await open();
    expect([await where(reads), reads.onReplica]).toEqual(['primary', false]);
    expect(lines.filter((line) => line.includes('another database'))).toHaveLength(reported);
    await reads.close();
  });

  test('are repeated on the primary for what the replica lacks or interrupts, and fail for a fault', async () => {
    const reads = await open();
    const failing = (error: Error) =>
      reads.run(async (db) => {
        if (db === (primary as unknown)) return 'primary';
        throw error;
      });
    const conflict = Object.assign(new Error('canceling statement'), { code: '40001' });
    expect(await failing(apiError('APP_NOT_FOUND'))).toBe('primary');
    expect(await failing(conflict)).toBe('primary');
    expect(reads.onReplica).toBe(true);
    await expect(failing(apiError('VALIDATION_FAILED'))).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(failing(new Error('a fault'))).rejects.toThrow('a fault');
    // Gone: not asked again before it answers a look.
    const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
    expect([await failing(away), await where(reads), reads.onReplica]).toEqual(['primary', 'primary', false]);
    expect(lines.at(-1)).toBe('the replica is away or behind: the store is read from the primary');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await where(reads)).toBe('replica');
    await reads.close();
  });

  test('look at both every second, one look at a time, until they are closed', async () => {
    const reads = await open();
    asked.mockRejectedValueOnce(new Error('refused'));
    await jest.advanceTimersByTimeAsync(1_000);
    expect([asked.mock.calls.length, await where(reads)]).toEqual([2, 'primary']);
    const slow = Promise.withResolvers<{ rows: (typeof now)[] }>();
    primary.execute.mockReturnValueOnce(slow.promise);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(primary.execute).toHaveBeenCalledTimes(3);
    const closed = reads.close();
    await jest.advanceTimersByTimeAsync(0);
    // The pool is needed until the look is over.
    expect(ended).not.toHaveBeenCalled();
    slow.resolve({ rows: [now] });
    await closed;
    expect(ended).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(primary.execute).toHaveBeenCalledTimes(3);
  });

  test('go on without the primary’s word for a moment, then to the primary', async () => {
    const reads = await open();
    primary.execute.mockRejectedValue(new Error('away'));
    await jest.advanceTimersByTimeAsync(3_000);
    expect(reads.onReplica).toBe(true);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(reads.onReplica).toBe(false);
    primary.execute.mockResolvedValue({ rows: [now] });
    await reads.close();
  });
});
