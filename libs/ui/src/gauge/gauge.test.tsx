import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { Gauge } from './gauge.tsx';

test('rotates by an attribute, without a style attribute', () => {
  const { container } = render(<Gauge bearing={120} />);
  expect(container.querySelector('path')?.getAttribute('transform')).toBe('rotate(120)');
  expect(container.querySelector('[style]')).toBeNull();
});

test('renders a cross for a missing bearing', () => {
  const { container } = render(<Gauge bearing={null} />);
  expect(container.querySelector('path')?.getAttribute('d')).toContain('-12-12');
});
