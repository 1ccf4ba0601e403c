/** @jest-environment-options {"url": "https://yunduo.example/"} */
import { afterEach, expect, jest, test } from '@jest/globals';
import { signedInHint, writeCookie } from '@yunduo/session';
import { intentLoader } from './intent-loader.ts';

const added = jest.spyOn(window, 'addEventListener');
const forgetCookies = (): void => {
  for (const pair of document.cookie.split('; '))
    document.cookie = `${pair.split('=')[0]}=; Path=/; Secure; Max-Age=0`;
};
afterEach(() => {
  for (const [type, listener, options] of added.mock.calls) removeEventListener(type, listener, options);
  added.mockClear();
  forgetCookies();
  for (const name of ['data-theme', 'data-signed-in', 'data-ad'])
    document.documentElement.removeAttribute(name);
  document.body.innerHTML = '';
});

function open(body = ''): void {
  document.body.innerHTML = body;
  const script = document.createElement('script');
  Object.assign(script.dataset, { build: 'b1', ad: '7' });
  Object.defineProperty(document, 'currentScript', { configurable: true, value: script });
  intentLoader(() => Promise.resolve());
}

test('over TLS the head script reads the application’s __Host- cookies', () => {
  writeCookie('theme', 'dark', 100);
  writeCookie('ad', '7', 100);
  signedInHint.write();
  open();
  expect(document.documentElement.dataset).toMatchObject({ theme: 'dark', ad: 'off', signedIn: '' });
});

test('over TLS the head script ignores cookies without the __Host- prefix', () => {
  for (const pair of ['theme=dark', 'ad=7', 'signed_in=1']) document.cookie = `${pair}; Path=/`;
  open();
  expect(document.documentElement.dataset).not.toHaveProperty('theme');
  expect(document.documentElement.dataset).not.toHaveProperty('ad');
  expect(document.documentElement.dataset).not.toHaveProperty('signedIn');
});

test('over TLS the language is stored in a __Host- cookie', () => {
  open('<a hreflang="en" href="/en">English</a>');
  const link = document.querySelector('a');
  link?.addEventListener('click', (event) => event.preventDefault());
  link?.click();
  expect(document.cookie).toBe('__Host-locale=en');
});
