import { expect, jest, test } from '@jest/globals';
import {
  activity,
  adminDesk,
  adminReview,
  answersPersonally,
  appStore,
  captcha,
  clientDownload,
  devApp,
  devToken,
  endpoints,
  homeArticle,
  protocol,
  site,
  userAuth,
  userFactor,
  userInfo,
  type Endpoint,
} from '@yunduo/api-contract';
import { ApiError } from '@yunduo/api-client';
import {
  endSession,
  selectSignedIn,
  selectUser,
  sessionEnded,
  sessionRestored,
  sessionStarted,
  signIn,
} from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { RouterContextProvider } from 'react-router';
import {
  accountApi,
  api,
  storeApi,
  authApi,
  captchaApi,
  contentApi,
  dehydratedState,
  DESK_WAITING,
  deskApi,
  devCenterApi,
  publishingApi,
  handledByForm,
  handledByPart,
  handledByView,
  hydratedState,
  isApiFailure,
  throwUnlessApiFailure,
  load,
  makeStore,
  onProofRequired,
  refreshOnReturn,
  reviewApi,
  secondFactorApi,
  storeContext,
  storeOf,
  profileApi,
} from './index.ts';
import { handlerOf } from './handled.ts';
import { fakeClient, rejection, silence, testStore, type FakeClient } from './testing.ts';

const categories = { list: [{ id: 'system', name: '系统', count: 3 }] };
const detail = { id: 7, name: 'Nginx </script><b>' };

function contextOf(client: FakeClient) {
  const store = testStore({ client });
  const context = new RouterContextProvider();
  context.set(storeContext, store);
  return { store, context };
}

const thrownBy = (promise: Promise<unknown>) =>
  promise.then(
    () => Promise.reject(new Error('Nothing was thrown')),
    (error: unknown) => error as { type: string; init: { status: number }; data: unknown },
  );

test('load fetches through the store of its route context, once', async () => {
  const client = fakeClient([appStore.categories, categories]);
  const { context, store } = contextOf(client);
  const query = () => load(context, storeApi.endpoints.storeCategories.initiate());
  expect(await query()).toEqual(categories);
  expect(await query()).toEqual(categories);
  expect(client.count(appStore.categories)).toBe(1);
  expect(storeApi.endpoints.storeCategories.select()(store.getState()).data).toEqual(categories);
});

test('two concurrent loads of one query share a request', async () => {
  const client = fakeClient([appStore.categories, categories]);
  const { context } = contextOf(client);
  const query = () => load(context, storeApi.endpoints.storeCategories.initiate());
  await Promise.all([query(), query()]);
  expect(client.count(appStore.categories)).toBe(1);
});

test.each([
  ['a missing object', () => rejection('APP_NOT_FOUND'), 404],
  ['a rejected id', () => rejection('VALIDATION_FAILED', { fields: { id: 'field_invalid' } }), 404],
  [
    'another rejected field',
    () => rejection('VALIDATION_FAILED', { fields: { page: 'field_invalid' } }),
    400,
  ],
  ['an expired session', () => rejection('UNAUTHENTICATED'), 401],
  ['a missing role', () => rejection('FORBIDDEN'), 403],
  ['a server error', () => rejection('INTERNAL'), 500],
  ['an unavailable server', () => rejection('UNAVAILABLE'), 503],
  ['any other status', () => rejection('RATE_LIMITED'), 500],
  ['no response', () => silence(), 503],
  ['a timeout', () => silence('TIMEOUT'), 503],
  ['the page of a captive portal', () => new ApiError({ code: 'UNREADABLE', status: 200 }), 503],
])('%s becomes a route error', async (_what, error, status) => {
  const failure = error();
  const client = fakeClient([
    appStore.detail,
    () => {
      throw failure;
    },
  ]);
  const { context } = contextOf(client);
  const thrown = await thrownBy(load(context, storeApi.endpoints.storeDetail.initiate({ id: 7 })));
  expect(thrown.init.status).toBe(status);
  expect(thrown.data).toEqual({ code: failure.code, msg: failure.msg, answered: failure.status });
});

test('the route error of an unpublished app names it and its replacement', async () => {
  const unpublished = { app_key: 'old', name: 'Old', replaced_by: { id: 9, app_key: 'new', name: 'New' } };
  const client = fakeClient([
    appStore.detail,
    () => {
      throw rejection('APP_NOT_FOUND', { unpublished });
    },
  ]);
  const { context } = contextOf(client);
  const thrown = await thrownBy(load(context, storeApi.endpoints.storeDetail.initiate({ id: 7 })));
  expect(thrown.data).toMatchObject({ unpublished });
});

