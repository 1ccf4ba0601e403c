import { expect, test } from '@jest/globals';
import { moment } from './arguments.ts';

test.each([
  ['2026-12-01', '2026-11-30T16:00:00.000Z'],
  ['2026-12-01T08:00:00Z', '2026-12-01T08:00:00.000Z'],
  ['2026-12-01T00:30+08:00', '2026-11-30T16:30:00.000Z'],
  ['2028-02-29T23:59:59.5-05:00', '2028-03-01T04:59:59.500Z'],
])('moment reads %s', (text, read) => {
  expect(moment(text).toISOString()).toBe(read);
});

test.each([
  '',
  '2027-02-30',
  '2027-02-30T08:00:00Z',
  '2027-02-29T08:00:00+08:00',
  '2027-13-01T08:00:00Z',
  '2027-02-10T25:00Z',
  '2027-02-10T08:00',
  '2027-02-10 08:00Z',
  '0001-01-01',
  '+010000-01-01T00:00:00Z',
  '10 Feb 2027',
])('moment rejects %j', (text) => {
  expect(() => moment(text)).toThrow('A day (2026-12-01) or a moment with its zone');
});
