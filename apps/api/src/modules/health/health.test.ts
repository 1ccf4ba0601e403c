import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { health } from '@yunduo/api-contract';
import { publicHolidays, seedCalendar } from '../../db/seed/review-calendar.ts';
import { testApp, type TestApp } from '../../testing/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

test('says that it lives and that it is ready', async () => {
  expect((await api.call(health.live, undefined)).data).toEqual({ status: 'ok' });
  expect((await api.call(health.ready, undefined)).data).toEqual({
    status: 'ok',
    database: true,
    mail: true,
    storage: true,
    // Nobody has imported a calendar into an empty database.
    calendar: false,
  });
});

test('the calendar of reviews must know this year, and the coming one from December on', async () => {
  await seedCalendar(api.db, publicHolidays(2026, 2026));
  const known = async () => (await api.call(health.ready, undefined)).data.calendar;
  api.clock.set(new Date('2026-11-30T15:59:59Z'));
  expect(await known()).toBe(true);
  const logged = jest.spyOn(api.app.log, 'warn');
  expect(await api.app.jobs.runDue()).toMatchObject({ calendar_coverage: 0 });
  expect(logged).not.toHaveBeenCalled();
  // Midnight in Shanghai.
  api.clock.advance(1_000);
  expect(await known()).toBe(false);
  api.clock.advance(86_400_000);
  expect(await api.app.jobs.runDue()).toMatchObject({ calendar_coverage: 1 });
  expect(logged.mock.calls).toContainEqual([{ year: 2027 }, expect.stringContaining('ops calendar import')]);
  const day = { day: '2027-01-01', working: false, name: { zh: '元旦', en: 'New Year' } };
  await seedCalendar(api.db, [day]);
  expect(await known()).toBe(true);
});
