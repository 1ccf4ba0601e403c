import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { order } from '@yunduo/api-contract';
import { localDraft } from '@yunduo/app-shell/drafts';
import * as data from '@yunduo/data-access';
import { fakeClient } from '@yunduo/data-access/testing';
import * as session from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import * as ui from '@yunduo/ui';

const client = fakeClient([order.list, { list: [], total: 0, page: 1, page_size: 20 }]);
let store: ReturnType<typeof data.makeStore>;
jest.unstable_mockModule('@yunduo/data-access', () => ({
  ...data,
  makeStore: (options: Parameters<typeof data.makeStore>[0]) =>
    (store = data.makeStore({ ...options, client })),
}));
// What lives as long as the page ends with this file.
const ends: (() => void)[] = [];
jest.unstable_mockModule('@yunduo/session', () => ({
  ...session,
  startSession: (of: never) => ends.push(session.startSession(of)),
}));
jest.unstable_mockModule('@yunduo/ui', () => ({ ...ui, keepFocus: () => ends.push(ui.keepFocus()) }));
afterAll(() => {
  for (const end of ends) end();
});
const hydrateRoot = jest.fn();
jest.unstable_mockModule('react-dom/client', () => ({ hydrateRoot }));

beforeAll(async () => {
  session.tokenStorage.saveToken('yd_before');
  await import('./entry.client.tsx');
});

test('the first rendering is signed out, as the server’s; the stored session comes right after it', () => {
  const [, element] = hydrateRoot.mock.calls[0] ?? [];
  expect(element).toMatchObject({
    props: { children: { props: { serverState: { session: { token: '' } } } } },
  });
  expect(store.getState().session.token).toBe('yd_before');
});

test('a visitor who signs in in another tab is signed in here', () => {
  session.tokenStorage.saveToken('yd_other');
  dispatchEvent(new StorageEvent('storage', { key: 'token', storageArea: localStorage }));
  expect(store.getState().session.token).toBe('yd_other');
});

test('a user who comes back to this tab, or by Back from the payment page, sees the orders of now', async () => {
  const list = store.dispatch(data.orderApi.endpoints.orderList.initiate({}));
  await list;
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await Promise.all(store.dispatch(data.api.util.getRunningQueriesThunk()));
  expect(client.count(order.list)).toBe(2);
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  hidden.mockRestore();
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  document.dispatchEvent(new Event('visibilitychange'));
  now.mockRestore();
  await Promise.all(store.dispatch(data.api.util.getRunningQueriesThunk()));
  expect(client.count(order.list)).toBe(3);
  list.unsubscribe();
});

test('a user who signs in where another one’s session ended finds nothing that the other typed', () => {
  const draft = localDraft('feedback');
  store.dispatch(session.sessionStarted({ token: 'yd_one', user: userFixture({ id: 1 }) }));
  draft.save({ title: 'Of the first' });
  store.dispatch(session.sessionStarted({ token: 'yd_two', user: userFixture({ id: 2 }) }));
  expect(draft.exists()).toBe(false);
});

test('a keyboard user whose focused element is removed goes on from the content', async () => {
  document.body.innerHTML = '<main id="main" tabindex="-1"><button>Gone</button></main>';
  const button = document.querySelector('button');
  button?.focus();
  button?.remove();
  await waitFor(() => expect(document.activeElement).toBe(document.querySelector('main')));
});
