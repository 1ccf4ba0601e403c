import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { EmptyState } from './empty-state.tsx';

test('invites the next step', async () => {
  const { container } = render(
    <EmptyState title="No applications yet" action={<a href="/new">New application</a>}>
      Publish your first one.
    </EmptyState>,
  );
  expect(screen.getByRole('heading', { level: 2, name: 'No applications yet' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'New application' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  await expectAccessible(container);
});

test('announces a failure and offers a way on', async () => {
  const { container } = render(
    <EmptyState
      failed
      as="h3"
      title="The list did not load"
      action={<button type="button">Try again</button>}
    />,
  );
  expect(screen.getByRole('alert').textContent).toContain('The list did not load');
  expect(screen.getByRole('heading', { level: 3 })).toBeTruthy();
  await expectAccessible(container);
});
