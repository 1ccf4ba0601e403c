import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectAccessible } from '../testing.ts';
import { PasswordInput } from './password-input.tsx';

const words = { show: 'Show password', hide: 'Hide password' };

test('toggles visibility and its label, with focus kept in the field', async () => {
  const user = userEvent.setup();
  const { container } = render(
    <PasswordInput words={words} aria-label="Password" autoComplete="new-password" />,
  );
  const input = screen.getByLabelText('Password');
  await user.type(input, 'Yunduo2026');
  expect(input.getAttribute('type')).toBe('password');
  const drawing = () => container.querySelector('path')?.getAttribute('d');
  const before = drawing();
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(input.getAttribute('type')).toBe('text');
  expect(drawing()).not.toBe(before);
  expect(document.activeElement).toBe(input);
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(input.getAttribute('type')).toBe('password');
  await expectAccessible(container);
});