test('a programming error is thrown unchanged', async () => {
  const defect = new TypeError('x is not a function');
  const client = fakeClient([
    appStore.detail,
    () => {
      throw defect;
    },
  ]);
  const { context } = contextOf(client);
  const silent = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await expect(load(context, storeApi.endpoints.storeDetail.initiate({ id: 7 }))).rejects.toMatchObject({
    message: 'x is not a function',
  });
  silent.mockClear();
});

test.each(['answered', 'refused'] as const)(
  'a loader’s request is marked as handled by the view only while it runs (%s)',
  async (end) => {
    const during: unknown[] = [];
    const client = fakeClient();
    const { context, store } = contextOf(client);
    const requestId = () =>
      String(Object.values(store.getState().api.queries).map((query) => query?.requestId)[0]);
    client.answer(appStore.categories, async () => {
      // The loader marks its call once it knows its id.
      await Promise.resolve();
      during.push(handlerOf(requestId(), undefined));
      if (end === 'refused') throw rejection('INTERNAL');
      return categories;
    });
    await load(context, storeApi.endpoints.storeCategories.initiate()).catch(() => undefined);
    expect(during).toEqual(['view']);
    expect(handlerOf(requestId(), undefined)).toBeNull();
  },
);

test('aborting a query or a mutation aborts its request', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const client = fakeClient();
  for (const endpoint of [appStore.categories, userInfo.saveUser])
    client.answer(endpoint, (_input: never, signal) => {
      signals.push(signal);
      return new Promise<never>(() => undefined);
    });
  const { store } = contextOf(client);
  const query = store.dispatch(storeApi.endpoints.storeCategories.initiate());
  const save = store.dispatch(
    profileApi.endpoints.saveUser.initiate({ nickname: '舵手', gender: 'male', birthday: '1990-01-01' }),
  );
  expect(signals.map((signal) => signal?.aborted)).toEqual([false, false]);
  query.abort();
  save.abort();
  await Promise.all([query, save]);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
});

test.each([
  ['another token arrives from another tab', sessionRestored({ token: 'yd_2', ytToken: '' })],
  ['another user signs in here', sessionStarted({ token: 'yd_2', user: userFixture({ id: 8 }) })],
  ['the session ends', sessionEnded()],
])('when %s, personal responses are removed and public ones stay', async (_when, action) => {
  const client = fakeClient([userInfo.index, userFixture()], [appStore.categories, categories]);
  const { store } = contextOf(client);
  store.dispatch(sessionRestored({ token: 'yd_1', ytToken: '' }));
  await store.dispatch(profileApi.endpoints.userInfo.initiate());
  await store.dispatch(storeApi.endpoints.storeCategories.initiate());
  const stored = () =>
    [
      profileApi.endpoints.userInfo.select()(store.getState()).data?.id,
      storeApi.endpoints.storeCategories.select()(store.getState()).data?.list.length,
    ] as const;
  expect(stored()).toEqual([7, 1]);
  store.dispatch(action);
  expect(stored()).toEqual([undefined, 1]);
});

test('storeOf throws for a context without a store', () => {
  expect(() => storeOf(new RouterContextProvider())).toThrow('no store');
});

test('a hydrated page makes no request, and the next page makes exactly one', async () => {
  const server = contextOf(fakeClient([appStore.detail, detail], [appStore.categories, categories]));
  await load(server.context, storeApi.endpoints.storeDetail.initiate({ id: 7 }));
  const json = dehydratedState(server.store.getState());

  const client = fakeClient([appStore.detail, (input: { id: number }) => ({ ...detail, id: input.id })]);
  const store = makeStore({ client, preloadedState: hydratedState(json) });
  const context = new RouterContextProvider();
  context.set(storeContext, store);
  expect(await load(context, storeApi.endpoints.storeDetail.initiate({ id: 7 }))).toEqual(detail);
  expect(client.calls).toEqual([]);
  expect(await load(context, storeApi.endpoints.storeDetail.initiate({ id: 8 }))).toMatchObject({ id: 8 });
  expect(client.calls).toEqual([{ endpoint: appStore.detail, input: { id: 8 } }]);
});

