import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { relayWidget, runVendor } from './widget-scripts.ts';

/** Milliseconds between two measurements. */
const PAUSE = 150;
const { origin } = location;
const observers: { tell: () => void; observer: MutationObserver }[] = [];
const listeners: [string, EventListenerOrEventListenerObject, boolean][] = [];
const RealObserver = globalThis.MutationObserver;
let sent: jest.SpiedFunction<typeof window.postMessage>;

// Both scripts live as long as their page; here a page is a test.
beforeEach(() => {
  jest.useFakeTimers();
  const add = window.addEventListener.bind(window);
  jest.spyOn(window, 'addEventListener').mockImplementation(((
    type: string,
    listener: EventListener,
    capture: boolean,
  ) => {
    listeners.push([type, listener, capture]);
    add(type, listener, capture);
  }) as never);
  globalThis.MutationObserver = class {
    constructor(tell: MutationCallback) {
      observers.push({ tell: () => tell([], this), observer: this });
    }
    observe = () => undefined;
    disconnect = () => undefined;
    takeRecords = () => [];
  };
  sent = jest.spyOn(window, 'postMessage').mockReturnValue();
  Element.prototype.checkVisibility = function checkVisibility(this: HTMLElement) {
    return !this.hidden;
  };
  Object.assign(window, { innerWidth: 360, innerHeight: 480 });
});
afterEach(() => {
  // A closed panel is measured once more.
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  jest.advanceTimersByTime(PAUSE);
  for (const [type, listener, capture] of listeners.splice(0))
    window.removeEventListener(type, listener, capture);
  for (const { observer } of observers.splice(0)) observer.disconnect();
  globalThis.MutationObserver = RealObserver;
  jest.restoreAllMocks();
  jest.useRealTimers();
  Reflect.deleteProperty(Element.prototype, 'checkVisibility');
  document.body.replaceChildren();
});

/** What a vendor's script draws: an element of this size in the bottom right corner, at this distance from it. */
function draw(tag: string, [width, height]: readonly [number, number], style: object = {}, gap = 8) {
  const element = document.createElement(tag);
  element.getBoundingClientRect = () => new DOMRect(360 - gap - width, 480 - gap - height, width, height);
  drawn.set(element, style);
  document.body.append(element);
  return element;
}
const drawn = new Map<Element, object>();
function begin() {
  drawn.clear();
  const plain = {
    visibility: 'visible',
    opacity: '1',
    backgroundImage: 'none',
    backgroundColor: 'rgba(0, 0, 0, 0)',
  };
  jest
    .spyOn(window, 'getComputedStyle')
    .mockImplementation((element) => ({ ...plain, ...drawn.get(element) }) as CSSStyleDeclaration);
  runVendor();
}
const changed = (times = 1) => {
  for (let time = 0; time < times; time += 1) {
    observers.at(-1)?.tell();
    jest.advanceTimersByTime(PAUSE);
  }
};
/** The messages since the last look. */
const told = () => {
  const messages = sent.mock.calls.map(([message, target]) => {
    expect(target).toBe('*');
    const { widget, width, height } = message as { widget: string; width: number; height: number };
    return widget === 'size' ? `${widget} ${width} ${height}` : widget;
  });
  sent.mockClear();
  return messages;
};

test('reports the launcher’s size once, measured after a pause', () => {
  begin();
  dispatchEvent(new Event('load'));
  jest.advanceTimersByTime(PAUSE);
  expect(told()).toEqual([]);
  const launcher = draw('button', [52, 56]);
  observers.at(-1)?.tell();
  observers.at(-1)?.tell();
  jest.advanceTimersByTime(PAUSE - 1);
  expect(told()).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(told()).toEqual(['size 60 64']);
  changed();
  expect(told()).toEqual([]);
  draw('a', [52, 56], {}, 20);
  dispatchEvent(new Event('transitionend'));
  jest.advanceTimersByTime(PAUSE);
  expect(told()).toEqual(['size 72 76']);
  launcher.remove();
});

test.each([
  ['a hidden element', 'button', [52, 52], {}, { hidden: true }],
  ['one without visibility', 'button', [52, 52], { visibility: 'hidden' }, {}],
  ['a transparent one', 'button', [52, 52], { opacity: '0' }, {}],
  ['a thin one', 'img', [7, 52], {}, {}],
  ['a flat one', 'img', [52, 7], {}, {}],
  ['an empty box without background', 'div', [360, 480], {}, {}],
] as const)('takes %s for nothing drawn', (_what, tag, size, style, more) => {
  begin();
  Object.assign(draw(tag, size, style), more);
  changed();
  expect(told()).toEqual([]);
});

