import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { appStore, userAuth, userInfo } from '@yunduo/api-contract';
import {
  storeApi,
  authApi,
  handledByForm,
  handledByView,
  isApiFailure,
  onProofRequired,
  profileApi,
} from '@yunduo/data-access';
import { fakeClient, rejection, silence } from '@yunduo/data-access/testing';
import { selectSignedIn, sessionRestored, tokenStorage } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import type { ShellState } from '../common/shell-hooks.ts';
import { claimFailure } from '../errors/shown-failures.ts';
import { clearMessages, inShell } from '../testing.tsx';
import { Toasts } from '../toasts/toasts.tsx';
import { ShellEffects } from './shell-effects.tsx';

beforeEach(() => tokenStorage.clear());
afterEach(() => act(clearMessages));

const frame = (
  <>
    <ShellEffects />
    <Toasts />
  </>
);
const failing = (error: unknown) => () => {
  throw error;
};
const input = { email: 'a@b.test', password: 'x', agree: true };
type Setup = Parameters<typeof inShell>[1];

/** A page with frame and toasts; `at` returns the visitor's path. */
function open(setup: Setup = {}) {
  const view = inShell(<h1>Page</h1>, { frame, ...setup });
  render(view.element);
  const { router, store } = view;
  return {
    ...view,
    dispatch: store.dispatch,
    at: () => router.state.location.pathname + router.state.location.search,
  };
}
const toast = () => screen.queryByRole('alert')?.textContent || undefined;

test.each([
  ['CODE_INVALID', '验证码不对或已过期'],
  ['APP_NOT_FOUND', '应用不存在或已下架'],
  ['INTERNAL', '数据库没有回答'],
] as const)('[R8.01] a call rejected with %s shows the message of the response', async (code, msg) => {
  const { dispatch } = open({ client: fakeClient([userAuth.login, failing(rejection(code, {}, msg))]) });
  await act(async () => void (await dispatch(authApi.endpoints.login.initiate(input))));
  expect(toast()).toBe(msg);
});

test.each([
  ['zh', '服务器拒绝访问'],
  ['en', 'The server refused access'],
] as const)('[R8.02] a 403 shows “access refused” in %s', async (locale, words) => {
  const client = fakeClient([userAuth.login, failing(rejection('FORBIDDEN', {}, 'secret reason'))]);
  const { dispatch } = open({ client, locale });
  await act(async () => void (await dispatch(authApi.endpoints.login.initiate(input))));
  expect(toast()).toBe(words);
});

test('[R8.02] a 403 refetches the user’s roles', async () => {
  const client = fakeClient(
    [userInfo.index, userFixture({ roles: ['user', 'reviewer'] })],
    [appStore.list, failing(rejection('FORBIDDEN'))],
  );
  const { dispatch, store } = open({ client });
  const roles = () => (store.getState() as ShellState).session.user?.roles;
  act(() => void dispatch(sessionRestored({ token: 'yd_token', ytToken: '' })));
  await waitFor(() => expect(roles()).toEqual(['user', 'reviewer']));
  client.answer(userInfo.index, userFixture({ roles: ['user'] }));
  await act(async () => void (await dispatch(storeApi.endpoints.storeList.initiate({}))));
  await waitFor(() => expect(roles()).toEqual(['user']));
  client.answer(userInfo.index, failing(rejection('FORBIDDEN')));
  await act(async () => void (await dispatch(storeApi.endpoints.storeList.initiate({ page: 2 }))));
  await waitFor(() => expect(client.count(userInfo.index)).toBe(3));
});

test.each([
  ['any other status', rejection('RATE_LIMITED', {}, 'slow down')],
  ['an unavailable server', rejection('UNAVAILABLE', {}, 'away')],
  ['no response', silence()],
  ['a timeout', silence('TIMEOUT')],
  ['a 500 without a message', rejection('INTERNAL', {}, '')],
])('[R8.04] %s shows “server busy”', async (_what, error) => {
  const { dispatch } = open({ client: fakeClient([userAuth.login, failing(error)]) });
  await act(async () => void (await dispatch(authApi.endpoints.login.initiate(input))));
  expect(toast()).toBe('服务器繁忙，请稍后重试');
});

