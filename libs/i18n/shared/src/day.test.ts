import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { dayOf, deadlineOf, momentOf, shanghaiDay } from './day.ts';

test.each([
  // The day changes at 16:00 UTC.
  ['2026-11-18T15:59:59.999Z', '2026年11月18日', '18\u00a0Nov\u00a02026', '23:59', '2026-11-18'],
  ['2026-11-18T16:00:00.000Z', '2026年11月19日', '19\u00a0Nov\u00a02026', '00:00', '2026-11-19'],
  ['2024-02-28T20:05:00.000Z', '2024年2月29日', '29\u00a0Feb\u00a02024', '04:05', '2024-02-29'],
])('formats %s in Shanghai time', (moment, zh, en, time, day) => {
  expect(shanghaiDay(new Date(moment))).toBe(day);
  expect(dayOf(moment, 'zh')).toBe(zh);
  expect(dayOf(moment, 'en')).toBe(en);
  expect(momentOf(moment, 'zh')).toBe(`${zh} ${time}`);
  expect(momentOf(moment, 'en')).toBe(`${en}, ${time}`);
});

test('deadlineOf names the Beijing time zone in English', () => {
  expect(deadlineOf('2026-11-18T01:05:00.000Z', 'en')).toBe('18\u00a0Nov\u00a02026, 09:05 (Beijing time)');
  expect(deadlineOf('2026-11-18T01:05:00.000Z', 'zh')).toBe('2026年11月18日 09:05');
});

test('dayOf agrees with Intl.DateTimeFormat', () => {
  const zh = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', dateStyle: 'long' });
  const dates = fc.date({ min: new Date('1992-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(fc.property(dates, (date) => dayOf(date.toISOString(), 'zh') === zh.format(date)));
});
