import { expect, test } from '@jest/globals';
import { inShell } from '@yunduo/app-shell/testing';
import { developerTerms } from '@yunduo/i18n/en/developer-terms';
import { en } from '@yunduo/i18n-developer-console/en';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { SizeField, sizeText } from './size-field.tsx';

function Form() {
  const [size, setSize] = useState(0);
  return (
    <>
      <SizeField size={size} error={undefined} onChange={setSize} />
      <output>{size}</output>
    </>
  );
}

test.each([
  ['12.5', '12.5', 12_500_000],
  ['12,5', '12.5', 12_500_000],
  ['１２。５', '12.5', 12_500_000],
  ['1,234.5', '1234.5', 1_234_500_000],
  ['12.5 MB', '12.5', 12_500_000],
  ['3.', '3.', 3_000_000],
  ['1.2.3', '1.23', 1_230_000],
  ['large', '', 0],
])('a size pasted as %s is shown as %s and stored as %d bytes', async (pasted, shown, bytes) => {
  const view = inShell(<Form />, { locale: 'en', words: { ...en, developerTerms }, path: '/en' });
  render(view.element);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Package size (MB)' });
  await userEvent.click(field);
  await userEvent.paste(pasted);
  expect(field.value).toBe(shown);
  expect(screen.getByRole('status').textContent).toBe(String(bytes));
});

test.each([
  [0, ''],
  [104_857_600, '104.86'],
  [5_000, '0.01'],
  [4_096, '0.004096'],
  [1, '0.000001'],
])('a package of %d bytes, measured from its file, is shown as %s megabytes', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