test('data that nothing shows is forgotten after a minute', async () => {
  jest.useFakeTimers();
  const store = testStore({ client: fakeClient([site.info, { name: 'Yunduo' }]) });
  const asked = store.dispatch(contentApi.endpoints.siteInfo.initiate());
  await asked;
  asked.unsubscribe();
  const known = () => contentApi.endpoints.siteInfo.select()(store.getState()).data;
  await jest.advanceTimersByTimeAsync(59_000);
  expect(known()).toEqual({ name: 'Yunduo' });
  await jest.advanceTimersByTimeAsync(2000);
  expect(known()).toBeUndefined();
  jest.useRealTimers();
});

test('hydrated data is refetched when its tag is invalidated', async () => {
  const server = contextOf(fakeClient([site.info, { name: 'old' }]));
  await load(server.context, contentApi.endpoints.siteInfo.initiate());
  const client = fakeClient([site.info, { name: 'new' }]);
  const store = makeStore({
    client,
    preloadedState: hydratedState(dehydratedState(server.store.getState())),
  });
  const shown = store.dispatch(contentApi.endpoints.siteInfo.initiate());
  await shown;
  expect(client.calls).toEqual([]);
  store.dispatch(api.util.invalidateTags(['Content']));
  await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
  expect(contentApi.endpoints.siteInfo.select()(store.getState()).data).toEqual({ name: 'new' });
  shown.unsubscribe();
});

test('the dehydrated state has the same bytes at any time and in any order of requests', async () => {
  const bytes = async (order: ('detail' | 'categories')[], at: string) => {
    jest.useFakeTimers({ now: new Date(at), doNotFake: ['setTimeout', 'queueMicrotask', 'nextTick'] });
    const { context, store } = contextOf(
      fakeClient([appStore.detail, detail], [appStore.categories, categories]),
    );
    for (const what of order) {
      if (what === 'detail') await load(context, storeApi.endpoints.storeDetail.initiate({ id: 7 }));
      else await load(context, storeApi.endpoints.storeCategories.initiate());
    }
    jest.useRealTimers();
    return dehydratedState(store.getState());
  };
  const first = await bytes(['detail', 'categories'], '2026-11-20T00:00:00Z');
  expect(await bytes(['categories', 'detail'], '2026-11-21T00:00:00Z')).toBe(first);
  // Two lists of one tag, in either order.
  const lists = async (...pages: number[]) => {
    const { context, store } = contextOf(fakeClient([appStore.list, { list: [], total: 0 }]));
    for (const page of pages) await load(context, storeApi.endpoints.storeList.initiate({ page }));
    return dehydratedState(store.getState());
  };
  expect(await lists(2, 1)).toBe(await lists(1, 2));
  expect(first).not.toMatch(/requestId|TimeStamp|subscriptions|session/);
});

test('the dehydrated state contains no <, and hydrates unchanged', async () => {
  const { context, store } = contextOf(fakeClient([appStore.detail, detail]));
  await load(context, storeApi.endpoints.storeDetail.initiate({ id: 7 }));
  const json = dehydratedState(store.getState());
  expect(json).not.toContain('<');
  const next = makeStore({ client: fakeClient(), preloadedState: hydratedState(json) });
  expect(storeApi.endpoints.storeDetail.select({ id: 7 })(next.getState()).data).toEqual(detail);
});

test('failed and running queries are not dehydrated', async () => {
  const client = fakeClient(
    [
      appStore.detail,
      () => {
        throw rejection('APP_NOT_FOUND');
      },
    ],
    [appStore.categories, () => new Promise(() => undefined)],
  );
  const { store } = contextOf(client);
  const running = store.dispatch(storeApi.endpoints.storeCategories.initiate());
  await store.dispatch(storeApi.endpoints.storeDetail.initiate({ id: 7 }));
  expect(JSON.parse(dehydratedState(store.getState())).api.queries).toEqual({});
  running.abort();
});

test.each([null, undefined, ''])('hydratedState returns undefined for %p', (json) => {
  expect(hydratedState(json)).toBeUndefined();
});

