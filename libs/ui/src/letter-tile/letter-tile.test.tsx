import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { LetterTile } from './letter-tile.tsx';
import { tileOf } from './tile-of.ts';

test('has the first letter or digit of the key', () => {
  const letters = ['nginx', 'redis', ' Swap-tuner', '7-zip', '-x', '应用', ''].map(
    (key) => tileOf(key).letter,
  );
  expect(letters).toEqual(['N', 'R', 'S', '7', 'X', '应', '?']);
});

test('differs in colour between most apps that begin with one letter', () => {
  const colours = Array.from({ length: 60 }, (_, index) => tileOf(`tool-${index}`).colour);
  expect(new Set(colours).size).toBe(6);
});

test('is one element that nobody hears and no search of the page finds', () => {
  const { container } = render(<LetterTile appKey="nginx" className="big" />);
  expect(container.querySelectorAll('*')).toHaveLength(1);
  const tile = container.firstElementChild;
  expect(tile?.getAttribute('data-letter')).toBe('N');
  expect(tile?.getAttribute('aria-hidden')).toBe('true');
  expect([tile?.className, tile?.textContent]).toEqual(['tile big', '']);
});
