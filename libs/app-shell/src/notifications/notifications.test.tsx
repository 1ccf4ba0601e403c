import { afterEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { clearMessages, inShell } from '../testing.tsx';
import { overlayOrder } from '../overlay/overlay-order.ts';
import { notify } from './notification-store.ts';
import { Notifications } from './notifications.tsx';

afterEach(() => act(clearMessages));
const open = () => render(inShell(null, { frame: <Notifications /> }).element);
const titles = () => screen.queryAllByRole('heading').map(({ textContent }) => textContent);

test('stay open, newest first, one per key', () => {
  open();
  act(() => {
    notify({ key: 'a', title: 'A', text: 'about a' });
    notify({ key: 'b', title: 'B' });
    notify({ key: 'a', title: 'A again' });
  });
  expect(titles()).toEqual(['A again', 'B']);
});

test('an action runs its handler and closes the notification', () => {
  open();
  const onSelect = jest.fn();
  const actions = ['Do it', 'Later'].map((label) => ({ label, onSelect }));
  act(() => void notify({ key: 'a', title: 'A', text: 'about a', actions }));
  expect(screen.getByText('about a')).toBeTruthy();
  // One is enough to be above what is open.
  expect(document.querySelector<HTMLElement>('.overlay')?.style.zIndex).toMatch(/^\d+$/);
  expect(actions.map(({ label }) => screen.getByRole('button', { name: label }).dataset.kind)).toEqual([
    'primary',
    'bare',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Do it' }));
  expect(onSelect).toHaveBeenCalledTimes(1);
  expect(titles()).toEqual([]);
});

test('close by their button and by the returned function', () => {
  open();
  let close = () => undefined as unknown as void;
  act(() => {
    notify({ key: 'a', title: 'A' });
    close = notify({ key: 'b', title: 'B' });
  });
  act(() => close());
  expect(titles()).toEqual(['A']);
  expect(overlayOrder.open()).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: '关闭' }));
  expect(titles()).toEqual([]);
  // What opens next takes the first place.
  expect(overlayOrder.open()).toEqual([]);
});
