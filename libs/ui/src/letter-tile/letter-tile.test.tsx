import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { LetterTile } from './letter-tile.tsx';
import { tileOf } from './tile-of.ts';

test('uses the first letter or digit of the key', () => {
  const letters = ['nginx', 'redis', ' Swap-tuner', '7-zip', '-x', '应用', ''].map(
    (key) => tileOf(key).letter,
  );
  expect(letters).toEqual(['N', 'R', 'S', '7', 'X', '应', '?']);
});

test('assigns all 6 colours to keys with the same first letter', () => {
  const colours = Array.from({ length: 60 }, (_, index) => tileOf(`tool-${index}`).colour);
  expect(new Set(colours).size).toBe(6);
});

test('is one element without text, hidden from screen readers', () => {
  const { container } = render(<LetterTile appKey="nginx" className="big" />);
  expect(container.querySelectorAll('*')).toHaveLength(1);
  const tile = container.firstElementChild;
  expect(tile?.getAttribute('data-letter')).toBe('N');
  expect(tile?.getAttribute('aria-hidden')).toBe('true');
  expect([tile?.className, tile?.textContent]).toEqual(['letter-tile tile big', '']);
});
