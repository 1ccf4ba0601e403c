import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { Avatar } from './avatar.tsx';

test('renders the picture', async () => {
  const { container } = render(<Avatar name="林薇" src="/uploads/a.webp" />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/uploads/a.webp');
  await expectAccessible(container);
});

test.each([
  ['lin', 'L'],
  [' wei', 'W'],
  ['林薇', '林'],
  ['𠮷野', '𠮷'],
  ['', ''],
])('renders %p without a picture as %p', (name, sign) => {
  const { container } = render(<Avatar name={name} src={null} />);
  expect(container.textContent).toBe(sign);
});
