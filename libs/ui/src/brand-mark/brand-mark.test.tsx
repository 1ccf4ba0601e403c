import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { BrandMark } from './brand-mark.tsx';

test('has width and height attributes and is hidden from screen readers', () => {
  const { container } = render(<BrandMark />);
  const mark = container.querySelector('svg');
  expect([mark?.getAttribute('width'), mark?.getAttribute('height')]).toEqual(['28', '28']);
  expect(mark?.getAttribute('aria-hidden')).toBe('true');
});
