import { expect, jest, test } from '@jest/globals';
import { noticeStore, notify } from '../notifications/notification-store.ts';
import { chooseTheme, themeStore } from '../theme/theme.ts';
import { showToast, toastStore } from '../toasts/toast-store.ts';

test.each([
  ['notices', noticeStore, (): void => void notify({ key: 'a', title: 'A' })],
  ['toasts', toastStore, (): void => showToast({ message: 'deleted' })],
  ['theme', themeStore, (): void => chooseTheme('dark')],
  [
    'theme of another tab',
    themeStore,
    (): void => void dispatchEvent(new StorageEvent('storage', { key: 'theme' })),
  ],
] as const)('the store of %s calls each listener until it unsubscribes', (_name, store, change) => {
  const [first, second] = [jest.fn(), jest.fn()];
  const leave = store.subscribe(first);
  const leaveSecond = store.subscribe(second);
  change();
  leave();
  change();
  leaveSecond();
  change();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 2]);
});