test('[R8.05] a failed call rejects with code, message and fields of the response', async () => {
  const { store } = contextOf(
    fakeClient([
      userAuth.register,
      () => {
        throw rejection('CODE_INVALID', { fields: { code: 'code_invalid' } }, '验证码不对');
      },
    ]),
  );
  const input = { email: 'a@b.test', code: '1', password: 'x', password_confirm: 'x', agree: true };
  const failure: unknown = await store
    .dispatch(authApi.endpoints.register.initiate(handledByForm(input)))
    .unwrap()
    .catch((error: unknown) => error);
  expect(isApiFailure(failure)).toBe(true);
  expect(() => throwUnlessApiFailure(failure)).not.toThrow();
  expect(failure).toEqual({
    status: 400,
    code: 'CODE_INVALID',
    msg: '验证码不对',
    data: { fields: { code: 'code_invalid' } },
  });
});

test('an older API registers without a session: nobody is signed in', async () => {
  const { store } = contextOf(fakeClient([userAuth.register, null]));
  const input = { email: 'a@b.test', code: '1', password: 'x', password_confirm: 'x', agree: true };
  await store.dispatch(authApi.endpoints.register.initiate(input)).unwrap();
  expect(store.getState()).toMatchObject({ session: { token: '', user: null } });
});

test('a call that was given up while the user proves their identity is not sent again', async () => {
  const client = fakeClient([
    userInfo.saveUser,
    () => {
      throw rejection('PROOF_REQUIRED', { proof: ['password'] });
    },
  ]);
  let prove = (_: boolean): void => undefined;
  const stop = onProofRequired(() => new Promise((resolve) => (prove = resolve)));
  const { store } = contextOf(client);
  const save = store.dispatch(
    profileApi.endpoints.saveUser.initiate({ nickname: '舵手', gender: 'male', birthday: '1990-01-01' }),
  );
  await new Promise((resolve) => setTimeout(resolve, 0));
  save.abort();
  prove(true);
  await save;
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(client.count(userInfo.saveUser)).toBe(1);
  stop();
});

test('throwUnlessApiFailure throws a programming error', () => {
  const defect = new TypeError('no such property');
  expect(() => throwUnlessApiFailure(defect)).toThrow(defect);
});

test('a mark of a call names who shows its failure, and does not change the request', async () => {
  const marked = [handledByForm({}), handledByView({}), handledByPart({}), {}, undefined, null, 'text'];
  expect(marked.map((input) => handlerOf('1', input))).toEqual([
    'form',
    'view',
    'part',
    null,
    null,
    null,
    null,
  ]);
  const client = fakeClient([captcha.challenge, {}], [userAuth.logout, null]);
  const { store } = contextOf(client);
  await store.dispatch(captchaApi.endpoints.captchaChallenge.initiate(handledByView({ scene: 'login' })));
  expect(client.calls).toEqual([{ endpoint: captcha.challenge, input: { scene: 'login' } }]);
});

test('login stores the session; logout sends its token, then clears it, also while the server is away', async () => {
  const sentWith: (string | null)[] = [];
  const client = fakeClient(
    [userAuth.login, { token: 'yd_1', expires_at: '', user: userFixture() }],
    [
      userAuth.logout,
      () => {
        sentWith.push(localStorage.getItem('token'));
        throw silence();
      },
    ],
  );
  const { store } = contextOf(client);
  await store.dispatch(authApi.endpoints.login.initiate({ email: 'a', password: 'b', agree: true }));
  expect(localStorage.getItem('token')).toBe('yd_1');
  expect(selectUser(store.getState())?.id).toBe(7);
  await store.dispatch(authApi.endpoints.logout.initiate());
  expect([sentWith, localStorage.getItem('token')]).toEqual([['yd_1'], null]);
  expect(selectSignedIn(store.getState())).toBe(false);
});

test('a rejected login leaves the user signed out', async () => {
  const { store } = contextOf(
    fakeClient([
      userAuth.login,
      () => {
        throw rejection('CREDENTIALS_INVALID');
      },
    ]),
  );
  await store.dispatch(authApi.endpoints.login.initiate({ email: 'a', password: 'b', agree: true }));
  expect(selectSignedIn(store.getState())).toBe(false);
});

