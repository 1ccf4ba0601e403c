import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { WORKING_DAY } from '@yunduo/validation';
import fc from 'fast-check';
import { calendarDays } from '../../db/schema/index.ts';
import { publicHolidays, seedCalendar } from '../../seed/review-calendar.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import {
  calendarOfYear,
  dueAfter,
  dueAfterReturn,
  onUnknownYear,
  workingTimeBetween,
  workingTimesBetween,
} from './clock.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());
afterEach(() => onUnknownYear(() => undefined));

/** A time in Shanghai. */
const at = (wall: string): Date => new Date(`${wall}:00+08:00`);

describe('[R4.04] review due date, three working days after submission', () => {
  test.each([
    [
      'an ordinary week: the same time on the third working day after',
      '2026-11-17 15:00',
      '2026-11-20 15:00',
    ],
    ['over a weekend', '2026-11-19 10:00', '2026-11-24 10:00'],
    ['late in the evening', '2026-11-17 23:59', '2026-11-20 23:59'],
    [
      'on a Saturday: from Monday on, until the third working day ends',
      '2026-11-21 13:00',
      '2026-11-26 00:00',
    ],
    ['2025: Sunday 28 September was worked', '2025-09-26 15:00', '2025-09-30 15:00'],
    ['2025: National Day lies in between', '2025-09-29 15:00', '2025-10-10 15:00'],
    [
      '2025: submitted in the holiday, and Saturday the 11th was worked',
      '2025-10-03 11:00',
      '2025-10-12 00:00',
    ],
    ['2025: the Sunday before Spring Festival was worked', '2025-01-25 10:00', '2025-02-06 00:00'],
    ['2025: Spring Festival lies in between', '2025-01-27 09:00', '2025-02-07 09:00'],
    ['2025: the Saturday after Spring Festival was worked', '2025-02-06 18:00', '2025-02-10 18:00'],
    ['2026: National Day, and Saturday the 10th was worked', '2026-09-30 15:00', '2026-10-10 15:00'],
    ['2026: the Saturday before Spring Festival was worked', '2026-02-13 12:00', '2026-02-25 12:00'],
    ['2026: submitted in Spring Festival', '2026-02-18 08:00', '2026-02-27 00:00'],
    ['2026: New Year, and Sunday the 4th was worked', '2025-12-31 09:00', '2026-01-06 09:00'],
  ])('%s', async (_, submitted, due) => {
    expect((await dueAfter(api.db, at(submitted.replace(' ', 'T')))).toISOString()).toBe(
      at(due.replace(' ', 'T')).toISOString(),
    );
  });
});

