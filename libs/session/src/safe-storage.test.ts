import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { configureStore } from '@reduxjs/toolkit';
import {
  browserStorage,
  endSession,
  forgetWritten,
  hasCookie,
  selectSignedIn,
  sessionSlice,
  signedInHint,
  signIn,
  startSession,
  tabStorage,
  tokenStorage,
  writeCookie,
} from './index.ts';
import { breakCookies, breakStorage, storageFailures, userFixture } from './testing.ts';

let restores: (() => void)[] = [];
const later = (restore: () => void): void => void restores.push(restore);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  for (const restore of restores.reverse()) restore();
  restores = [];
  for (const storage of [browserStorage, tabStorage]) for (const key of storage.keys()) storage.remove(key);
});

describe.each(storageFailures)('Storage where %s (%j)', (how, areas) => {
  test.each([
    ['the browser', browserStorage],
    ['the tab', tabStorage],
  ])('storage of %s returns the last value, and null after its removal', (_whose, storage) => {
    storage.set('before', 'old');
    later(breakStorage(how, areas));
    storage.set('before', 'new');
    storage.set('after', '1');
    expect([storage.get('before'), storage.get('after')]).toEqual(['new', '1']);
    expect(storage.keys()).toEqual(expect.arrayContaining(['before', 'after']));
    storage.remove('before');
    storage.remove('after');
    expect([storage.get('before'), storage.get('after')]).toEqual([null, null]);
    expect(storage.keys()).not.toContain('after');
    expect(storage.get('never')).toBeNull();
  });

  test('a user signs in and out, and no draft is left', () => {
    later(breakStorage(how, areas));
    const store = configureStore({ reducer: { session: sessionSlice.reducer } });
    later(startSession(store));
    store.dispatch(signIn({ token: 'yd_1', user: userFixture() }));
    tabStorage.set('typed:feedback', '{}');
    browserStorage.set('typed:version:7', '{}');
    expect(tokenStorage.token()).toBe('yd_1');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(selectSignedIn(store.getState())).toBe(true);
    store.dispatch(endSession());
    forgetWritten();
    expect(tokenStorage.token()).toBe('');
    expect(
      [...browserStorage.keys(), ...tabStorage.keys()].filter((key) => key.startsWith('typed:')),
    ).toEqual([]);
  });
});

test('a value that local storage rejects is stored in the tab’s session storage', () => {
  later(breakStorage('it is full', ['localStorage']));
  expect(browserStorage.set('token', 'yd_1')).toBe(false);
  expect(Object.values({ ...sessionStorage })).toEqual(['yd_1']);
  expect(browserStorage.isForgetful('token')).toBe(false);
  browserStorage.remove('token');
  expect(sessionStorage).toHaveLength(0);
});

test('a rejected value is stored once the browser accepts it again', () => {
  const restore = breakStorage('it is full', ['localStorage', 'sessionStorage']);
  browserStorage.set('theme', 'dark');
  expect(browserStorage.isForgetful('theme')).toBe(true);
  restore();
  expect(browserStorage.get('theme')).toBe('dark');
  browserStorage.set('theme', 'light');
  expect([localStorage.getItem('theme'), browserStorage.get('theme')]).toEqual(['light', 'light']);
  // Another tab writes: this page's memory is outdated.
  localStorage.setItem('theme', 'dark');
  expect(browserStorage.get('theme')).toBe('dark');
});

test('a storage that was cleared is empty, and accepts new values', () => {
  browserStorage.set('theme', 'dark');
  tabStorage.set('intent', '1 save:7');
  localStorage.clear();
  sessionStorage.clear();
  expect([browserStorage.get('theme'), tabStorage.get('intent'), browserStorage.keys()]).toEqual([
    null,
    null,
    [],
  ]);
  expect(browserStorage.set('theme', 'light')).toBe(true);
  expect(browserStorage.get('theme')).toBe('light');
});

describe.each(['they are off', 'they throw'] as const)('Cookies: %s', (how) => {
  test('a choice holds for the page, and can be undone', () => {
    later(breakCookies(how));
    writeCookie('ad', '7', 100);
    expect([hasCookie('ad', '7'), hasCookie('ad', '8')]).toEqual([true, false]);
    writeCookie('ad', '', 0);
    expect([hasCookie('ad', '7'), hasCookie('ad', '')]).toEqual([false, false]);
    signedInHint.write();
    expect(signedInHint.read()).toBe(true);
    signedInHint.clear();
    expect(signedInHint.read()).toBe(false);
  });
});

test('sign-in works without BroadcastChannel', () => {
  const real = globalThis.BroadcastChannel;
  later(() => void (globalThis.BroadcastChannel = real));
  globalThis.BroadcastChannel = function refused() {
    throw new DOMException('refused', 'SecurityError');
  } as unknown as typeof BroadcastChannel;
  const store = configureStore({ reducer: { session: sessionSlice.reducer } });
  later(startSession(store));
  store.dispatch(signIn({ token: 'yd_1', user: userFixture() }));
  expect(selectSignedIn(store.getState())).toBe(true);
});