test('loading, profile, avatar and email changes update the user of the session', async () => {
  const client = fakeClient(
    [userInfo.index, userFixture()],
    [userInfo.saveUser, userFixture({ nickname: '舵手' })],
    [userInfo.uploadHeadImg, { head_image: '/new.webp' }],
    [userInfo.changeEmailCommit, userFixture({ email: 'new@yunduo.test' })],
  );
  const { store } = contextOf(client);
  store.dispatch(sessionRestored({ token: 'yd_1', ytToken: '' }));
  const user = () => selectUser(store.getState());
  await store.dispatch(profileApi.endpoints.userInfo.initiate());
  expect(user()?.nickname).toBe('云舵用户');
  await store.dispatch(
    profileApi.endpoints.saveUser.initiate({ nickname: '舵手', gender: 'male', birthday: '1990-01-01' }),
  );
  expect(user()?.nickname).toBe('舵手');
  const file = new Blob(['picture']);
  await store.dispatch(profileApi.endpoints.uploadHeadImg.initiate({ file }));
  expect(user()?.head_image).toBe('/new.webp');
  const upload = client.calls.find(({ endpoint }) => endpoint.url === userInfo.uploadHeadImg.url);
  expect((upload?.input as FormData).get('file')).toBeInstanceOf(Blob);
  await store.dispatch(profileApi.endpoints.changeEmailCommit.initiate({ change_token: 't' }));
  expect(user()?.email).toBe('new@yunduo.test');
});

const LATE = [
  ['userInfo', userInfo.index, userFixture({ id: 7 }), profileApi.endpoints.userInfo.initiate()],
  [
    'uploadHeadImg',
    userInfo.uploadHeadImg,
    { head_image: '/of-the-first.webp' },
    profileApi.endpoints.uploadHeadImg.initiate({ file: new Blob(['picture']) }),
  ],
  [
    'saveMailPreferences',
    userInfo.saveMailPreferences,
    { list: ['of the first'] },
    accountApi.endpoints.saveMailPreferences.initiate({} as never),
  ],
  ['logout', userAuth.logout, null, authApi.endpoints.logout.initiate()],
  [
    'emailChangeUndo',
    userAuth.emailChangeUndo,
    { signed_out: true },
    accountApi.endpoints.emailChangeUndo.initiate({ token: 't' }),
  ],
  [
    'disownSession',
    userAuth.disownSession,
    { signed_out: true },
    accountApi.endpoints.disownSession.initiate({ token: 't' }),
  ],
] as const;
test.each(LATE)(
  'a user who signs in before %s is answered keeps their own session',
  async (_, asked, late, call) => {
    let answer: (data: unknown) => void = () => undefined;
    const own = { list: ['of the second'] };
    const client = fakeClient();
    const sent = new Promise<void>((begin) =>
      client.answer(asked, () => {
        begin();
        return new Promise((resolve) => (answer = resolve));
      }),
    );
    const { store } = contextOf(client);
    store.dispatch(sessionRestored({ token: 'yd_1', ytToken: '' }));
    const running = store.dispatch(call as never) as Promise<unknown>;
    await sent;
    client.answer(userInfo.mailPreferences, own);
    const user = userFixture({ id: 8 });
    store.dispatch(signIn({ token: 'yd_2', user }));
    await store.dispatch(accountApi.endpoints.mailPreferences.initiate());
    answer(late);
    await running;
    expect(selectUser(store.getState())).toEqual(user);
    expect(accountApi.endpoints.mailPreferences.select()(store.getState()).data).toEqual(own);
    store.dispatch(api.util.resetApiState());
  },
);

/** An object with the fields of every read. */
const ANY = {
  id: 7,
  version_id: 7,
  no: 'F1',
  token: 't',
  use_to: 'about',
  name: 'x',
  from: '1.0.0',
  version: '1.0.0',
};
const isRead = (endpoint: object): endpoint is { initiate: (input: unknown) => never; select: unknown } =>
  'useQuery' in endpoint;
const READS = Object.entries(api.endpoints as Record<string, object>).filter(([, endpoint]) =>
  isRead(endpoint),
);

/** Sends one read as a signed-in user. Returns its calls and what remains cached for the next user. */
async function afterSignOut(name: string, input: unknown) {
  const client = fakeClient();
  const calls: { endpoint: Endpoint; input: unknown }[] = [];
  client.call = async (endpoint, request) => {
    calls.push({ endpoint, input: request });
    return { list: [], total: 0, activity: null } as never;
  };
  const store = testStore({ client });
  store.dispatch(sessionRestored({ token: 'yd_1', ytToken: '' }));
  const read = READS.find(([known]) => known === name)?.[1];
  if (!read || !isRead(read)) throw new Error(`${name} is no read`);
  await store.dispatch(read.initiate(input));
  const during = Object.keys(store.getState().api.queries).length;
  store.dispatch(endSession());
  return { calls, during, left: Object.keys(store.getState().api.queries).length };
}