test.each([
  ['text', {}, { textContent: 'Chat' }],
  ['a background colour', { backgroundColor: 'rgb(0, 90, 90)' }, {}],
  ['a background picture', { backgroundImage: 'url(a.png)' }, {}],
] as const)('takes a box with %s for drawn', (_what, style, more) => {
  begin();
  Object.assign(draw('div', [8, 8], style), more);
  changed();
  expect(told()).toEqual(['size 16 16']);
});

test('a press opens the panel; it folds after eight measurements without one', () => {
  begin();
  draw('button', [52, 52]);
  changed();
  told();
  document.body.click();
  expect(told()).toEqual(['open']);
  document.body.click();
  const panel = draw('iframe', [320, 400]);
  changed(20);
  expect(told()).toEqual([]);
  panel.remove();
  changed(7);
  expect(told()).toEqual([]);
  changed();
  expect(told()).toEqual(['close', 'size 60 60']);
  // Folded, it is measured on changes only.
  jest.advanceTimersByTime(10 * PAUSE);
  expect([told(), jest.getTimerCount()]).toEqual([[], 0]);
});

test.each([
  [[253, 52], true],
  [[52, 253], true],
  [[252, 252], false],
] as const)('something of %j is a panel, which stays open: %s', (size, panel) => {
  begin();
  document.body.click();
  draw('iframe', size);
  changed(20);
  expect(told()).toEqual(panel ? ['open'] : ['open', 'close', 'size 260 260']);
});

test('Escape and the page close it; only the page’s own message counts', () => {
  begin();
  const escape = () => dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  escape();
  expect(told()).toEqual([]);
  document.body.click();
  dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  expect(told()).toEqual(['open']);
  escape();
  expect(told()).toEqual(['close']);
  const close = (source: Window | null, data: unknown) =>
    dispatchEvent(new MessageEvent('message', { source, data }));
  document.body.click();
  told();
  close(null, { widget: 'close' });
  close(window, { widget: 'open' });
  close(window, null);
  document.body.click();
  expect(told()).toEqual([]);
  close(window, { widget: 'close' });
  document.body.click();
  expect(told()).toEqual(['open']);
});

test('focus that moves into the launcher’s own frame is a press', () => {
  begin();
  dispatchEvent(new Event('blur'));
  expect(told()).toEqual([]);
  draw('iframe', [52, 52]).focus();
  dispatchEvent(new Event('blur'));
  expect(told()).toEqual(['open']);
});

test('keeps storage and cookies in memory where the browser refuses them', () => {
  const before = (['localStorage', 'sessionStorage'] as const).map(
    (name) => [name, Object.getOwnPropertyDescriptor(window, name)] as const,
  );
  const refuse = {
    configurable: true,
    get: () => {
      throw new DOMException('refused', 'SecurityError');
    },
  };
  for (const [name] of before) Object.defineProperty(window, name, refuse);
  Object.defineProperty(document, 'cookie', refuse);
  begin();
  const { localStorage: stored, sessionStorage: other } = window;
  stored.setItem('a', '1');
  stored.setItem('b', 2 as never);
  expect([stored.getItem('a'), stored.getItem('b'), stored.getItem('c'), stored.length]).toEqual([
    '1',
    '2',
    null,
    2,
  ]);
  expect([stored.key(1), stored.key(2), other.length]).toEqual(['b', null, 0]);
  stored.removeItem('a');
  expect(stored.length).toBe(1);
  stored.clear();
  expect(stored.length).toBe(0);
  for (const cookie of ['a=1; path=/', ' b = x=y ', '=no', 'no', 'a=2']) document.cookie = cookie;
  expect(document.cookie).toBe('a=2; b=x=y');
  for (const [name, descriptor] of before) {
    if (descriptor) Object.defineProperty(window, name, descriptor);
    else Reflect.deleteProperty(window, name);
  }
  Reflect.deleteProperty(document, 'cookie');
});

test('the frame relays the page’s messages to the vendor and the vendor’s to the page, and no others', () => {
  const frame = document.body.appendChild(document.createElement('iframe'));
  const inner = frame.contentWindow as Window;
  const down = jest.spyOn(inner, 'postMessage').mockReturnValue();
  relayWidget();
  const say = (source: Window | null, from: string, data: unknown) =>
    dispatchEvent(new MessageEvent('message', { source, origin: from, data }));
  say(window, origin, 'to the vendor');
  say(window, 'https://evil.example', 'of another site');
  say(inner, 'null', 'to the page');
  say(null, origin, 'of nobody');
  expect(down.mock.calls).toEqual([['to the vendor', '*']]);
  expect(sent.mock.calls).toEqual([['to the page', origin]]);
});
