import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { Skeleton } from './skeleton.tsx';

test('says what is awaited and keeps the shape of its rows', async () => {
  const { container } = render(<Skeleton label="Loading apps" rows={3} />);
  expect(await screen.findByText('Loading apps')).toBe(screen.getByRole('status'));
  expect(container.querySelectorAll('[data-shape="row"] > i')).toHaveLength(3);
  await expectAccessible(container);
});

test('has no logo’s place in a paragraph', () => {
  const { container } = render(<Skeleton label="Loading" shape="text" />);
  expect(container.querySelectorAll('i')).toHaveLength(0);
});
