import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { mountWidgetFrame } from './widget-frame.ts';

const VIEWPORT = { width: 375, height: 667 };
let unmount = (): void => undefined;

/** A control on the page, at its drawn position. */
function pressable(left: number, top: number, width: number, height: number, tag = 'button'): HTMLElement {
  const element = document.createElement(tag);
  element.getBoundingClientRect = () => new DOMRect(left, top, width, height);
  document.body.append(element);
  return element;
}
const frame = () => document.getElementById('chat-widget') as HTMLIFrameElement;
const closer = () => document.getElementById('chat-widget-close') as HTMLButtonElement;
const tell = (data: unknown, from: { source?: unknown; origin?: string } = {}): void => {
  const source = ('source' in from ? from.source : frame().contentWindow) as Window;
  window.dispatchEvent(new MessageEvent('message', { data, source, origin: from.origin ?? location.origin }));
};
const shown = () => frame().dataset['shown'] === 'true';
const size = () => [frame().style.width, frame().style.height];
const settle = () => jest.advanceTimersByTimeAsync(300);

beforeEach(() => {
  jest.useFakeTimers();
  Object.defineProperty(document.documentElement, 'clientWidth', {
    configurable: true,
    value: VIEWPORT.width,
  });
  Object.defineProperty(window, 'innerHeight', { configurable: true, value: VIEWPORT.height });
  unmount = mountWidgetFrame({ src: '/widget?locale=zh', title: '在线客服', close: '关闭在线客服' });
  frame().getBoundingClientRect = () => {
    const [width, height] = size().map((text) => Number.parseFloat(text || '0')) as [number, number];
    return new DOMRect(VIEWPORT.width - 8 - width, VIEWPORT.height - 8 - height, width, height);
  };
});
afterEach(() => {
  unmount();
  document.body.replaceChildren();
  Reflect.deleteProperty(document.documentElement, 'clientWidth');
  jest.useRealTimers();
});

test('stays hidden with size 0 until the widget reports', async () => {
  await settle();
  expect([shown(), ...size()]).toEqual([false, '', '']);
});

test.each([
  [76, 80],
  [40, 40],
])('takes the launcher’s size of %d × %d in the corner', (width, height) => {
  tell({ widget: 'size', width, height });
  expect([shown(), ...size(), frame().style.bottom]).toEqual([true, `${width}px`, `${height}px`, '8px']);
});

test.each([
  [{ widget: 'size', width: 10_000, height: 10_000 }],
  [{ widget: 'size', width: 1e308, height: 60 }],
])('clamps %j to the launcher’s limits', (data) => {
  tell(data);
  expect(size()).toEqual(['240px', `${Math.min(data.height, 112)}px`]);
});

test('keeps a gap on both sides of a narrow screen', () => {
  Object.defineProperty(document.documentElement, 'clientWidth', { configurable: true, value: 200 });
  tell({ widget: 'size', width: 240, height: 60 });
  expect(size()).toEqual(['184px', '60px']);
});

test.each([
  ['another source window', { widget: 'size', width: 60, height: 60 }, { source: window }],
  ['another origin', { widget: 'size', width: 60, height: 60 }, { origin: 'https://evil.example' }],
  ['a non-numeric width', { widget: 'size', width: 'wide', height: 60 }, {}],
  ['non-finite numbers', { widget: 'size', width: Number.NaN, height: Infinity }, {}],
  ['a 2px size', { widget: 'size', width: 2, height: 2 }, {}],
  ['a 39px height', { widget: 'size', width: 60, height: 39 }, {}],
  ['a 39px width', { widget: 'size', width: 39, height: 60 }, {}],
  ['no data', null, {}],
])('ignores a message with %s', (_what, data, from) => {
  tell(data, from);
  expect([shown(), ...size()]).toEqual([false, '', '']);
});

test('moves up above an interactive element to the first free place', () => {
  pressable(16, 600, 343, 48);
  tell({ widget: 'size', width: 64, height: 64 });
  expect(shown()).toBe(true);
  // Its bottom edge is above the button: 667 - 600 = 67.
  expect(Number.parseFloat(frame().style.bottom)).toBeGreaterThanOrEqual(67);
});

test.each([
  ...['<a href="/store">', '<button>', '<input>', '<select>', '<textarea>', '<summary>', '<label>'],
  ...['<video>', '<audio>', '<iframe>', '<p contenteditable="true">', '<section tabindex="0">'],
  ...['button', 'link', 'slider', 'checkbox', 'radio', 'tab', 'option', 'menuitem', 'switch'].map(
    (role) => `<p role="${role}">`,
  ),
])('moves up above %s', (tag) => {
  document.body.insertAdjacentHTML('afterbegin', tag);
  const element = document.body.firstElementChild as HTMLElement;
  element.getBoundingClientRect = () => new DOMRect(16, 600, 343, 48);
  tell({ widget: 'size', width: 64, height: 64 });
  expect(Number.parseFloat(frame().style.bottom)).toBeGreaterThanOrEqual(67);
});

test.each(['<p>', '<a>', '<input type="hidden">', '<section tabindex="-1">', '<p contenteditable="false">'])(
  'stays in the corner over %s, which nobody presses',
  (tag) => {
    document.body.insertAdjacentHTML('afterbegin', tag);
    const element = document.body.firstElementChild as HTMLElement;
    element.getBoundingClientRect = () => new DOMRect(16, 600, 343, 48);
    tell({ widget: 'size', width: 64, height: 64 });
    expect([shown(), frame().style.bottom]).toEqual([true, '8px']);
  },
);

