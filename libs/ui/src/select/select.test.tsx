import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectAccessible } from '../testing.ts';
import { Select } from './select.tsx';

test('is a native select', async () => {
  const user = userEvent.setup();
  const change = jest.fn();
  const { container } = render(
    <Select aria-label="Sort by" defaultValue="newest" onChange={(event) => change(event.target.value)}>
      <option value="newest">Newest</option>
      <option value="name">Name</option>
    </Select>,
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Name');
  expect(change).toHaveBeenCalledWith('name');
  await expectAccessible(container);
});
