import { expect, jest, test } from '@jest/globals';
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { Screenshots } from './screenshots.tsx';

const items = ['List', 'Restore', 'Schedule'].map((alt) => ({
  src: `/${alt}.webp`,
  alt,
  width: 1280,
  height: 800,
}));

test('links each thumbnail to the full image, with its size in the markup', async () => {
  const { container } = render(<Screenshots label="Screenshots" items={items} />);
  expect(screen.getByRole('list', { name: 'Screenshots' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Restore' }).getAttribute('href')).toBe('/Restore.webp');
  expect(
    screen.getAllByRole('img').map((image) => [image.getAttribute('width'), image.getAttribute('loading')]),
  ).toEqual([
    ['1280', 'eager'],
    ['1280', 'eager'],
    ['1280', 'lazy'],
  ]);
  await expectAccessible(container);
});

test('opens the lightbox on click and leaves Ctrl+click to the browser', () => {
  const open = jest.fn();
  render(<Screenshots label="Screenshots" items={items} onOpen={open} />);
  const link = screen.getByRole('link', { name: 'Schedule' });
  fireEvent.click(link);
  expect(open).toHaveBeenCalledWith(2);
  const press = createEvent.click(link, { ctrlKey: true });
  // jsdom cannot navigate: the test asserts that the default was not prevented.
  document.addEventListener(
    'click',
    (event) => {
      expect(event.defaultPrevented).toBe(false);
      event.preventDefault();
    },
    { once: true },
  );
  fireEvent(link, press);
  expect(open).toHaveBeenCalledTimes(1);
});