type Box = [left: number, top: number, width: number, height: number];
test.each<[string, Box, Box]>([
  // The launcher is 64 × 64, 8 from both edges: 303 to 367 and 595 to 659.
  ['left of the launcher', [200, 600, 103, 40], [200, 600, 104, 40]],
  ['right of it', [367, 600, 8, 40], [366, 600, 9, 40]],
  ['above it', [303, 555, 64, 40], [303, 556, 64, 40]],
  ['below it', [303, 659, 64, 8], [303, 658, 64, 9]],
])(
  'stays beside a control directly %s, and leaves one that it would cover by a pixel',
  (_where, beside, under) => {
    const control = pressable(...beside);
    tell({ widget: 'size', width: 64, height: 64 });
    expect([shown(), frame().style.bottom]).toEqual([true, '8px']);
    control.getBoundingClientRect = () => new DOMRect(...under);
    tell({ widget: 'size', width: 64, height: 64 });
    expect(frame().style.bottom).not.toBe('8px');
  },
);

test('moves above all interactive elements in its way and no higher', () => {
  pressable(16, 600, 343, 48);
  pressable(16, 540, 343, 48);
  // Far above the launcher, so it has no effect.
  pressable(0, 0, 375, 56);
  tell({ widget: 'size', width: 64, height: 64 });
  expect(shown()).toBe(true);
  const bottom = Number.parseFloat(frame().style.bottom);
  // 667 - 540 = 127.
  expect(bottom).toBeGreaterThanOrEqual(127);
  expect(bottom).toBeLessThan(127 + 48);
});

test('hides if there is no free place and returns when there is', async () => {
  const buttons = Array.from({ length: 12 }, (_, row) => pressable(0, 100 + row * 48, 375, 46));
  tell({ widget: 'size', width: 64, height: 64 });
  expect(shown()).toBe(false);
  for (const button of buttons) button.remove();
  await settle();
  expect(shown()).toBe(true);
});

test.each([
  // The scroll of a part of the page does not bubble.
  ['a part of the page scrolls', new Event('scroll')],
  ['a transition moves a control', new Event('transitionend', { bubbles: true })],
])('hides while %s, and moves back afterwards', async (_what, event) => {
  tell({ widget: 'size', width: 64, height: 64 });
  const link = pressable(300, 900, 70, 40, 'input');
  await settle();
  expect(shown()).toBe(true);
  link.getBoundingClientRect = () => new DOMRect(300, 620, 70, 40);
  link.dispatchEvent(event);
  await jest.advanceTimersByTimeAsync(20);
  expect(shown()).toBe(false);
  await settle();
  expect([shown(), frame().style.bottom]).toEqual([true, '48px']);
});

test('expands only after focus in the frame, within the screen', () => {
  frame().focus();
  tell({ widget: 'open', width: 0, height: 0 });
  // Without a launcher there is nothing to press.
  expect([shown(), ...size()]).toEqual([false, '', '']);
  frame().blur();
  tell({ widget: 'size', width: 64, height: 64 });
  tell({ widget: 'open', width: 0, height: 0 });
  expect(size()).toEqual(['64px', '64px']);
  frame().focus();
  tell({ widget: 'open', width: 0, height: 0 });
  expect(size()).toEqual(['359px', '603px']);
  // The button is directly above the panel.
  expect([closer().hidden, closer().style.bottom]).toEqual([false, '619px']);
});

test('on a large screen the panel is 420 × 680', () => {
  Object.defineProperty(document.documentElement, 'clientWidth', { configurable: true, value: 1440 });
  Object.defineProperty(window, 'innerHeight', { configurable: true, value: 900 });
  openPanel();
  expect([...size(), closer().style.bottom]).toEqual(['420px', '680px', '696px']);
});

function openPanel(): void {
  tell({ widget: 'size', width: 64, height: 64 });
  frame().focus();
  tell({ widget: 'open', width: 0, height: 0 });
}

test.each([
  ['its button', () => closer().click()],
  ['Escape', () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))],
  ['the widget itself', () => tell({ widget: 'close', width: 0, height: 0 })],
  ['a window resize', () => window.dispatchEvent(new Event('resize'))],
])('the panel is closed by %s', (_what, close) => {
  openPanel();
  close();
  expect(size()).toEqual(['64px', '64px']);
  expect(closer().hidden).toBe(true);
});

test.each([
  ['its button', closer],
  ['the panel', frame],
])('closed from %s, the panel gives the focus to the launcher', (_where, place) => {
  openPanel();
  place().focus();
  const focus = jest.spyOn(frame(), 'focus');
  closer().click();
  expect(focus).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(frame());
});

test('the panel stays open at an Escape that ends a composition of an input method', () => {
  openPanel();
  const opened = size();
  for (const composing of [{ isComposing: true }, { keyCode: 229 }])
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', ...composing }));
  expect(size()).toEqual(opened);
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(size()).toEqual(['64px', '64px']);
});

test('focus behind the panel collapses it', () => {
  openPanel();
  const field = pressable(20, 300, 335, 44, 'input');
  field.focus();
  expect(size()).toEqual(['64px', '64px']);
});

test('unmount removes iframe, button, listeners and timers', () => {
  tell({ widget: 'size', width: 64, height: 64 });
  window.dispatchEvent(new Event('scroll'));
  unmount();
  expect(document.querySelectorAll('iframe, button')).toHaveLength(0);
  expect(document.documentElement.dataset['widget']).toBeUndefined();
  expect(jest.getTimerCount()).toBe(0);
  window.dispatchEvent(new Event('scroll'));
  expect(jest.getTimerCount()).toBe(0);
});
