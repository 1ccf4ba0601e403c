import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectAccessible } from '../testing.ts';
import { CopyButtonView } from './copy-button.tsx';

const words = { idle: 'Copy command', copied: 'Copied', failed: 'Copy failed' };

test.each(['idle', 'copied', 'failed'] as const)('is named after its state: %s', async (state) => {
  const user = userEvent.setup();
  const copy = jest.fn();
  const { container } = render(<CopyButtonView state={state} words={words} onCopy={copy} />);
  await user.click(screen.getByRole('button', { name: words[state] }));
  expect(copy).toHaveBeenCalledTimes(1);
  await expectAccessible(container);
});

test('renders its label as text with withText', () => {
  render(<CopyButtonView state="idle" words={words} onCopy={jest.fn()} withText />);
  expect(screen.getByRole('button').textContent).toBe('Copy command');
});
