import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { Breadcrumb } from './breadcrumb.tsx';

test('lists the path and marks the page itself as current', async () => {
  const { container } = render(
    <Breadcrumb label="Breadcrumb">
      <a href="/store">App store</a>
      <a href="/store?cate=runtime">Runtime</a>
      Nginx
    </Breadcrumb>,
  );
  const steps = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual(['App store', 'Runtime', 'Nginx']);
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, null, 'page']);
  await expectAccessible(container);
});
