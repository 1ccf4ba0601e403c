import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { Notice } from './notice.tsx';

test.each(['info', 'good', 'warn', 'bad'] as const)(
  'renders its text and action in the %s tone',
  async (tone) => {
    const { container } = render(
      <Notice tone={tone} title="Review" action={<a href="/x">Open</a>}>
        <p>Two suggestions are open.</p>
      </Notice>,
    );
    expect(container.querySelector('[data-tone]')).toHaveProperty('dataset.tone', tone);
    expect(screen.getByText('Two suggestions are open.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open' })).toBeTruthy();
    await expectAccessible(container);
  },
);
