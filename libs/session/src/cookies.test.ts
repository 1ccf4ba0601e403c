/** @jest-environment-options {"url": "https://yunduo.example/store"} */
import { afterEach, expect, test } from '@jest/globals';
import { hasCookie, writeCookie } from './cookies.ts';
import { signedInHint } from './signed-in-hint.ts';

afterEach(() => {
  for (const pair of document.cookie.split('; '))
    document.cookie = `${pair.split('=')[0]}=; Path=/; Secure; Max-Age=0`;
});

test('over TLS a cookie has the __Host- prefix', () => {
  writeCookie('theme', 'dark', 100);
  expect(document.cookie).toBe('__Host-theme=dark');
  expect([hasCookie('theme', 'dark'), hasCookie('theme', 'light')]).toEqual([true, false]);
  writeCookie('theme', '', 0);
  expect([document.cookie, hasCookie('theme', 'dark')]).toEqual(['', false]);
});

test('a cookie that another tab removed is gone here too', () => {
  writeCookie('theme', 'dark', 100);
  document.cookie = '__Host-theme=; Path=/; Secure; Max-Age=0';
  expect(hasCookie('theme', 'dark')).toBe(false);
});

test('a cookie without the prefix is ignored', () => {
  document.cookie = 'signed_in=1; Path=/';
  expect(signedInHint.read()).toBe(false);
  signedInHint.write();
  expect(signedInHint.read()).toBe(true);
  signedInHint.clear();
  expect(signedInHint.read()).toBe(false);
});
