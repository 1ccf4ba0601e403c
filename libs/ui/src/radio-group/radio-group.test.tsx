import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectAccessible } from '../testing.ts';
import { RadioGroup } from './radio-group.tsx';

const options = [
  { value: 'male', label: 'Male' },
  { value: 'female', label: 'Female' },
  { value: 'secret', label: 'Secret', hint: 'Nobody sees it' },
  { value: 'other', label: 'Other', disabled: true },
];

test('uncontrolled: selects by label and calls onChange', async () => {
  const user = userEvent.setup();
  const change = jest.fn();
  const { container } = render(
    <RadioGroup legend="Gender" name="gender" options={options} defaultValue="secret" onChange={change} />,
  );
  expect(screen.getByRole('radiogroup', { name: 'Gender' })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Secret/ }).checked).toBe(true);
  await user.click(screen.getByText('Female'));
  expect(change).toHaveBeenCalledWith('female');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Female' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Other' }).disabled).toBe(true);
  await expectAccessible(container);
});

test('controlled: keeps the given value and describes the group with its error', async () => {
  const user = userEvent.setup();
  const { container } = render(
    <RadioGroup
      id="gender"
      legend="Gender"
      name="gender"
      options={options}
      value="male"
      error="Choose one"
      hint="For the form of address"
    />,
  );
  await user.click(screen.getByText('Female'));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Male' }).checked).toBe(true);
  const group = screen.getByRole('radiogroup');
  expect(group.getAttribute('aria-invalid')).toBe('true');
  const described = String(group.getAttribute('aria-describedby')).split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'Choose one',
    'For the form of address',
  ]);
  expect(document.getElementById('gender')).toBe(screen.getByRole('radio', { name: 'Male' }));
  await expectAccessible(container);
});
