import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { Skeleton } from './skeleton.tsx';

test('announces its label and renders the given number of rows', async () => {
  const { container } = render(<Skeleton label="Loading apps" rows={3} />);
  expect(await screen.findByText('Loading apps')).toBe(screen.getByRole('status'));
  expect(container.querySelectorAll('[data-shape="row"] > i')).toHaveLength(3);
  await expectAccessible(container);
});

test('has no logo placeholder in the text shape', () => {
  const { container } = render(<Skeleton label="Loading" shape="text" />);
  expect(container.querySelectorAll('i')).toHaveLength(0);
});
