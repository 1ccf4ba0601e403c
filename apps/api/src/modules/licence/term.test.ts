import { LICENCE_PLANS, PLAN_MONTHS } from '@yunduo/validation';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { endOfMonths, endOfTerms, type Term } from './term.ts';

const DAY = 86_400_000;
const OFFSET = 8 * 3_600_000;
/** A time in Shanghai. */
const at = (text: string): Date => new Date(`${text}+08:00`);
/** The Shanghai local time of a moment. */
const shown = (moment: Date | null): string | null =>
  moment && new Date(moment.getTime() + OFFSET).toISOString().slice(0, 19).replace('T', ' ');

const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
const months = fc.constantFrom(1, 3, 6, 12);

describe('[R3.12] licence months', () => {
  test.each([
    ['2026-11-21T14:05:00', 1, '2026-12-21 23:59:59'],
    ['2026-11-21T00:00:00', 1, '2026-12-21 23:59:59'],
    ['2026-11-21T23:59:59', 1, '2026-12-21 23:59:59'],
    ['2026-11-22T00:00:00', 1, '2026-12-22 23:59:59'],
    ['2026-01-31T12:00:00', 1, '2026-02-28 23:59:59'],
    ['2028-01-31T12:00:00', 1, '2028-02-29 23:59:59'],
    ['2100-01-31T12:00:00', 1, '2100-02-28 23:59:59'],
    ['2028-02-29T12:00:00', 12, '2029-02-28 23:59:59'],
    ['2027-02-28T12:00:00', 12, '2028-02-28 23:59:59'],
    ['2026-08-31T12:00:00', 6, '2027-02-28 23:59:59'],
    ['2026-10-31T12:00:00', 1, '2026-11-30 23:59:59'],
    ['2026-12-31T23:30:00', 3, '2027-03-31 23:59:59'],
  ])('from %s in Shanghai, %i months: %s', (start, count, end) => {
    expect(shown(endOfMonths(at(start), count))).toBe(end);
  });

  test('follow Shanghai time, not UTC', () => {
    expect(shown(endOfMonths(new Date('2026-01-31T16:00:00Z'), 1))).toBe('2026-03-01 23:59:59');
    expect(shown(endOfMonths(new Date('2026-01-31T15:59:59Z'), 1))).toBe('2026-02-28 23:59:59');
  });

  test('end at 23:59:59 on the same day, or on the last day of a shorter month (property)', () => {
    fc.assert(
      fc.property(moment, months, (start, count) => {
        const end = endOfMonths(start, count);
        const [from, to] = [new Date(start.getTime() + OFFSET), new Date(end.getTime() + OFFSET)];
        const apart =
          (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
        expect(apart).toBe(count);
        const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
        expect(to.getUTCDate()).toBe(Math.min(from.getUTCDate(), lastDay));
        expect(to.toISOString().slice(11)).toBe('23:59:59.000Z');
        expect(end.getTime() - start.getTime()).toBeGreaterThanOrEqual(count * 28 * DAY - 1000);
      }),
    );
  });

  test('are monotonic in the start (property)', () => {
    fc.assert(
      fc.property(moment, moment, months, (one, other, count) => {
        const [sooner, later] = one <= other ? [one, other] : [other, one];
        expect(endOfMonths(sooner, count).getTime()).toBeLessThanOrEqual(endOfMonths(later, count).getTime());
      }),
    );
  });
});

describe('[R3.12] licence terms', () => {
  const paid = (plan: Term['plan'], text: string): Term => ({ plan, addedAt: at(text) });

  test('the first starts at the first bind, not at the purchase', () => {
    expect(shown(endOfTerms(at('2026-06-10T09:00:00'), [paid('m3', '2026-01-01T00:00:00')]))).toBe(
      '2026-09-10 23:59:59',
    );
  });

  test('a renewal before the expiry starts there, without losing the day of the month', () => {
    const started = at('2026-01-31T09:00:00');
    const first = paid('m1', '2026-01-30T09:00:00');
    expect(shown(endOfTerms(started, [first]))).toBe('2026-02-28 23:59:59');
    expect(shown(endOfTerms(started, [first, paid('m1', '2026-02-28T23:59:58')]))).toBe(
      '2026-03-31 23:59:59',
    );
    expect(
      shown(
        endOfTerms(started, [first, paid('m1', '2026-02-01T00:00:00'), paid('m1', '2026-03-30T00:00:00')]),
      ),
    ).toBe('2026-04-30 23:59:59');
  });

  test('a renewal after the expiry starts at its payment', () => {
    const started = at('2026-01-31T09:00:00');
    const first = paid('m1', '2026-01-30T09:00:00');
    expect(shown(endOfTerms(started, [first, paid('m1', '2026-02-28T23:59:59')]))).toBe(
      '2026-03-28 23:59:59',
    );
    const later = paid('m6', '2026-07-15T20:00:00');
    for (const terms of [
      [first, later],
      [later, first],
    ])
      expect(shown(endOfTerms(started, terms))).toBe('2027-01-15 23:59:59');
  });

  test('permanent never ends, alone or with other terms', () => {
    expect(endOfTerms(at('2026-01-31T09:00:00'), [paid('permanent', '2026-01-01T00:00:00')])).toBeNull();
    expect(
      endOfTerms(at('2026-01-31T09:00:00'), [
        paid('m1', '2026-01-01T00:00:00'),
        paid('permanent', '2026-02-03T00:00:00'),
      ]),
    ).toBeNull();
  });

  test('without a paid term the end equals the start', () => {
    const started = at('2026-01-31T09:00:00');
    expect(endOfTerms(started, [])).toEqual(started);
  });

  test('twelve monthly terms equal one yearly term (property)', () => {
    fc.assert(
      fc.property(moment, (started) => {
        const year = endOfTerms(started, [{ plan: 'm12', addedAt: started }]);
        const terms: Term[] = Array.from({ length: 12 }, () => ({ plan: 'm1', addedAt: started }));
        expect(endOfTerms(started, terms)).toEqual(year);
      }),
    );
  });

  test('an additional term adds at least the days of its months (property)', () => {
    const plan = fc.constantFrom(...LICENCE_PLANS.filter((name) => name !== 'permanent'));
    const terms = fc.array(fc.record({ plan, days: fc.integer({ min: 0, max: 400 }) }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(moment, terms, (started, drawn) => {
        let addedAt = started;
        const all = drawn.map(({ plan: name, days }, place): Term => {
          addedAt = new Date(addedAt.getTime() + (place === 0 ? 0 : days * DAY));
          return { plan: name, addedAt };
        });
        const before = all.length > 1 ? endOfTerms(started, all.slice(0, -1)) : null;
        const end = endOfTerms(started, all);
        const base = Math.max(before?.getTime() ?? 0, addedAt.getTime());
        const least = (PLAN_MONTHS[all.at(-1)?.plan ?? 'm1'] ?? 0) * 28 * DAY - DAY;
        expect((end?.getTime() ?? 0) - base).toBeGreaterThanOrEqual(least);
      }),
    );
  });
});