test.each(READS.map(([name]) => name))(
  'the response of %s is removed with the session, unless its call is public',
  async (name) => {
    const { calls, during, left } = await afterSignOut(name, ANY);
    expect(calls.length).toBeGreaterThan(0);
    expect(during).toBe(1);
    const everybodys = calls.every(({ endpoint, input }) => !answersPersonally(endpoint, input));
    expect(left).toBe(everybodys ? 1 : 0);
  },
);

test('responses are personal for calls that need a session, and for marked public ones', () => {
  const calls = Object.values(endpoints).flatMap((area) => Object.values(area) as Endpoint[]);
  const personal = calls.filter((call) => answersPersonally(call, ANY));
  expect(personal.filter(({ access }) => access !== 'public')).toEqual(
    calls.filter(({ access }) => access !== 'public'),
  );
  expect(personal.filter(({ access }) => access === 'public')).toEqual([
    // Without an invitation, for a user with a licence or a session.
    clientDownload.update,
    activity.detail,
  ]);
  expect(answersPersonally(appStore.list, { cate: 'my' })).toBe(true);
  expect(answersPersonally(appStore.list, { cate: 'system' })).toBe(false);
});

test('storeList of `my` is removed with the session, that of a category stays', async () => {
  expect((await afterSignOut('storeList', { cate: 'my' })).left).toBe(0);
  expect((await afterSignOut('storeList', { cate: 'system' })).left).toBe(1);
});

test('queries and mutations send the calls of the contract', async () => {
  const client = fakeClient(
    ...[
      appStore.versions,
      appStore.changelog,
      homeArticle.specialArticle,
      protocol.detail,
      protocol.versions,
      captcha.verify,
      captcha.alternative,
      userAuth.sendEmail,
      userAuth.resetPassword,
      userAuth.handover,
      userAuth.emailChangeUndo,
      userInfo.changePassword,
      userInfo.changeEmailVerify,
      userInfo.changeEmailConfirm,
      userInfo.revokeSession,
    ].map((endpoint) => [endpoint, {}] as [typeof endpoint, object]),
  );
  const { store } = contextOf(client);
  const run = [
    storeApi.endpoints.storeChangelog.initiate({ id: 1, from: '1.0.0' }),
    contentApi.endpoints.specialArticle.initiate({ use_to: 'about' }),
    contentApi.endpoints.protocolDetail.initiate({ id: 'privacy-policy' }),
    contentApi.endpoints.protocolVersions.initiate({ id: 'privacy-policy' }),
    captchaApi.endpoints.captchaVerify.initiate({ challenge_id: 'c' }),
    captchaApi.endpoints.captchaAlternative.initiate({ scene: 'login', failed: [] }),
    authApi.endpoints.sendEmail.initiate({ email: 'a', scene: 'AUTH_RESET_PWD', captcha_ticket: 't' }),
    authApi.endpoints.resetPassword.initiate({ email: 'a', code: '1', password: 'x', password_confirm: 'x' }),
    authApi.endpoints.handover.initiate({ r_url: 'https://forum.test/' }),
    accountApi.endpoints.emailChangeUndo.initiate({ token: 't' }),
    profileApi.endpoints.changePassword.initiate({ old_password: 'o', password: 'x', password_confirm: 'x' }),
    profileApi.endpoints.changeEmailVerify.initiate({ code: '1' }),
    profileApi.endpoints.changeEmailConfirm.initiate({ change_token: 't', new_email: 'b', code: '1' }),
    profileApi.endpoints.revokeSession.initiate({}),
  ];
  for (const thunk of run) expect(await store.dispatch(thunk as never)).not.toHaveProperty('error');
  expect(client.calls.map(({ endpoint }) => endpoint.url)).toEqual([
    '/app_store/changelog',
    '/home_article/special_article',
    '/protocol/detail',
    '/protocol/versions',
    '/captcha/verify',
    '/captcha/alternative',
    '/user_auth/send_email',
    '/user_auth/reset_password',
    '/user_auth/handover',
    '/user_auth/email_change_undo',
    '/user_info/change_password',
    '/user_info/change_email_verify',
    '/user_info/change_email_confirm',
    '/user_info/sessions/revoke',
  ]);
});

