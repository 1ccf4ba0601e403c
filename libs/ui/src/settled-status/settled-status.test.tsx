import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { SettledStatus } from './settled-status.tsx';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
const message = () => screen.getByRole('status').textContent;

test('announces only the last of six changes within 150 ms, and not the initial text', () => {
  const { rerender } = render(<SettledStatus text="42 apps" />);
  pass(1000);
  expect(message()).toBe('');
  for (const count of [9, 8, 7, 6, 5, 4]) {
    rerender(<SettledStatus text={`${count} apps`} />);
    pass(25);
    expect(message()).toBe('');
  }
  pass(500);
  expect(message()).toBe('4 apps');
});

test('does not announce a change back to the last text, and leaves no timer after unmount', () => {
  const { rerender, unmount } = render(<SettledStatus text="42 apps" />);
  rerender(<SettledStatus text="9 apps" />);
  pass(100);
  rerender(<SettledStatus text="42 apps" />);
  pass(1000);
  expect(message()).toBe('');
  rerender(<SettledStatus text="9 apps" />);
  unmount();
  expect(jest.getTimerCount()).toBe(0);
});
