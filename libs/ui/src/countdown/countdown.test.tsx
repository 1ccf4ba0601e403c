import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { Countdown } from './countdown.tsx';

test('has a sentence as accessible name and renders two-digit parts', async () => {
  const { container } = render(
    <Countdown
      label="Ends in 3 days 14 hours 5 minutes"
      parts={[
        { value: 3, unit: 'days' },
        { value: 14, unit: 'hours' },
        { value: 5, unit: 'minutes' },
      ]}
    />,
  );
  expect(screen.getByRole('timer', { name: 'Ends in 3 days 14 hours 5 minutes' }).textContent).toBe(
    '03days14hours05minutes',
  );
  await expectAccessible(container);
});
