import { expect, test } from '@jest/globals';
import {
  changeOf,
  conversionOf,
  datesOf,
  figuresOf,
  grouped,
  rangeOf,
  ticksOf,
  type Stats,
} from './figures.ts';

const version = (name: string, counts: number[]): Stats['versions'][number] => ({
  version_id: 1,
  version: name,
  counts,
  total: counts.reduce((sum, count) => sum + count, 0),
});
const stats = (versions: Stats['versions'], downloads: number[]): Stats => ({
  app_id: 1,
  from: '2026-11-20',
  to: '2026-11-21',
  days: ['2026-11-20', '2026-11-21'],
  totals: { views: 3, saves: 0, downloads: downloads.reduce((sum, count) => sum + count, 0) },
  previous: { views: 0, saves: 0, downloads: 0 },
  views: [1, 2],
  saves: [0, 0],
  downloads,
  apps: [],
  versions,
});

test('[R2.21] a range ends today in Shanghai time', () => {
  expect(rangeOf(7, Date.parse('2026-11-21T15:59:00Z'))).toEqual({ from: '2026-11-15', to: '2026-11-21' });
  expect(rangeOf(7, Date.parse('2026-11-21T16:00:00Z'))).toEqual({ from: '2026-11-16', to: '2026-11-22' });
});

test('[R2.21] shows the newest versions separately and sums the older ones', () => {
  const rows = ['5.0.0', '4.0.0', '3.0.0', '2.0.0', '1.0.0'].map((name) => version(name, [1, 2]));
  const { bands, sums, most } = figuresOf(stats(rows, [15, 10]), 'downloads');
  expect(bands.map(({ name, total }) => [name, total])).toEqual([
    ['5.0.0', 3],
    ['4.0.0', 3],
    ['3.0.0', 3],
    [null, 16],
  ]);
  expect(sums).toEqual([15, 10]);
  expect(most).toBe(15);
  expect(figuresOf(stats(rows, [15, 10]), 'views')).toMatchObject({ bands: [], sums: [1, 2], most: 2 });
});

test('[R2.21] a version without downloads is none of the three shown separately, and scales nothing', () => {
  const rows = [
    version('5.0.0', [0, 0]),
    ...['4.0.0', '3.0.0', '2.0.0'].map((name) => version(name, [1, 2])),
  ];
  const { bands } = figuresOf(stats(rows, [3, 6]), 'downloads');
  expect(bands.map(({ name }) => name)).toEqual(['4.0.0', '3.0.0', '2.0.0']);
  expect(figuresOf(stats([], [0, 0]), 'downloads').most).toBe(0);
});

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [12, [0, 5, 10, 15]],
  [37, [0, 10, 20, 30, 40]],
  [101, [0, 50, 100, 150]],
  [998, [0, 200, 400, 600, 800, 1000]],
])('ticksOf %p is %p', (most, ticks) => expect(ticksOf(most)).toEqual(ticks));

test.each([
  [2, [0, 1]],
  [6, [0, 1, 3, 4, 5]],
  [7, [0, 2, 3, 5, 6]],
  [30, [0, 7, 15, 22, 29]],
])('of %p days these are labelled: %p', (days, places) =>
  expect(datesOf(Array.from({ length: days }, () => ''))).toEqual(places),
);

test('conversionOf divides downloads by views, null without views', () => {
  expect(conversionOf({ views: 8, downloads: 1 })).toBe('12.5%');
  expect(conversionOf({ views: 0, downloads: 1 })).toBeNull();
});

test('groups thousands', () => {
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
] as const)('changeOf %p and %p', (total, before, change) => expect(changeOf(total, before)).toEqual(change));
