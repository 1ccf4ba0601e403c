import { expect, test } from '@jest/globals';
import { changeOf, figuresOf, grouped, rangeOf, roundedUp, type Stats } from './figures.ts';

const series = (version: string | null, counts: number[]) => ({
  version_id: version === null ? null : counts.length,
  version,
  counts,
  total: counts.reduce((sum, count) => sum + count, 0),
});
const stats = (rows: Stats['series']): Stats => ({
  id: 1,
  from: '2026-11-20',
  to: '2026-11-21',
  by: 'version',
  total: rows.reduce((sum, { total }) => sum + total, 0),
  previous_total: 0,
  days: ['2026-11-20', '2026-11-21'],
  series: rows,
});

test('[R2.21] a range ends today in Shanghai, where tomorrow begins at four in the afternoon', () => {
  expect(rangeOf(7, Date.parse('2026-11-21T15:59:00Z'))).toEqual({ from: '2026-11-15', to: '2026-11-21' });
  expect(rangeOf(7, Date.parse('2026-11-21T16:00:00Z'))).toEqual({ from: '2026-11-16', to: '2026-11-22' });
});

test('[R2.21] the newest versions are told apart, the older ones go together, and nothing is lost', () => {
  const rows = ['5.0.0', '4.0.0', '3.0.0', '2.0.0', '1.0.0'].map((version) => series(version, [1, 2]));
  const { bands, sums, most } = figuresOf(stats([...rows, series(null, [10, 0])]));
  expect(bands.map(({ version, total }) => [version, total])).toEqual([
    ['5.0.0', 3],
    ['4.0.0', 3],
    ['3.0.0', 3],
    [null, 16],
  ]);
  expect(sums).toEqual([15, 10]);
  expect(most).toBe(15);
});

test.each([
  [0, 5],
  [5, 5],
  [12, 15],
  [37, 40],
  [101, 150],
  [998, 1000],
])('a scale for %p ends at %p', (most, top) => expect(roundedUp(most)).toBe(top));

test('numbers are grouped by thousands', () => {
  expect([0, 999, 1000, 12_846, 1_234_567].map(grouped)).toEqual([
    '0',
    '999',
    '1,000',
    '12,846',
    '1,234,567',
  ]);
});

test.each([
  [110, 100, { way: 'up', share: '10%' }],
  [98, 100, { way: 'down', share: '2.0%' }],
  [100, 100, { way: 'same', share: '0.0%' }],
  [5000, 1, { way: 'up', share: '499,900%' }],
  [3, 0, null],
] as const)('%p after %p', (total, before, change) => expect(changeOf(total, before)).toEqual(change));
