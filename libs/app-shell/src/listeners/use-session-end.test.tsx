import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { sessionEnded, sessionStarted, tokenStorage } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { inShell } from '../testing.tsx';
import { useSessionEnd } from './use-session-end.ts';

const elsewhere = jest.fn<() => string | null>();

/** A page that requires a session, opened from the home page, with or without one. */
async function open(options?: { signedIn: boolean }) {
  function Orders() {
    useSessionEnd(elsewhere);
    return null;
  }
  const { element, router, store } = inShell(null, {
    routes: [{ path: '/user/order', element: <Orders /> }],
  });
  const start = () => store.dispatch(sessionStarted({ token: 'yd_1', user: userFixture({ id: 1 }) }));
  if (options?.signedIn ?? true) start();
  render(element);
  await act(() => router.navigate('/user/order?page=2'));
  return {
    router,
    start: () => act(() => void start()),
    end: () => act(async () => void store.dispatch(sessionEnded())),
    at: () => router.state.location.pathname + router.state.location.search,
  };
}

beforeEach(() => {
  tokenStorage.clear();
  elsewhere.mockReset().mockReturnValue(null);
});

test('the end of the session leads to sign-in, which returns here, and Back skips the page', async () => {
  const { router, end, at } = await open();
  expect(at()).toBe('/user/order?page=2');
  await end();
  expect(at()).toBe(`/login?from=${encodeURIComponent('/user/order?page=2')}`);
  await act(() => router.navigate(-1));
  expect(at()).toBe('/');
});

test('the page may name another path at that moment', async () => {
  const { end, at } = await open();
  elsewhere.mockReturnValue('/store');
  await end();
  expect(at()).toBe('/store');
});

test('a visit without a session is left to the route guard; a later session that ends is not', async () => {
  const { start, end, at } = await open({ signedIn: false });
  expect(at()).toBe('/user/order?page=2');
  await start();
  await end();
  expect(at()).toContain('/login');
});
