import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { Badge } from './badge.tsx';

test.each(['neutral', 'brand', 'ink', 'good', 'warn', 'bad'] as const)(
  'renders its text in the %s tone',
  async (tone) => {
    const { container } = render(
      <Badge tone={tone} icon="check">
        已认证
      </Badge>,
    );
    expect(screen.getByText('已认证').dataset.tone).toBe(tone);
    await expectAccessible(container);
  },
);
