import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { LoadingBarView } from './loading-bar.tsx';

test.each(['loading', 'finished', 'error'] as const)('shows the progress: %s', async (state) => {
  const { container } = render(<LoadingBarView label="Loading page" state={state} progress={62} />);
  const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Loading page' });
  expect([bar.value, bar.max, bar.dataset.state]).toEqual([62, 100, state]);
  expect(bar.hasAttribute('style')).toBe(false);
  await expectAccessible(container);
});

test('renders no progressbar while hidden', () => {
  render(<LoadingBarView label="Loading page" state="hidden" progress={0} />);
  expect(screen.queryByRole('progressbar')).toBeNull();
});