test('[R8.04] a client-side exception in a call shows “server busy”', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { dispatch } = open({ client: fakeClient([userAuth.login, failing(new TypeError('oops'))]) });
  await act(async () => void (await dispatch(authApi.endpoints.login.initiate(input))));
  expect(toast()).toBe('服务器繁忙，请稍后重试');
  logged.mockClear();
});

test('a call that its page aborts shows no toast', async () => {
  const client = fakeClient([userAuth.login, () => new Promise<never>(() => undefined)]);
  const { dispatch } = open({ client });
  const call = dispatch(authApi.endpoints.login.initiate(input));
  await act(async () => {
    call.abort();
    await call;
  });
  expect(toast()).toBeUndefined();
});

test('an aborted call shows no toast', async () => {
  const { dispatch } = open({ client: fakeClient([userAuth.login, failing(silence('ABORTED'))]) });
  await act(async () => void (await dispatch(authApi.endpoints.login.initiate(input))));
  expect(toast()).toBeUndefined();
});

test('handledByForm suppresses the toast except for errors that a form cannot show', async () => {
  const client = fakeClient([userAuth.login, failing(rejection('CREDENTIALS_INVALID'))]);
  const { dispatch } = open({ client });
  const login = () =>
    act(async () => {
      const { error } = await dispatch(authApi.endpoints.login.initiate(handledByForm(input)));
      if (isApiFailure(error) && error.status === 400) claimFailure(error);
    });
  await login();
  expect(toast()).toBeUndefined();
  client.answer(userAuth.login, failing(rejection('FORBIDDEN')));
  await login();
  expect(toast()).toBe('服务器拒绝访问');
  client.answer(userAuth.login, failing(silence()));
  await login();
  expect(toast()).toBe('服务器繁忙，请稍后重试');
});

test('handledByView suppresses the toast', async () => {
  const { dispatch } = open({ client: fakeClient([userAuth.login, failing(silence())]) });
  await act(async () => void (await dispatch(authApi.endpoints.login.initiate(handledByView({ ...input })))));
  expect(toast()).toBeUndefined();
});

test.each([
  ['zh', '请先登录', '/store?q=a', '/login?from=%2Fstore%3Fq%3Da'],
  ['en', 'Please log in first', '/en/store', '/en/login?from=%2Fen%2Fstore'],
] as const)(
  '[R4.02] [R8.03] a 401 clears token and user, shows a toast in %s and redirects to sign-in with from',
  async (locale, words, path, login) => {
    tokenStorage.saveToken('yd_1');
    const client = fakeClient(
      [userInfo.index, userFixture()],
      [appStore.list, failing(rejection('UNAUTHENTICATED'))],
    );
    const { dispatch, store, at } = open({ client, locale, path });
    await act(async () => void dispatch(sessionRestored({ token: 'yd_1', ytToken: '' })));
    expect(store.getState().session.user?.id).toBe(7);
    await act(async () => void (await dispatch(storeApi.endpoints.storeList.initiate({ cate: 'my' }))));
    await waitFor(() => expect(at()).toBe(login));
    expect(toast()).toBe(words);
    expect(tokenStorage.token()).toBe('');
    expect(store.getState().session).toMatchObject({ token: '', user: null, headImage: '' });
  },
);

test.each([
  ['zh', '/user', '登录过期，请重新登陆', '/login?from=%2Fuser'],
  ['en', '/en/user', 'Your login has expired, please log in again', '/en/login?from=%2Fen%2Fuser'],
] as const)('a 401 from user info on %s %s shows “login expired”', async (locale, path, words, login) => {
  const client = fakeClient([userInfo.index, failing(rejection('UNAUTHENTICATED'))]);
  const { dispatch, store, at } = open({ client, locale, path });
  await act(async () => void dispatch(sessionRestored({ token: 'yd_1', ytToken: '' })));
  await waitFor(() => expect(at()).toBe(login));
  expect(toast()).toBe(words);
  expect(selectSignedIn(store.getState())).toBe(false);
});

