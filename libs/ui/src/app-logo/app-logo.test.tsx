import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { AppLogo } from './app-logo.tsx';

test('renders the logo with width and height attributes', async () => {
  const { container } = render(<AppLogo appKey="nginx" src="/uploads/nginx.svg" size={88} loading="eager" />);
  const image = container.querySelector('img');
  expect(image?.getAttribute('src')).toBe('/uploads/nginx.svg');
  expect([image?.width, image?.height, image?.alt, image?.getAttribute('loading')]).toEqual([
    88,
    88,
    '',
    'eager',
  ]);
  await expectAccessible(container);
});

test('falls back to the letter tile without a logo', () => {
  const { container } = render(<AppLogo appKey="nginx" src={null} />);
  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('[data-letter="N"]')).toBeTruthy();
});
