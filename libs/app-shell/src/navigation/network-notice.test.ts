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
])('%s clicked offline is blocked and a notice is shown', (_what, html, type) => {
  document.body.innerHTML = html;
  expect(followed('#x', type)).toBe(false);
  expect(notice()).toBe('No connection');
});

test('blocks a link in a shadow tree', () => {
  const host = document.body.appendChild(document.createElement('div'));
  host.attachShadow({ mode: 'open' }).innerHTML = '<a href="/store">store</a>';
  const link = host.shadowRoot?.querySelector('a') as HTMLElement;
  const press = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true });
  link.dispatchEvent(press);
  expect(press.defaultPrevented).toBe(true);
  expect(notice()).toBe('No connection');
});

test.each([
  ['a fragment link', '<a id="x" href="#log">log</a>'],
  ['a mailto link', '<a id="x" href="mailto:a@b.c">mail</a>'],
])('%s is left to the browser', (_what, html) => {
  document.body.innerHTML = html;
  expect(followed('#x')).toBe(true);
  expect(notice()).toBeUndefined();
});

test('ignores clicks with a modifier key or with preventDefault', () => {
  document.body.innerHTML = '<a id="x" href="/store">store</a>';
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])
    expect([key, followed('#x', 'click', { [key]: true } as MouseEventInit)]).toEqual([key, true]);
  document.querySelector('#x')?.addEventListener('click', (event) => event.preventDefault());
  followed('#x');
  expect(notice()).toBeUndefined();
});

test('the notice disappears when online again, and links work', () => {
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

test('shows and hides the notice on events, in the page’s current language', () => {
  document.documentElement.lang = 'zh-CN';
  window.dispatchEvent(new Event('network-lost'));
  expect(notice()).toBe('网络连接失败');
  window.dispatchEvent(new Event('network-found'));
  expect(notice()).toBeUndefined();
});

test('a second start has no effect; stopping removes notice and listeners', () => {
  networkNotice({ en: 'twice' })();
  window.dispatchEvent(new Event('network-lost'));
  expect(notice()).toBe('No connection');
  stop();
  expect(notice()).toBeUndefined();
  window.dispatchEvent(new Event('network-lost'));
  expect(notice()).toBeUndefined();
});
