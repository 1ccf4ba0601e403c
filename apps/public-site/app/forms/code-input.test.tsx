import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { codeInput } from './code-input.ts';

function Form() {
  const [value, setValue] = useState('');
  const field = {
    name: 'code',
    value,
    onChange: ({ target }: { target: { value: string } }) => setValue(target.value),
  };
  return <input {...codeInput(field)} />;
}

test.each([
  [' 284309', '284309'],
  ['２８４３０９', '284309'],
  ['Your code: 284 309.', '284309'],
  ['28430911', '284309'],
])('[R5.05] keeps the digits of the pasted code %j', async (pasted, code) => {
  render(<Form />);
  const field = screen.getByRole<HTMLInputElement>('textbox');
  field.focus();
  await userEvent.paste(pasted);
  expect(field.value).toBe(code);
});
