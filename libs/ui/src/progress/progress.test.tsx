import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { Progress } from './progress.tsx';

test.each([
  [0.25, '0.25'],
  [-1, '0'],
  [7, '1'],
])('clamps a share of %s to %s', async (share, value) => {
  const { container } = render(<Progress label="Uploading" share={share} />);
  expect(screen.getByRole('progressbar', { name: 'Uploading' }).getAttribute('value')).toBe(value);
  await expectAccessible(container);
});

test('is indeterminate without a share', () => {
  render(<Progress label="Uploading" />);
  expect(screen.getByRole('progressbar').hasAttribute('value')).toBe(false);
});
