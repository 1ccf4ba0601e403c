import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { Gauge } from './gauge.tsx';

test('points where it is told, by an attribute and not by a style', () => {
  const { container } = render(<Gauge bearing={120} />);
  expect(container.querySelector('path')?.getAttribute('transform')).toBe('rotate(120)');
  expect(container.querySelector('[style]')).toBeNull();
});

test('crosses out a round that was not made', () => {
  const { container } = render(<Gauge bearing={null} />);
  expect(container.querySelector('path')?.getAttribute('d')).toContain('-12-12');
});
