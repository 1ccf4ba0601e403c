import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { EmptyState } from './empty-state.tsx';

test('renders a heading and the next action', async () => {
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

test('announces a failure and offers a retry', async () => {
  const { container } = render(
    <EmptyState
      failed
      as="h3"
      title="The list did not load"
      action={<button type="button">Try again</button>}
    />,
  );
  const alert = screen.getByRole('alert');
  expect(alert.contains(await screen.findByRole('heading', { level: 3 }))).toBe(true);
  expect(alert.textContent).toContain('The list did not load');
  expect(container.querySelector('p:empty')).toBeNull();
  await expectAccessible(container);
});
