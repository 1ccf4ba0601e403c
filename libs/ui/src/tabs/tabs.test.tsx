import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { Tabs } from './tabs.tsx';

test('is a named navigation with one current link', async () => {
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

test('removes its focusin listener on unmount', () => {
  const { unmount } = render(
    <Tabs label="Account">
      <a href="/login">Sign in</a>
    </Tabs>,
  );
  const row = screen.getByRole('link').parentElement as HTMLElement;
  const rows = [row, row.parentElement as HTMLElement];
  const removed = rows.map((element) => jest.spyOn(element, 'removeEventListener'));
  unmount();
  expect(removed.flatMap(({ mock }) => mock.calls.map(([type]) => type))).toContain('focusin');
});
