import { afterEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { clearMessages, inShell } from '../testing.tsx';
import { Toasts } from '../toasts/toasts.tsx';
import { CopyButton } from './copy-button.tsx';

afterEach(() => {
  act(clearMessages);
  Reflect.deleteProperty(navigator, 'clipboard');
  jest.useRealTimers();
});

const clipboard = (writeText: (text: string) => Promise<void>) =>
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
const press = (locale: 'zh' | 'en') => {
  render(
    inShell(<CopyButton text="bash install.sh" label="Command" />, { locale, frame: <Toasts /> }).element,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Command' }));
};

test.each([
  ['zh', '复制成功'],
  ['en', 'Copy successful'],
] as const)('shows a success message in %s', async (locale, words) => {
  const written: string[] = [];
  clipboard(async (text) => void written.push(text));
  press(locale);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(written).toEqual(['bash install.sh']);
});

test.each([
  ['zh', '复制失败'],
  ['en', 'Copy failed'],
] as const)('shows a failure message in %s', async (locale, words) => {
  clipboard(async () => {
    throw new DOMException('denied', 'NotAllowedError');
  });
  press(locale);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(words));
  // The button says so, too.
  expect(screen.getByRole('button', { name: words }).dataset.state).toBe('failed');
});

test.each([
  ['zh', '当前浏览器不支持复制'],
  ['en', 'Clipboard API not supported'],
] as const)('shows a message without clipboard support, in %s', async (locale, words) => {
  press(locale);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(words));
});

test('shows “copied” for two seconds after the last press', async () => {
  jest.useFakeTimers();
  clipboard(async () => undefined);
  press('zh');
  await act(() => jest.advanceTimersByTimeAsync(0));
  expect(screen.getByRole('button', { name: '已复制' })).toBeTruthy();
  await act(() => jest.advanceTimersByTimeAsync(1500));
  fireEvent.click(screen.getByRole('button', { name: '已复制' }));
  await act(() => jest.advanceTimersByTimeAsync(1999));
  expect(screen.getByRole('button', { name: '已复制' })).toBeTruthy();
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('button', { name: 'Command' })).toBeTruthy();
});
