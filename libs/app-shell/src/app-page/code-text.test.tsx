import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { CodeText } from './code-text.tsx';

test('renders text in backticks as code and the rest as plain text', () => {
  const { container } = render(<CodeText text="`save` keeps `a b`, not `` or a last one <b>" />);
  expect(container.textContent).toBe('save keeps a b, not `` or a last one <b>');
  expect(
    [...container.querySelectorAll('code')].map((code) => [code.textContent, code.getAttribute('translate')]),
  ).toEqual([
    ['save', 'no'],
    ['a b', 'no'],
  ]);
});
