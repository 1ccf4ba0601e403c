import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { Skeleton } from './skeleton.tsx';

test('says what is awaited and keeps the shape of its rows', async () => {
  const { container } = render(<Skeleton label="Loading apps" rows={3} />);
  const status = screen.getByRole('status', { name: 'Loading apps' });
  expect(status.querySelectorAll('[data-shape="row"] > i')).toHaveLength(3);
  await expectAccessible(container);
});

test('has no logo’s place in a paragraph', () => {
  render(<Skeleton label="Loading" shape="text" />);
  expect(screen.getByRole('status').querySelectorAll('i')).toHaveLength(0);
});
