import { useState } from 'react';
import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectAccessible } from '../testing.ts';
import { LightboxView } from './lightbox.tsx';

const items = ['List', 'Restore', 'Schedule'].map((alt) => ({
  src: `/${alt}.webp`,
  alt,
  width: 1280,
  height: 800,
}));

function Box({ onClose = () => undefined, first = 0 }: { onClose?: () => void; first?: number }) {
  const [index, setIndex] = useState(first);
  return (
    <LightboxView
      words={{
        label: 'Screenshots',
        close: 'Close',
        previous: 'Previous',
        next: 'Next',
        position: `${index + 1} of ${items.length}`,
      }}
      items={items}
      index={index}
      onIndex={setIndex}
      onClose={onClose}
      zIndex={2003}
    />
  );
}
const shown = () => screen.getByRole('img').getAttribute('alt');

test('pages by button and arrow keys and announces the position', async () => {
  const user = userEvent.setup();
  render(<Box />);
  expect(screen.getByRole('dialog', { name: 'Screenshots' }).style.zIndex).toBe('2003');
  // Visible focus from the first key on.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(shown()).toBe('Restore');
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(shown()).toBe('Schedule');
  expect(screen.getByRole('status').textContent).toBe('3 of 3');
  expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{ArrowLeft}');
  expect(shown()).toBe('Restore');
  const previous = screen.getByRole('button', { name: 'Previous' });
  expect(previous.getAttribute('aria-disabled')).toBe('false');
  await user.click(previous);
  await user.click(previous);
  expect(shown()).toBe('List');
  expect(previous.getAttribute('aria-disabled')).toBe('true');
  await expectAccessible(document.body);
});

test('shows nothing for a picture that is not in the series any more', () => {
  render(<Box first={3} />);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('closes by Escape and by its close button', async () => {
  const user = userEvent.setup();
  const close = jest.fn();
  render(<Box onClose={close} />);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(close).toHaveBeenCalledTimes(2);
});
