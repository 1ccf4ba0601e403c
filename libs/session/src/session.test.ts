import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { configureStore } from '@reduxjs/toolkit';
import { waitFor } from '@testing-library/dom';
import {
  endSession,
  forgetWritten,
  headImageArrived,
  selectGeneration,
  selectSignedIn,
  selectUser,
  sessionRestored,
  sessionSlice,
  signedInHint,
  signIn,
  startSession,
  tokenStorage,
  userArrived,
  userPanelOpened,
} from './index.ts';
import { userFixture } from './testing.ts';

const newStore = () => configureStore({ reducer: { session: sessionSlice.reducer } });

let stops: (() => void)[] = [];
/** A tab: a store with the browser's stored session. */
function openTab() {
  const store = newStore();
  stops.push(startSession(store));
  return store;
}
/** jsdom sends no storage event to its own window: this is what other tabs receive. */
const otherTabWrote = (key: string | null) => {
  window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
};
beforeEach(() => {
  localStorage.clear();
  signedInHint.clear();
});
afterEach(() => {
  stops.forEach((stop) => stop());
  stops = [];
});

test('[R3.01] user state starts anonymous: token, tb_id, yt_token, avatar, panel', () => {
  expect(newStore().getState().session).toEqual({
    token: '',
    tbId: null,
    ytToken: '',
    headImage: '',
    userPanel: 'person-info',
    user: null,
    generation: 0,
  });
});

test('[R3.01] sign-in fills the user state, and the panel follows the open one', () => {
  const store = openTab();
  store.dispatch(signIn({ token: 'yd_1', user: userFixture({ tb_id: 42, yt_token: 'yt_9' }) }));
  store.dispatch(userPanelOpened('order-info'));
  expect(store.getState().session).toMatchObject({
    token: 'yd_1',
    tbId: 42,
    ytToken: 'yt_9',
    headImage: '/uploads/avatar-7.webp',
    userPanel: 'order-info',
  });
});

test('sign-in stores both tokens and the hint; sign-out clears them', () => {
  const store = openTab();
  localStorage.setItem('device_version', '6.2.1');
  store.dispatch(signIn({ token: 'yd_1', user: userFixture() }));
  expect(localStorage.getItem('token')).toBe('yd_1');
  expect(localStorage.getItem('yt_token')).toBe('yt_fixture');
  expect(signedInHint.read()).toBe(true);
  store.dispatch(endSession());
  expect(localStorage.getItem('token')).toBeNull();
  expect(localStorage.getItem('yt_token')).toBeNull();
  expect(signedInHint.read()).toBe(false);
  expect(tokenStorage.deviceVersion()).toBe('6.2.1');
  expect(selectSignedIn(store.getState())).toBe(false);
  expect(selectUser(store.getState())).toBeNull();
});

test('the hint cookie contains no token', () => {
  openTab().dispatch(signIn({ token: 'yd_secret', user: userFixture() }));
  expect(document.cookie).toBe('signed_in=1');
});

test('the hint is written before the token', () => {
  const setItem = jest.spyOn(Storage.prototype, 'setItem');
  const hints: [key: string, hint: boolean][] = [];
  setItem.mockImplementation((key) => void hints.push([key, signedInHint.read()]));
  openTab().dispatch(signIn({ token: 'yd_1', user: userFixture() }));
  setItem.mockRestore();
  expect(hints).toContainEqual(['token', true]);
});

test('a stored session is restored on the next visit, without its user', () => {
  localStorage.setItem('token', 'yd_kept');
  localStorage.setItem('yt_token', 'yt_kept');
  const { session } = openTab().getState();
  expect(session).toMatchObject({ token: 'yd_kept', ytToken: 'yt_kept', user: null, generation: 1 });
  expect(signedInHint.read()).toBe(true);
});

test('a hint without a token is cleared', () => {
  signedInHint.write();
  const store = openTab();
  expect(signedInHint.read()).toBe(false);
  expect(store.getState().session.generation).toBe(0);
});

test('follows another tab that signs in, signs out or clears the storage', () => {
  const store = openTab();
  localStorage.setItem('token', 'yd_other');
  otherTabWrote('token');
  expect(store.getState().session).toMatchObject({ token: 'yd_other', user: null });
  localStorage.removeItem('token');
  otherTabWrote('token');
  expect(selectSignedIn(store.getState())).toBe(false);
  localStorage.setItem('token', 'yd_third');
  otherTabWrote('token');
  localStorage.clear();
  otherTabWrote(null);
  expect(selectSignedIn(store.getState())).toBe(false);
});