test('a 401 from user info on another page asks to log in', async () => {
  const client = fakeClient([userInfo.index, failing(rejection('UNAUTHENTICATED'))]);
  const { dispatch } = open({ client, path: '/users' });
  await act(async () => void dispatch(sessionRestored({ token: 'yd_1', ytToken: '' })));
  await waitFor(() => expect(toast()).toBe('请先登录'));
});

test.each([['userInfo first'], ['sessions first']])(
  'of two simultaneous 401s on /user “login expired” wins: %s',
  async (order) => {
    const rejectCall: Record<string, () => void> = {};
    const later = (name: string) => () =>
      new Promise((_resolve, reject) => (rejectCall[name] = () => reject(rejection('UNAUTHENTICATED'))));
    const client = fakeClient([userInfo.index, later('user')], [userInfo.sessions, later('sessions')]);
    const { dispatch, at } = open({ client, path: '/user' });
    await act(async () => void dispatch(sessionRestored({ token: 'yd_1', ytToken: '' })));
    await act(async () => void dispatch(profileApi.endpoints.sessions.initiate()));
    const both = order === 'userInfo first' ? ['user', 'sessions'] : ['sessions', 'user'];
    for (const name of both) {
      await act(async () => rejectCall[name]?.());
      await waitFor(() => expect(at()).toBe('/login?from=%2Fuser'));
    }
    await waitFor(() => expect(toast()).toBe('登录过期，请重新登陆'));
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  },
);

test('“login expired” stays when a call without a session is rejected with 401', async () => {
  const client = fakeClient(
    [userInfo.index, failing(rejection('UNAUTHENTICATED'))],
    [userInfo.sessions, failing(rejection('UNAUTHENTICATED'))],
  );
  const { dispatch, at } = open({ client, path: '/user' });
  await act(async () => void dispatch(sessionRestored({ token: 'yd_1', ytToken: '' })));
  await waitFor(() => expect(at()).toBe('/login?from=%2Fuser'));
  await act(async () => void (await dispatch(profileApi.endpoints.userInfo.initiate())));
  expect(client.count(userInfo.index)).toBe(2);
  expect(toast()).toBe('登录过期，请重新登陆');
  expect(at()).toBe('/login?from=%2Fuser');
  // After its removal a rejected call raises its toast as usual.
  act(clearMessages);
  await act(async () => void (await dispatch(profileApi.endpoints.sessions.initiate())));
  expect(toast()).toBe('请先登录');
});

test.each([
  ['', false],
  [', to a call repeated after a proof of identity,', true],
])('a late 401 of an ended session%s does not end the next session', async (_, asksFirst) => {
  const stop = onProofRequired(() => Promise.resolve(true));
  let asks = asksFirst;
  let rejectCall: () => void = () => undefined;
  const client = fakeClient(
    [userInfo.index, userFixture()],
    [
      userInfo.sessions,
      () => {
        if (asks) {
          asks = false;
          throw rejection('PROOF_REQUIRED', { proof: ['password'] });
        }
        return new Promise((_resolve, reject) => (rejectCall = () => reject(rejection('UNAUTHENTICATED'))));
      },
    ],
  );
  const { dispatch, store, at } = open({ client, path: '/store' });
  await act(async () => void dispatch(sessionRestored({ token: 'yd_1', ytToken: '' })));
  await act(async () => void dispatch(profileApi.endpoints.sessions.initiate()));
  await waitFor(() => expect(client.count(userInfo.sessions)).toBe(asksFirst ? 2 : 1));
  await act(async () => void dispatch(sessionRestored({ token: 'yd_2', ytToken: '' })));
  await act(async () => rejectCall());
  expect(selectSignedIn(store.getState())).toBe(true);
  expect(toast()).toBeUndefined();
  expect(at()).toBe('/store');
  stop();
});

test('an anonymous visitor is asked to log in at each 401', async () => {
  const client = fakeClient([userAuth.handover, failing(rejection('UNAUTHENTICATED'))]);
  const { dispatch } = open({ client, path: '/login' });
  for (let turn = 0; turn < 2; turn += 1) {
    await act(
      async () => void (await dispatch(authApi.endpoints.handover.initiate({ r_url: 'https://a.test' }))),
    );
    expect(toast()).toBe('请先登录');
    act(clearMessages);
  }
});

