import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { Tape } from './tape.tsx';

test('is one element that nobody hears', () => {
  const { container } = render(<Tape />);
  expect(container.querySelectorAll('*')).toHaveLength(1);
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
});
