import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectAccessible } from '../testing.ts';
import { Checkbox } from './checkbox.tsx';

test('is checked by clicking its label', async () => {
  const user = userEvent.setup();
  const { container } = render(<Checkbox name="certified">Certified</Checkbox>);
  await user.click(screen.getByText('Certified'));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Certified' }).checked).toBe(true);
  await expectAccessible(container);
});

test('describes the checkbox with its error', async () => {
  const { container } = render(<Checkbox error="Please agree first">I agree</Checkbox>);
  const box = screen.getByRole('checkbox', { name: 'I agree' });
  expect(box.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(String(box.getAttribute('aria-describedby')))?.textContent).toBe(
    'Please agree first',
  );
  await expectAccessible(container);
});