test('ignores other keys and an unchanged token', () => {
  const store = openTab();
  store.dispatch(signIn({ token: 'yd_1', user: userFixture() }));
  const before = store.getState().session;
  localStorage.setItem('theme', 'dark');
  otherTabWrote('theme');
  otherTabWrote('token');
  expect(store.getState().session).toBe(before);
});

test('reads the token again on return from the back-forward cache', () => {
  const store = openTab();
  store.dispatch(signIn({ token: 'yd_1', user: userFixture() }));
  localStorage.removeItem('token');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(selectSignedIn(store.getState())).toBe(true);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(selectSignedIn(store.getState())).toBe(false);
});

test('a storage event without a storage is followed, one of the tab’s storage is not', () => {
  const store = openTab();
  localStorage.setItem('token', 'yd_other');
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', storageArea: sessionStorage }));
  expect(selectSignedIn(store.getState())).toBe(false);
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(selectSignedIn(store.getState())).toBe(true);
});

test('a stopped tab ignores other tabs, and tells them nothing', () => {
  const store = openTab();
  stops.pop()?.();
  localStorage.setItem('token', 'yd_other');
  otherTabWrote('token');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(selectSignedIn(store.getState())).toBe(false);
  // A closed channel would throw.
  const posted = jest.spyOn(BroadcastChannel.prototype, 'postMessage');
  store.dispatch(signIn({ token: 'yd_1', user: userFixture() }));
  expect(posted).not.toHaveBeenCalled();
  posted.mockRestore();
});

test('a tab that was stopped late does not silence the one that follows the others now', () => {
  const first = openTab();
  const posted = jest.spyOn(BroadcastChannel.prototype, 'postMessage');
  const second = openTab();
  stops.shift()?.();
  second.dispatch(signIn({ token: 'yd_1', user: userFixture() }));
  expect(posted).toHaveBeenCalledTimes(1);
  posted.mockRestore();
  expect(selectSignedIn(first.getState())).toBe(false);
});

test('a loaded user fills the user state and this browser’s forum token; a new avatar changes nothing else', () => {
  localStorage.setItem('token', 'yd_1');
  const store = openTab();
  const user = userFixture({ nickname: '舵手', tb_id: 42, yt_token: 'yt_2' });
  store.dispatch(userArrived(user));
  expect(store.getState().session).toMatchObject({
    user,
    tbId: 42,
    ytToken: 'yt_2',
    headImage: user.head_image,
  });
  expect(localStorage.getItem('yt_token')).toBe('yt_2');
  store.dispatch(headImageArrived('/new.webp'));
  expect(selectUser(store.getState())).toEqual({ ...user, head_image: '/new.webp' });
  store.dispatch(userArrived(userFixture({ yt_token: null, head_image: null })));
  expect(store.getState().session).toMatchObject({ ytToken: '', headImage: '' });
  expect(localStorage.getItem('yt_token')).toBeNull();
});

test('a token that this tab has already keeps its loaded user', () => {
  const store = openTab();
  store.dispatch(signIn({ token: 'yd_1', user: userFixture() }));
  const before = store.getState().session;
  store.dispatch(sessionRestored({ token: 'yd_1', ytToken: '' }));
  expect(store.getState().session).toBe(before);
});

test('takes nickname and avatar from another tab of the same user', async () => {
  localStorage.setItem('token', 'yd_1');
  const store = openTab();
  const other = new BroadcastChannel('session-user');
  stops.push(() => other.close());
  other.postMessage(userFixture({ nickname: '舵手' }));
  await waitFor(() => expect(selectUser(store.getState())?.nickname).toBe('舵手'));
  const shown: unknown[] = [];
  stops.push(store.subscribe(() => void shown.push(selectUser(store.getState())?.nickname)));
  other.postMessage(userFixture({ nickname: '舵手2', head_image: '/new.webp' }));
  await waitFor(() => expect(store.getState().session.headImage).toBe('/new.webp'));
  expect(shown).toEqual(['舵手2']);
});

