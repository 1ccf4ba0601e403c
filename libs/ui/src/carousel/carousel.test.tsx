import { expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectAccessible } from '../testing.ts';
import { Carousel } from './carousel.tsx';

const slides = ['bash', 'docker', 'image'].map((id) => ({ id, label: id, content: <p>{`With ${id}`}</p> }));
const words = { previous: 'Previous', next: 'Next' };

function show() {
  const rendered = render(<Carousel label="Self-hosting" slides={slides} words={words} />);
  const deck = screen.getByRole('list', { name: 'Self-hosting' });
  Object.defineProperty(deck, 'clientWidth', { value: 400 });
  const scrollTo = jest.fn<(options: ScrollToOptions) => void>();
  Object.defineProperty(deck, 'scrollTo', { value: scrollTo });
  return { ...rendered, deck, scrollTo };
}
const current = () => screen.getAllByRole('button', { current: true }).map((button) => button.textContent);

test('pages by ruler and arrows and stops at both ends', async () => {
  const user = userEvent.setup();
  const { scrollTo, container } = show();
  expect(current()).toEqual(['bash']);
  expect(screen.getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'image' }));
  expect(current()).toEqual(['image']);
  expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(scrollTo.mock.calls.map(([options]) => options.left)).toEqual([800, 800, 400]);
  expect(current()).toEqual(['docker']);
  await expectAccessible(container);
});

test('updates the current slide on swipe', () => {
  const { deck } = show();
  deck.scrollLeft = 790;
  fireEvent.scroll(deck);
  expect(current()).toEqual(['image']);
});

test('removes its scroll listener on unmount', () => {
  const { deck, unmount } = show();
  const removed = jest.spyOn(deck, 'removeEventListener');
  unmount();
  expect(removed).toHaveBeenCalledWith('scroll', expect.any(Function));
});