test('load with a request redirects an expired session to sign-in', async () => {
  const { context } = contextOf(
    fakeClient([
      userInfo.index,
      () => {
        throw rejection('UNAUTHENTICATED');
      },
    ]),
  );
  const request = new Request('http://site.test/en/user?panel=my-codes');
  const thrown: unknown = await load(context, profileApi.endpoints.userInfo.initiate(), request).catch(
    (response: unknown) => response,
  );
  expect((thrown as Response).status).toBe(302);
  expect((thrown as Response).headers.get('location')).toBe('/en/login?from=%2Fen%2Fuser%3Fpanel%3Dmy-codes');
});

test('queries of users, developers and staff are refetched on return from the back-forward cache, if their page is open', async () => {
  const calls = [
    ...[devApp.list, devApp.detail, devToken.list, adminReview.queue],
    ...[adminDesk.today, userFactor.state, userInfo.index],
  ];
  const client = fakeClient(...calls.map((call): [Endpoint, object] => [call, {}]));
  client.answer(userInfo.index, () => userFixture());
  const store = testStore({ client });
  store.dispatch(sessionRestored({ token: 'yd_1', ytToken: '' }));
  const stop = refreshOnReturn(store);
  await store.dispatch(publishingApi.endpoints.devAppList.initiate({}));
  await store.dispatch(publishingApi.endpoints.devAppDetail.initiate({ id: 7 }));
  await store.dispatch(devCenterApi.endpoints.devTokens.initiate());
  await store.dispatch(reviewApi.endpoints.reviewQueue.initiate({}));
  await store.dispatch(deskApi.endpoints.deskToday.initiate(DESK_WAITING));
  const factors = store.dispatch(secondFactorApi.endpoints.factors.initiate());
  await factors;
  const user = store.dispatch(profileApi.endpoints.userInfo.initiate());
  await user;
  const show = async (persisted: boolean) => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
    await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
    return calls.map((call) => client.count(call));
  };
  // A page that was loaded has just requested its data.
  expect(await show(false)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  client.answer(userInfo.index, () => userFixture({ roles: ['user'] }));
  expect(await show(true)).toEqual([2, 2, 2, 2, 2, 2, 2]);
  expect(selectUser(store.getState())?.roles).toEqual(['user']);
  // Pages that show neither the user nor the factors request neither; the user stays signed in.
  factors.unsubscribe();
  user.unsubscribe();
  expect(await show(true)).toEqual([3, 3, 3, 3, 3, 2, 2]);
  expect(selectUser(store.getState())?.id).toBe(7);
  stop();
  expect(await show(true)).toEqual([3, 3, 3, 3, 3, 2, 2]);
});

test('polling pauses in a hidden tab, also in one that was opened hidden, and goes on when it is shown', async () => {
  jest.useFakeTimers();
  const visibility = jest.spyOn(document, 'visibilityState', 'get');
  const client = fakeClient([adminReview.queue, {}]);
  const store = testStore({ client });
  const stop = refreshOnReturn(store);
  const requests = async (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    const before = client.count(adminReview.queue);
    await jest.advanceTimersByTimeAsync(3500);
    return client.count(adminReview.queue) - before;
  };
  await requests('hidden');
  const query = store.dispatch(
    reviewApi.endpoints.reviewQueue.initiate(
      {},
      { subscriptionOptions: { pollingInterval: 1000, skipPollingIfUnfocused: true } },
    ),
  );
  await query;
  expect(await requests('hidden')).toBe(0);
  expect(await requests('visible')).toBeGreaterThanOrEqual(3);
  expect(await requests('hidden')).toBe(0);
  query.unsubscribe();
  stop();
  visibility.mockRestore();
  store.dispatch(api.util.resetApiState());
  jest.useRealTimers();
});

test('a page from the back-forward cache requests all data of its user, and none that everyone sees', () => {
  const dispatch = jest.fn<(action: unknown) => void>();
  const stop = refreshOnReturn({ dispatch: dispatch as never });
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  stop();
  const [[action] = []] = dispatch.mock.calls;
  expect(new Set((action as { payload: string[] }).payload)).toEqual(
    new Set([
      ...['Session', 'MailPreferences', 'MyApps', 'Order', 'Licence', 'Feedback', 'Activity', 'Review'],
      ...['DevApp', 'DevAppDraft', 'DevPublisher', 'DevToken', 'DevWebhook', 'WebhookDelivery'],
      ...['User', 'Factor', 'Desk'],
    ]),
  );
});