test('fetches user info once per session', async () => {
  const client = fakeClient([userInfo.index, userFixture()]);
  const { dispatch, store, router } = open({ client, routes: [{ path: '/store', element: <h1>Store</h1> }] });
  await act(async () => void (await router.navigate('/store')));
  expect(client.count(userInfo.index)).toBe(0);
  await act(async () => void dispatch(sessionRestored({ token: 'yd_1', ytToken: '' })));
  await waitFor(() => expect(store.getState().session.user?.nickname).toBe('云舵用户'));
  await act(async () => void (await router.navigate('/')));
  expect(client.count(userInfo.index)).toBe(1);
});

test.each([
  ['zh', '/subscribe', '/store'],
  ['en', '/en/subscribe', '/en/store'],
] as const)(
  'the subscribe page fetches no user info; the next page ends a dead session (%s)',
  async (locale, path, next) => {
    const client = fakeClient([userInfo.index, failing(rejection('UNAUTHENTICATED'))]);
    const routes = [{ path: next, element: <h1>Store</h1> }];
    const { dispatch, router, at } = open({ client, locale, path: `${path}?do=confirm&token=t`, routes });
    await act(async () => void dispatch(sessionRestored({ token: 'yd_1', ytToken: '' })));
    expect(client.count(userInfo.index)).toBe(0);
    expect(at()).toBe(`${path}?do=confirm&token=t`);
    await act(async () => void (await router.navigate(next)));
    await waitFor(() => expect(at()).toContain('/login?from='));
  },
);

test('fetches the user of a session that replaces one whose user has not loaded', async () => {
  const client = fakeClient([userInfo.index, () => new Promise<never>(() => undefined)]);
  const { dispatch, store } = open({ client });
  await act(async () => void dispatch(sessionRestored({ token: 'yd_1', ytToken: '' })));
  client.answer(userInfo.index, userFixture());
  await act(async () => void dispatch(sessionRestored({ token: 'yd_2', ytToken: '' })));
  await waitFor(() => expect(store.getState().session.user?.id).toBe(7));
  expect(client.count(userInfo.index)).toBe(2);
});

test('refetches failed user info on the next page', async () => {
  const client = fakeClient([userInfo.index, failing(silence())]);
  const { dispatch, store, router } = open({ client, routes: [{ path: '/store', element: <h1>Store</h1> }] });
  await act(async () => void dispatch(sessionRestored({ token: 'yd_1', ytToken: '' })));
  expect(toast()).toBe('服务器繁忙，请稍后重试');
  client.answer(userInfo.index, userFixture());
  await act(async () => void (await router.navigate('/store')));
  await waitFor(() => expect(store.getState().session.user?.id).toBe(7));
});

test('[R3.02] loading flag, path and scroll position follow the router', async () => {
  let arrive: () => void = () => undefined;
  const slow = {
    path: '/user',
    loader: () => new Promise<null>((resolve) => (arrive = () => resolve(null))),
    element: <h1>User</h1>,
  };
  const { store, router } = open({ routes: [slow] });
  const common = () => (store.getState() as ShellState).common;
  expect(common()).toMatchObject({ loading: false, path: '/' });
  Object.defineProperty(window, 'scrollY', { configurable: true, value: 1200 });
  await act(async () => void router.navigate('/user'));
  expect(common()).toMatchObject({ loading: true, path: '/user', scrollPosition: 1200 });
  await act(async () => arrive());
  expect(common()).toMatchObject({ loading: false, path: '/user' });
});

test('announces the title of each page after the first', async () => {
  const page = (path: string, title: string) => ({
    path,
    element: (
      <>
        <title>{title}</title>
        <h1>{title}</h1>
      </>
    ),
  });
  const { router } = open({
    routes: [page('/', 'Home'), page('/store', 'App store'), page('/store/1', 'Nginx')],
  });
  const message = () => document.querySelector('[aria-live=polite]')?.textContent;
  expect([document.title, message()]).toEqual(['Home', '']);
  await act(async () => void (await router.navigate('/store')));
  await waitFor(() => expect(message()).toBe('App store'));
  await act(async () => void (await router.navigate('/store/1')));
  await waitFor(() => expect(message()).toBe('Nginx'));
});
