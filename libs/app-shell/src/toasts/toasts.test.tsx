import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { clearMessages, inShell } from '../testing.tsx';
import { hideToast, showToast } from './toast-store.ts';
import { Toasts } from './toasts.tsx';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  act(clearMessages);
  jest.useRealTimers();
});
const open = (locale: 'zh' | 'en' = 'zh') => render(inShell(null, { locale, frame: <Toasts /> }).element);
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

test('a toast replaces the previous one and disappears after 3 seconds', () => {
  open();
  act(() => showToast('first'));
  pass(2000);
  act(() => showToast('second'));
  expect(screen.queryByText('first')).toBeNull();
  pass(2999);
  expect(screen.queryByText('second')).toBeTruthy();
  pass(1);
  expect(screen.queryByText('second')).toBeNull();
});

test('a toast can have a longer duration', () => {
  open();
  act(() => showToast('longer', { duration: 8000 }));
  pass(7999);
  expect(screen.queryByText('longer')).toBeTruthy();
  pass(1);
  expect(screen.queryByText('longer')).toBeNull();
});

test('a success is announced by the existing live region, an error by one alert', () => {
  open();
  const region = document.querySelector<HTMLElement>('[aria-live="polite"]');
  const regionsOf = (text: string) => {
    const found: (Element | null)[] = [];
    for (let at: Element | null = screen.getByText(text); at; at = at.parentElement)
      if (at.matches('[aria-live], [role="status"], [role="alert"]')) found.push(at);
    return found;
  };
  expect(region?.textContent).toBe('');
  act(() => showToast('saved'));
  expect(regionsOf('saved')).toEqual([region]);
  act(() => showToast('broken', { kind: 'error' }));
  expect(regionsOf('broken')).toEqual([screen.getByRole('alert')]);
  expect(region?.textContent).toBe('');
});

test.each([
  ['zh', '复制成功', '关闭'],
  ['en', 'Copy successful', 'Close'],
] as const)('a toast by key uses the language of the page: %s', (locale, words, close) => {
  open(locale);
  act(() => showToast({ message: 'copied' }));
  expect(screen.getByText(words)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: close }));
  expect(screen.queryByText(words)).toBeNull();
});

test('a hovered or focused toast stays', () => {
  open();
  act(() => showToast('stay'));
  const text = screen.getByText('stay');
  const close = screen.getByRole('button', { name: '关闭' });
  fireEvent.mouseEnter(text);
  pass(10_000);
  act(() => close.focus());
  fireEvent.mouseLeave(text);
  pass(10_000);
  expect(screen.queryByText('stay')).toBeTruthy();
  act(() => close.blur());
  pass(3000);
  expect(screen.queryByText('stay')).toBeNull();
});

test('hideToast with another id leaves the current toast', () => {
  open();
  act(() => showToast('one'));
  act(() => hideToast(-1));
  expect(screen.queryByText('one')).toBeTruthy();
  act(() => hideToast());
  expect(screen.queryByText('one')).toBeNull();
});

test('a toast is part of the overlay order', () => {
  open();
  act(() => showToast('top'));
  const layer = screen.getByText('top').closest<HTMLElement>('.layer');
  expect(layer?.style.zIndex).toBe('2000');
});
