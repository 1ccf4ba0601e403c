import { createRef } from 'react';
import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectAccessible } from '../testing.ts';
import { SearchInput, TextArea, TextInput } from './text-input.tsx';

test('accepts text and forwards its ref', async () => {
  const user = userEvent.setup();
  const ref = createRef<HTMLInputElement>();
  render(<TextInput ref={ref} aria-label="Name" />);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), '云舵 Yunduo');
  expect(ref.current?.value).toBe('云舵 Yunduo');
});

test('SearchInput has the searchbox role', async () => {
  const { container } = render(<SearchInput aria-label="Search the store" name="q" />);
  expect(screen.getByRole('searchbox', { name: 'Search the store' }).getAttribute('name')).toBe('q');
  await expectAccessible(container);
});

test('TextArea has 4 rows', async () => {
  const { container } = render(<TextArea aria-label="Description" defaultValue="one" />);
  expect(screen.getByRole('textbox', { name: 'Description' }).getAttribute('rows')).toBe('4');
  await expectAccessible(container);
});

test('free text runs in the direction of what is typed; addresses, codes and numbers keep the page’s', () => {
  render(
    <>
      <TextInput aria-label="Name" />
      <TextArea aria-label="Text" />
      <TextInput aria-label="Address" type="email" />
    </>,
  );
  const dir = (name: string) => screen.getByRole('textbox', { name }).getAttribute('dir');
  expect(['Name', 'Text', 'Address'].map(dir)).toEqual(['auto', 'auto', null]);
});
