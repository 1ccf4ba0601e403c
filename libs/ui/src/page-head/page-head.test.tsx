import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { PageHead } from './page-head.tsx';

test('renders title, lead and actions', async () => {
  const { container } = render(
    <PageHead title="应用商店" lead="打包好、检查过的服务器软件。">
      <button type="button">搜索</button>
    </PageHead>,
  );
  expect(screen.getByRole('heading', { level: 1, name: '应用商店' })).toBeTruthy();
  expect(screen.getByText('打包好、检查过的服务器软件。')).toBeTruthy();
  expect(screen.getByRole('button', { name: '搜索' })).toBeTruthy();
  await expectAccessible(container);
});

test('has no empty paragraph without a lead', () => {
  const { container } = render(<PageHead title="Store" />);
  expect(container.querySelector('p')).toBeNull();
});
