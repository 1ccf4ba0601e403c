import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { Card } from './card.tsx';

test('is a region named by its heading', async () => {
  const { container } = render(
    <Card title="System requirements" as="h3">
      <p>512 MB</p>
    </Card>,
  );
  expect(screen.getByRole('region', { name: 'System requirements' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 3 })).toBeTruthy();
  await expectAccessible(container);
});