describe('working time', () => {
  test('counts one working day across the National Day holiday 2025', async () => {
    const [eve, after] = [at('2025-09-30T12:00'), at('2025-10-09T12:00')];
    expect(await workingTimeBetween(api.db, eve, after)).toBe(WORKING_DAY);
  });

  test('is zero within a holiday and for reversed arguments', async () => {
    expect(await workingTimeBetween(api.db, at('2026-10-02T08:00'), at('2026-10-06T20:00'))).toBe(0);
    expect(await workingTimeBetween(api.db, at('2026-11-20T08:00'), at('2026-11-18T08:00'))).toBe(0);
  });

  test('of several intervals is that of each, in any order', async () => {
    const stretches = [
      { from: at('2026-11-18T08:00'), to: at('2026-11-18T20:00') },
      { from: at('2026-11-20T08:00'), to: at('2026-11-18T08:00') },
      { from: at('2026-11-18T20:00'), to: at('2026-11-18T08:00') },
      { from: at('2025-09-30T12:00'), to: at('2025-10-09T12:00') },
    ];
    expect(await workingTimesBetween(api.db, stretches)).toEqual([WORKING_DAY / 2, 0, 0, WORKING_DAY]);
  });

  const moment = fc
    .date({ min: new Date('2025-01-01'), max: new Date('2026-12-01'), noInvalidDate: true })
    .map((date) => new Date(Math.floor(date.getTime() / 60_000) * 60_000));
  const amount = fc.integer({ min: 1, max: 20 * 24 * 60 }).map((minutes) => minutes * 60_000);

  test('between start and due date equals the requested amount to the millisecond (property)', async () => {
    await fc.assert(
      fc.asyncProperty(moment, amount, async (from, working) => {
        const due = await dueAfter(api.db, from, working);
        expect(await workingTimeBetween(api.db, from, due)).toBe(working);
        expect(await workingTimeBetween(api.db, from, new Date(due.getTime() - 1))).toBe(working - 1);
      }),
      { numRuns: 60 },
    );
  });

  test('is additive over adjacent intervals (property)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(moment, moment, moment), async (moments) => {
        const [a, b, c] = moments.toSorted((left, right) => left.getTime() - right.getTime()) as [
          Date,
          Date,
          Date,
        ];
        const parts = (await workingTimeBetween(api.db, a, b)) + (await workingTimeBetween(api.db, b, c));
        expect(await workingTimeBetween(api.db, a, c)).toBe(parts);
      }),
      { numRuns: 40 },
    );
  });

  test('due date is monotonic in the start (property)', async () => {
    await fc.assert(
      fc.asyncProperty(moment, moment, async (one, other) => {
        const [first, second] = one <= other ? [one, other] : [other, one];
        expect((await dueAfter(api.db, first)).getTime()).toBeLessThanOrEqual(
          (await dueAfter(api.db, second)).getTime(),
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe('due date after a resubmission', () => {
  // Submitted on Monday at 10:00, returned on Tuesday at 10:00: two of three days are left.
  const promise = { dueAt: at('2026-11-19T10:00'), handedBackAt: at('2026-11-17T10:00') };

  test('is the working time that was left, however long the developer took', async () => {
    const due = await dueAfterReturn(api.db, { ...promise, now: at('2026-12-07T10:00') });
    expect(due).toEqual(at('2026-12-09T10:00'));
  });

  test('is at least one working day away, even if the reviewer was late', async () => {
    for (const handedBackAt of [at('2026-11-19T09:00'), at('2026-11-25T10:00')]) {
      const due = await dueAfterReturn(api.db, { ...promise, handedBackAt, now: at('2026-12-11T16:00') });
      expect(due).toEqual(at('2026-12-14T16:00'));
    }
  });
});

describe('holiday calendar', () => {
  test('contains 2025 and 2026 with names in both languages and make-up working days', async () => {
    for (const year of [2025, 2026]) {
      const dates = (await calendarOfYear(api.db, year)).map(({ day }) => day);
      expect(dates).toEqual(publicHolidays(year, year).map(({ day }) => day));
    }
    const days = new Map(publicHolidays(2026, 2026).map((day) => [day.day, day]));
    expect(days.get('2026-10-01')).toMatchObject({
      working: false,
      name: { zh: '国庆节', en: 'National Day' },
    });
    expect(days.get('2026-10-10')).toMatchObject({ working: true, name: { zh: '国庆节调休上班' } });
    expect(days.has('2026-10-08')).toBe(false);
  });

  test('is not changed by a second import, and keeps operator edits', async () => {
    expect(await seedCalendar(api.db)).toBe(0);
    const edited = { working: true, editedAt: api.clock.now() };
    await api.db
      .insert(calendarDays)
      .values({ day: '2024-10-02', name: { zh: '值班', en: 'On duty' }, ...edited })
      .onConflictDoUpdate({ target: calendarDays.day, set: edited });
    expect(await seedCalendar(api.db)).toBe(0);
  });

  test('falls back to weekends for an unknown year and reports it once', async () => {
    const listener = jest.fn();
    onUnknownYear(listener);
    // 1 October 2031 is a Wednesday, and its holidays are not yet published.
    expect(await dueAfter(api.db, at('2031-09-29T09:00'))).toEqual(at('2031-10-02T09:00'));
    await dueAfter(api.db, at('2031-10-01T09:00'));
    expect(listener.mock.calls).toEqual([['2031']]);
    // A listener registered later hears of the year again, and a span across it counts as a deadline does.
    const next = jest.fn();
    onUnknownYear(next);
    await workingTimeBetween(api.db, at('2031-09-29T09:00'), at('2031-10-02T09:00'));
    expect(next.mock.calls).toEqual([['2031']]);
  });

  test('reports an unknown year only when its days are counted', async () => {
    const listener = jest.fn();
    onUnknownYear(listener);
    await dueAfter(api.db, at('2026-12-21T09:00'));
    expect(listener).not.toHaveBeenCalled();
    // The first deadline behind the turn of the year, although its own year has been looked at.
    expect(await dueAfter(api.db, at('2026-12-30T09:00'))).toEqual(at('2027-01-04T09:00'));
    expect(listener.mock.calls).toEqual([['2027']]);
  });
});
