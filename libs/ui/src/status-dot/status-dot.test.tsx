import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { StatusDot } from './status-dot.tsx';

test('is hidden from screen readers', () => {
  render(
    <p>
      <StatusDot tone="warn" />
      Look
    </p>,
  );
  const line = screen.getByText('Look');
  expect(line.querySelector('i')?.getAttribute('aria-hidden')).toBe('true');
  expect(line.querySelector('i')?.dataset.tone).toBe('warn');
});
