/** @jest-environment-options {"url": "https://yunduo.example/developer-center"} */
import { afterEach, expect, jest, test } from '@jest/globals';
import { signedInHint, writeCookie } from '@yunduo/session';
import { landingLoader } from '../../prerender/landing-loader.ts';
import { HEAD_SCRIPT } from './head-script.ts';

const added = jest.spyOn(window, 'addEventListener');
const { fetch } = globalThis;
afterEach(() => {
  for (const [type, listener, options] of added.mock.calls) removeEventListener(type, listener, options);
  added.mockClear();
  globalThis.fetch = fetch;
  for (const pair of document.cookie.split('; '))
    document.cookie = `${pair.split('=')[0]}=; Path=/; Secure; Max-Age=0`;
  for (const name of ['data-theme', 'data-signed-in', 'data-lost'])
    document.documentElement.removeAttribute(name);
  document.body.innerHTML = '';
});

test('over TLS the head script reads only __Host- cookies', () => {
  for (const pair of ['theme=light', 'signed_in=1']) document.cookie = `${pair}; Path=/`;
  window.eval(HEAD_SCRIPT);
  expect(document.documentElement.dataset).not.toHaveProperty('theme');
  expect(document.documentElement.dataset).not.toHaveProperty('signedIn');
  writeCookie('theme', 'dark', 100);
  signedInHint.write();
  window.eval(HEAD_SCRIPT);
  expect(document.documentElement.dataset).toMatchObject({ theme: 'dark', signedIn: '' });
});

test.each([
  ['a script does not come', () => document.body.appendChild(document.createElement('script')), 'error'],
  ['the entry does not come', () => window, 'unhandledrejection'],
])('a document is marked when %s, not for a missing icon', (_, target, type) => {
  window.eval(HEAD_SCRIPT);
  const icon = document.head.appendChild(document.createElement('link'));
  icon.href = '/favicon.svg';
  icon.dispatchEvent(new Event('error'));
  expect(document.documentElement.dataset).not.toHaveProperty('lost');
  target().dispatchEvent(new Event(type));
  expect(document.documentElement.dataset).toHaveProperty('lost');
});

test('over TLS the landing page stores the language in a __Host- cookie', () => {
  globalThis.fetch = async () => ({ json: async () => ({}) }) as Response;
  document.body.innerHTML = '<a hreflang="en" href="#x">English</a>';
  Object.defineProperty(document, 'currentScript', {
    configurable: true,
    value: document.createElement('script'),
  });
  landingLoader(() => Promise.resolve());
  document.querySelector('a')?.click();
  expect(document.cookie).toBe('__Host-locale=en');
});
