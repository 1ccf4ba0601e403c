import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { Tabs } from './tabs.tsx';

test('is a named row of links, one of them current', async () => {
  const { container } = render(
    <Tabs label="账号">
      <a href="/login" aria-current="page">
        登录
      </a>
      <a href="/login?section=register">注册</a>
    </Tabs>,
  );
  expect(screen.getByRole('navigation', { name: '账号' })).toBeTruthy();
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('登录');
  await expectAccessible(container);
});
