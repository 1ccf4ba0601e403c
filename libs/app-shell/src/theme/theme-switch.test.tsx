import { beforeEach, expect, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server.node';
import { inShell } from '../testing.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const root = document.documentElement;
beforeEach(() => {
  localStorage.clear();
  document.cookie = 'theme=; Path=/; Max-Age=0';
  delete root.dataset.theme;
});
const choice = () => screen.getByRole<HTMLSelectElement>('combobox', { name: '外观' });

test('defaults to system, applies and stores light and dark', () => {
  render(inShell(<ThemeSwitch />).element);
  expect(choice().value).toBe('system');
  fireEvent.change(choice(), { target: { value: 'dark' } });
  const stored = () => [root.dataset.theme, localStorage.getItem('theme'), document.cookie];
  expect([...stored(), choice().value]).toEqual(['dark', 'dark', 'theme=dark', 'dark']);
  fireEvent.change(choice(), { target: { value: 'system' } });
  expect(stored()).toEqual([undefined, null, '']);
});

test('applies the stored theme after hydration; the server renders the default', () => {
  localStorage.setItem('theme', 'light');
  expect(renderToString(inShell(<ThemeSwitch />).element)).toContain('<option value="system" selected="">');
  expect(root.dataset.theme).toBeUndefined();
  render(inShell(<ThemeSwitch />).element);
  expect(choice().value).toBe('light');
  // The head script of the next page reads it there.
  expect(document.cookie).toBe('theme=light');
});

test('follows a choice made in another tab', () => {
  render(inShell(<ThemeSwitch />).element);
  localStorage.setItem('theme', 'dark');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme' })));
  expect([root.dataset.theme, choice().value]).toEqual(['dark', 'dark']);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
  expect(choice().value).toBe('dark');
  // The other tab cleared its storage, which names no key.
  localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
  expect([root.dataset.theme, choice().value]).toEqual([undefined, 'system']);
});

test('applies a theme changed meanwhile on restore from the back-forward cache, hydrated before or not', () => {
  localStorage.setItem('theme', 'dark');
  delete root.dataset.theme;
  render(inShell(<ThemeSwitch />).element);
  expect([root.dataset.theme, choice().value]).toEqual(['dark', 'dark']);
  // Such a page received no storage event.
  localStorage.setItem('theme', 'light');
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  expect([root.dataset.theme, choice().value]).toEqual(['light', 'light']);
});
