import { afterEach, expect, jest, test } from '@jest/globals';
import { Findings, percentile } from './statistics.ts';

const lines: string[] = [];
jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
afterEach(() => {
  lines.length = 0;
  Findings.skipped = 0;
});

test('a claim that cannot be tested counts as skipped, not as held', () => {
  const findings = new Findings();
  findings.check(true, 'mail away');
  findings.skip('disk full: mounting a small disk needs root');
  expect(lines).toEqual(['held      mail away', 'skipped   disk full: mounting a small disk needs root']);
  expect({ skipped: Findings.skipped, good: findings.good }).toEqual({ skipped: 1, good: true });
});

test('one claim that does not hold fails the run, whatever holds after it', () => {
  const findings = new Findings();
  findings.check(false, 'no order twice');
  findings.check(true, 'no mail twice');
  expect(lines).toEqual(['NOT HELD  no order twice', 'held      no mail twice']);
  expect(findings.good).toBe(false);
});

test('a percentile is a value of the sample', () => {
  const values = [5, 1, 4, 2, 3];
  expect([0, 50, 99, 100].map((part) => percentile(values, part))).toEqual([1, 3, 5, 5]);
  expect(percentile([], 50)).toBeNaN();
});
