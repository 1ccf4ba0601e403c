import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { WORKING_DAY } from '@yunduo/validation';
import fc from 'fast-check';
import { calendarDays } from '../../db/schema/index.ts';
import { publicHolidays, seedCalendar } from '../../seed/review-calendar.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { calendarOfYear, dueAfter, dueAfterReturn, onUnknownYear, workingTimeBetween } from './clock.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());
afterEach(() => onUnknownYear(() => undefined));

/** A time in Shanghai. */
const at = (wall: string): Date => new Date(`${wall}:00+08:00`);

describe('[R4.04] an answer is promised within three working days', () => {
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
  test('counts no holiday: from the eve of National Day 2025 to the day after it', async () => {
    const [eve, after] = [at('2025-09-30T12:00'), at('2025-10-09T12:00')];
    expect(await workingTimeBetween(api.db, eve, after)).toBe(WORKING_DAY);
  });

  test('is nothing inside a holiday, and nothing backwards', async () => {
    expect(await workingTimeBetween(api.db, at('2026-10-02T08:00'), at('2026-10-06T20:00'))).toBe(0);
    expect(await workingTimeBetween(api.db, at('2026-11-20T08:00'), at('2026-11-18T08:00'))).toBe(0);
  });

  const moment = fc
    .date({ min: new Date('2025-01-01'), max: new Date('2026-12-01'), noInvalidDate: true })
    .map((date) => new Date(Math.floor(date.getTime() / 60_000) * 60_000));
  const amount = fc.integer({ min: 1, max: 20 * 24 * 60 }).map((minutes) => minutes * 60_000);

  test('what is due after so much working time is so much working time away, and not a moment less would do', async () => {
    await fc.assert(
      fc.asyncProperty(moment, amount, async (from, working) => {
        const due = await dueAfter(api.db, from, working);
        expect(await workingTimeBetween(api.db, from, due)).toBe(working);
        expect(await workingTimeBetween(api.db, from, new Date(due.getTime() - 1))).toBe(working - 1);
      }),
      { numRuns: 60 },
    );
  });

  test('adds up: two stretches, one after the other, are the whole', async () => {
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

  test('never grows when the clock starts later: an earlier submission is never due after a later one', async () => {
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

describe('while the developer has the turn the clock stands', () => {
  // Submitted on Monday at 10:00, returned on Tuesday at 10:00: two of three days are left.
  const promise = { dueAt: at('2026-11-19T10:00'), handedBackAt: at('2026-11-17T10:00') };

  test('a resubmission gets what was left, however long it took', async () => {
    const due = await dueAfterReturn(api.db, { ...promise, now: at('2026-12-07T10:00') });
    expect(due).toEqual(at('2026-12-09T10:00'));
  });

  test('one working day at least, also when the reviewer was late', async () => {
    for (const handedBackAt of [at('2026-11-19T09:00'), at('2026-11-25T10:00')]) {
      const due = await dueAfterReturn(api.db, { ...promise, handedBackAt, now: at('2026-12-11T16:00') });
      expect(due).toEqual(at('2026-12-14T16:00'));
    }
  });
});

describe('the calendar', () => {
  test('knows the years of the package, both languages, and what was worked in return', async () => {
    for (const year of [2025, 2026]) expect((await calendarOfYear(api.db, year)).length).toBeGreaterThan(20);
    const days = new Map(publicHolidays(2026, 2026).map((day) => [day.day, day]));
    expect(days.get('2026-10-01')).toMatchObject({
      working: false,
      name: { zh: '国庆节', en: 'National Day' },
    });
    expect(days.get('2026-10-10')).toMatchObject({ working: true, name: { zh: '国庆节调休上班' } });
    expect(days.has('2026-10-08')).toBe(false);
  });

  test('a second import changes nothing, and never what an operator set', async () => {
    expect(await seedCalendar(api.db)).toBe(0);
    const edited = { working: true, editedAt: api.clock.now() };
    await api.db
      .insert(calendarDays)
      .values({ day: '2024-10-02', name: { zh: '值班', en: 'On duty' }, ...edited })
      .onConflictDoUpdate({ target: calendarDays.day, set: edited });
    expect(await seedCalendar(api.db)).toBe(0);
  });

  test('a year that it does not know counts weekends only, and is told once', async () => {
    const listener = jest.fn();
    onUnknownYear(listener);
    // 1 October 2031 is a Wednesday, and its holidays are not yet published.
    expect(await dueAfter(api.db, at('2031-09-29T09:00'))).toEqual(at('2031-10-02T09:00'));
    await dueAfter(api.db, at('2031-10-01T09:00'));
    expect(listener.mock.calls).toEqual([['2031']]);
  });

  test('a year is asked for only when its days are counted', async () => {
    const listener = jest.fn();
    onUnknownYear(listener);
    await dueAfter(api.db, at('2026-12-21T09:00'));
    expect(listener).not.toHaveBeenCalled();
  });
});
