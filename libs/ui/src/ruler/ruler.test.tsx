import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { Ruler } from './ruler.tsx';

test('is one element, hidden from screen readers', () => {
  const { container } = render(<Ruler />);
  expect(container.querySelectorAll('*')).toHaveLength(1);
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
});
