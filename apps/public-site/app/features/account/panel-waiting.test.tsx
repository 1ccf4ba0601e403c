import { afterEach, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { lazyWithRetry } from '@yunduo/app-shell';
import { fakeClient } from '@yunduo/data-access/testing';
import { PanelFailed, PanelWaiting } from './panel-waiting.tsx';
import { renderPanel } from './panel-testing.tsx';

const panel = { default: () => <h1>orders</h1> };
const away = () => Promise.reject(new TypeError('Failed to fetch'));
const words = { zh: () => Promise.resolve({}), en: () => Promise.resolve({}) };

afterEach(() => {
  jest.restoreAllMocks();
});

test.each([
  ['zh', '页面加载失败', '重试', '我的订单'],
  ['en', 'This page could not be loaded', 'Try again', 'My orders'],
] as const)(
  'a panel that fails to load shows an error in %s and loads on retry',
  async (locale, failed, again, name) => {
    const load = jest.fn(away as () => Promise<typeof panel>);
    const Panel = lazyWithRetry(load, { words, Failed: PanelFailed });
    const { hand } = renderPanel(<Panel waiting={<PanelWaiting />} />, {
      client: fakeClient(),
      search: '?panel=order-info',
      locale,
    });
    expect(await screen.findByRole('heading', { name: failed })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name })).toBeTruthy();
    load.mockResolvedValue(panel);
    await hand.click(screen.getByRole('button', { name: again }));
    expect(await screen.findByRole('heading', { name: 'orders' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: failed })).toBeNull();
    expect(screen.queryByRole('heading', { name })).toBeNull();
  },
);
