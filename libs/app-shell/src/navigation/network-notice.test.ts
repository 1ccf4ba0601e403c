import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { networkNotice } from './network-notice.ts';

const WORDS = { zh: '网络连接失败', en: 'No connection' };
let online: jest.SpiedGetter<boolean>;
let stop: () => void;

beforeEach(() => {
  online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  document.documentElement.lang = 'en';
  stop = networkNotice(WORDS);
});
afterEach(() => {
  stop();
  online.mockRestore();
  document.body.replaceChildren();
});

const notice = () => document.querySelector('[role=alert]')?.textContent;
/** True if the browser would have followed it; jsdom must not try. */
function followed(selector: string, type = 'click', how: EventInit = {}): boolean {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, composed: true, ...how });
  let prevented = false;
  // Registered after the notice's listener, on the same target.
  const last = (seen: Event) => {
    prevented = seen.defaultPrevented;
    seen.preventDefault();
  };
  addEventListener(type, last, { once: true });
  document.querySelector(selector)?.dispatchEvent(event);
  return !prevented;
}

test.each([
  ['a link', '<a href="/store"><b id="x">store</b></a>', 'click'],
  ['a link to another site', '<a id="x" href="https://demo.example/">demo</a>', 'click'],
  ['a download', '<a id="x" href="/file" download>file</a>', 'click'],
  ['a search', '<form id="x" action="/store"></form>', 'submit'],
])('%s that is pressed without a network is held, and a notice says why', (_what, html, type) => {
  document.body.innerHTML = html;
  expect(followed('#x', type)).toBe(false);
  expect(notice()).toBe('No connection');
});

test('a link in a shadow tree is held as well', () => {
  const host = document.body.appendChild(document.createElement('div'));
  host.attachShadow({ mode: 'open' }).innerHTML = '<a href="/store">store</a>';
  const link = host.shadowRoot?.querySelector('a') as HTMLElement;
  const press = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true });
  link.dispatchEvent(press);
  expect(press.defaultPrevented).toBe(true);
  expect(notice()).toBe('No connection');
});

test.each([
  ['a place on this page', '<a id="x" href="#log">log</a>'],
  ['a mail', '<a id="x" href="mailto:a@b.c">mail</a>'],
])('%s stays the browser’s', (_what, html) => {
  document.body.innerHTML = html;
  expect(followed('#x')).toBe(true);
  expect(notice()).toBeUndefined();
});

test('a press with a key, or one that the application has taken, stays theirs', () => {
  document.body.innerHTML = '<a id="x" href="/store">store</a>';
  expect(followed('#x', 'click', { ctrlKey: true } as MouseEventInit)).toBe(true);
  document.querySelector('#x')?.addEventListener('click', (event) => event.preventDefault());
  followed('#x');
  expect(notice()).toBeUndefined();
});

test('the notice ends when there is a network again, and the press works', () => {
  document.body.innerHTML = '<a id="x" href="/store">store</a>';
  expect(followed('#x')).toBe(false);
  expect(followed('#x')).toBe(false);
  expect(document.querySelectorAll('[role=alert]')).toHaveLength(1);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(notice()).toBeUndefined();
  expect(followed('#x')).toBe(true);
  expect(notice()).toBeUndefined();
});

test('the application shows the notice and takes it away by events, in the language that the page has by then', () => {
  document.documentElement.lang = 'zh-CN';
  window.dispatchEvent(new Event('network-lost'));
  expect(notice()).toBe('网络连接失败');
  window.dispatchEvent(new Event('network-found'));
  expect(notice()).toBeUndefined();
});

test('a second call on a page does nothing; stopped, nothing is left', () => {
  networkNotice({ en: 'twice' })();
  window.dispatchEvent(new Event('network-lost'));
  expect(notice()).toBe('No connection');
  stop();
  expect(notice()).toBeUndefined();
  window.dispatchEvent(new Event('network-lost'));
  expect(notice()).toBeUndefined();
});
