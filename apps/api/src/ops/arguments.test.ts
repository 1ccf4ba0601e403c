import { expect, test } from '@jest/globals';
import { email, line, moment, oneOf, wholeNumber, year } from './arguments.ts';

test('a whole number has one to nine digits and starts at 1, a year has four from 1970', () => {
  expect(['1', '007', '999999999'].map(wholeNumber)).toEqual([1, 7, 999_999_999]);
  for (const wrong of ['', '0', '-1', '1.5', '1e3', ' 1', '1000000000', '９'])
    expect(() => wholeNumber(wrong)).toThrow('A whole number from 1 is needed.');
  expect(['1970', '2026'].map(year)).toEqual([1970, 2026]);
  for (const wrong of ['', '1969', '226', '20260', '2e26'])
    expect(() => year(wrong)).toThrow('A year such as 2026 is needed.');
});

test('an address is read as accounts have it, a line without blanks around it, up to its limit', () => {
  expect(email(' Ops@Example.COM ')).toBe('ops@example.com');
  expect(() => email('ops')).toThrow('An email address is needed.');
  expect(['abcde', ' abcde ', '😀'.repeat(5)].map(line(5))).toEqual(['abcde', 'abcde', '😀'.repeat(5)]);
  for (const wrong of ['', ' ', 'abcdef', 'a\u0007b'])
    expect(() => line(5)(wrong)).toThrow('Enter one line of up to 5 characters.');
  expect(oneOf(['zh', 'en'])('en')).toBe('en');
  expect(() => oneOf(['zh', 'en'])('fr')).toThrow('One of zh, en is needed.');
});

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
