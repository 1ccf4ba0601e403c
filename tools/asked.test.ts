import { expect, test } from '@jest/globals';
import { among, count } from './asked.ts';

test.each([
  [[], [375, 1440]],
  [['1440'], [1440]],
  [
    ['1440', '375'],
    [375, 1440],
  ],
])('of what there is, %j asks for %j', (asked, found) => {
  expect(among([375, 1440], asked)).toEqual(found);
});

test.each([[['999']], [['375', '999']], [['']]])(
  '%j asks for something that there is not, and is refused',
  (asked) => {
    expect(() => among([375, 1440], asked)).toThrow('there is 375, 1440');
  },
);

test('a number of rounds is a whole one from 1 on', () => {
  expect(count('7')).toBe(7);
  for (const asked of ['', '0', '-1', '0.5', 'seven', 'Infinity'])
    expect(() => count(asked)).toThrow('whole number');
});
