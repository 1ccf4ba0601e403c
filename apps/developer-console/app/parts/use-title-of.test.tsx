import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { useTitleOf } from './use-title-of.ts';

function Page({ name }: { name: string }) {
  useTitleOf(name);
  return null;
}

test('prefixes the title with the name, follows it and restores it on unmount', () => {
  document.title = 'Versions and review';
  const { rerender, unmount } = render(<Page name="Port Patrol" />);
  expect(document.title).toBe('Port Patrol · Versions and review');
  rerender(<Page name="Log Broom" />);
  expect(document.title).toBe('Log Broom · Versions and review');
  unmount();
  expect(document.title).toBe('Versions and review');
});

test('keeps the title that the next page has already set', () => {
  document.title = 'Versions and review';
  const { unmount } = render(<Page name="Port Patrol" />);
  document.title = 'Control panel';
  unmount();
  expect(document.title).toBe('Control panel');
});