test('ignores a broadcast of another user', async () => {
  localStorage.setItem('token', 'yd_1');
  const store = openTab();
  const other = new BroadcastChannel('session-user');
  stops.push(() => other.close());
  other.postMessage(userFixture({ nickname: '舵手' }));
  await waitFor(() => expect(selectUser(store.getState())?.nickname).toBe('舵手'));
  const shown: unknown[] = [];
  stops.push(store.subscribe(() => void shown.push(selectUser(store.getState())?.nickname)));
  other.postMessage(userFixture({ id: 99, nickname: 'another', head_image: '/another.webp' }));
  other.postMessage(userFixture({ nickname: '舵手2' }));
  await waitFor(() => expect(selectUser(store.getState())?.nickname).toBe('舵手2'));
  expect(shown).toEqual(['舵手2']);
});

test('a broadcast does not sign in a signed-out tab', async () => {
  const store = openTab();
  const shown: unknown[] = [];
  stops.push(store.subscribe(() => void shown.push(store.getState().session)));
  const other = new BroadcastChannel('session-user');
  const own = new BroadcastChannel('session-user');
  stops.push(
    () => other.close(),
    () => own.close(),
  );
  const heard = new Promise((resolve) => void (own.onmessage = resolve));
  other.postMessage(userFixture());
  await heard;
  expect(shown).toEqual([]);
  expect(selectUser(store.getState())).toBeNull();
});

test('broadcasts user changes to other tabs', async () => {
  const store = openTab();
  const other = new BroadcastChannel('session-user');
  stops.push(() => other.close());
  const reported: unknown[] = [];
  other.onmessage = ({ data }: MessageEvent<{ head_image: string }>) => void reported.push(data.head_image);
  store.dispatch(signIn({ token: 'yd_1', user: userFixture() }));
  store.dispatch(headImageArrived('/new.webp'));
  store.dispatch(userArrived(userFixture({ head_image: '/newer.webp' })));
  await waitFor(() => expect(reported).toEqual(['/uploads/avatar-7.webp', '/new.webp', '/newer.webp']));
});

test('each sign-in, sign-out and token of another tab begins a session of its own', () => {
  const store = openTab();
  const numbers = [selectGeneration(store.getState())];
  for (const action of [
    () => store.dispatch(signIn({ token: 'yd_1', user: userFixture() })),
    () => store.dispatch(endSession()),
    () => store.dispatch(signIn({ token: 'yd_1', user: userFixture() })),
    () => {
      localStorage.setItem('token', 'yd_2');
      otherTabWrote('token');
    },
  ]) {
    action();
    numbers.push(selectGeneration(store.getState()));
  }
  expect(new Set(numbers).size).toBe(5);
});

test('the hint lasts as long as an unused session', () => {
  const written = jest.spyOn(Document.prototype, 'cookie', 'set');
  signedInHint.write();
  signedInHint.clear();
  expect(written.mock.calls.map(([cookie]) => /Max-Age=[^;]+/.exec(cookie)?.[0])).toEqual([
    `Max-Age=${String(30 * 24 * 3600)}`,
    'Max-Age=0',
  ]);
  written.mockRestore();
});

test('ignores a user response after the sign-out', () => {
  const store = openTab();
  store.dispatch(userArrived(userFixture()));
  store.dispatch(headImageArrived('/new.webp'));
  expect(selectUser(store.getState())).toBeNull();
  expect(localStorage.getItem('yt_token')).toBeNull();
});

test('forgetWritten removes drafts from both storages, and nothing else', () => {
  for (const storage of [localStorage, sessionStorage]) {
    storage.setItem('typed:draft:7', '{}');
    storage.setItem('theme', 'dark');
  }
  forgetWritten();
  expect([Object.keys(localStorage), Object.keys(sessionStorage)]).toEqual([['theme'], ['theme']]);
  sessionStorage.clear();
});

test('without local storage the session lasts as long as the page', () => {
  const real = Object.getOwnPropertyDescriptor(window, 'localStorage') as PropertyDescriptor;
  Object.defineProperty(window, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('refused', 'SecurityError');
    },
  });
  try {
    tokenStorage.saveToken('yd_page');
    expect(tokenStorage.token()).toBe('yd_page');
    tokenStorage.clear();
    expect(tokenStorage.token()).toBe('');
    expect(forgetWritten).not.toThrow();
  } finally {
    Object.defineProperty(window, 'localStorage', real);
  }
});
