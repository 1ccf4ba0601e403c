import { expect, jest, test } from '@jest/globals';
import { order, userInfo } from '@yunduo/api-contract';
import { endSession } from '@yunduo/session';
import { SECOND } from '@yunduo/validation';
import { accountApi, orderApi, refreshOnReturn, refreshAfterAbsence } from './index.ts';
import { fakeClient, rejection, testStore } from './testing.ts';

const NO = 'YD20261120-7K3M9-QXW2H';
const page = (status: string) => ({
  list: [{ order_no: NO, status }],
  total: 1,
  page: 1,
  page_size: 20,
});

async function listed() {
  const client = fakeClient([order.list, page('pending')], [order.cancel, { order_no: NO }]);
  const store = testStore({ client });
  const query = store.dispatch(orderApi.endpoints.orderList.initiate({ range: 'week' }));
  await query;
  const shown = () => orderApi.endpoints.orderList.select({ range: 'week' })(store.getState()).data;
  const settled = () => Promise.all(store.dispatch(orderApi.util.getRunningQueriesThunk()));
  return { client, store, shown, settled };
}

test('the list is refetched after a cancellation', async () => {
  const { client, store, shown, settled } = await listed();
  client.answer(order.list, page('cancelled'));
  await store.dispatch(orderApi.endpoints.orderCancel.initiate({ order_no: NO }));
  await settled();
  expect(shown()).toMatchObject(page('cancelled'));
});

test('the list is refetched after a rejected cancellation', async () => {
  const { client, store, shown, settled } = await listed();
  client.answer(order.list, page('paid'));
  client.answer(order.cancel, () => {
    throw rejection('ORDER_STATE');
  });
  await store.dispatch(orderApi.endpoints.orderCancel.initiate({ order_no: NO }));
  await settled();
  expect(shown()).toMatchObject(page('paid'));
});

test('the list is refetched on return from the back-forward cache', async () => {
  const { client, store, shown, settled } = await listed();
  const stop = refreshOnReturn(store);
  client.answer(order.list, page('paid'));
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  await settled();
  expect(client.count(order.list)).toBe(1);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await settled();
  expect(shown()).toMatchObject(page('paid'));
  stop();
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await settled();
  expect(client.count(order.list)).toBe(2);
});

test('an order that was paid in another tab is shown paid when the visitor comes back to this one', async () => {
  const { client, store, shown, settled } = await listed();
  const stop = refreshAfterAbsence(store);
  client.answer(order.list, page('paid'));
  const hidden = jest.spyOn(document, 'hidden', 'get');
  const now = jest.spyOn(Date, 'now');
  const show = async (seconds: number) => {
    hidden.mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    hidden.mockReturnValue(false);
    now.mockReturnValue(Date.now() + seconds * SECOND);
    document.dispatchEvent(new Event('visibilitychange'));
    await settled();
    return client.count(order.list);
  };
  expect(await show(9)).toBe(1);
  expect(await show(10)).toBe(2);
  expect(shown()).toMatchObject(page('paid'));
  stop();
  expect(await show(60)).toBe(2);
});

test('an email that was switched off by its link is shown so when the visitor comes back', async () => {
  const mails = (muted: boolean) => ({ mails: [{ kind: 'licence_reminder', muted }] });
  const client = fakeClient([userInfo.mailPreferences, mails(false)]);
  const store = testStore({ client });
  await store.dispatch(accountApi.endpoints.mailPreferences.initiate());
  const stop = refreshAfterAbsence(store);
  client.answer(userInfo.mailPreferences, mails(true));
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  hidden.mockReturnValue(false);
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * SECOND);
  document.dispatchEvent(new Event('visibilitychange'));
  await Promise.all(store.dispatch(accountApi.util.getRunningQueriesThunk()));
  expect(accountApi.endpoints.mailPreferences.select()(store.getState()).data).toEqual(mails(true));
  stop();
  hidden.mockRestore();
  now.mockRestore();
});

test('nothing is refetched on that return after the session ended', async () => {
  const { client, store, shown, settled } = await listed();
  const stop = refreshOnReturn(store);
  store.dispatch(endSession());
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await settled();
  expect(client.count(order.list)).toBe(1);
  expect(shown()).toBeUndefined();
  stop();
});

test('the list is requested with its filters', async () => {
  const { client } = await listed();
  expect(client.calls.at(0)).toMatchObject({ endpoint: order.list, input: { range: 'week' } });
});

test('the end of the session removes the orders', async () => {
  const { store, shown } = await listed();
  store.dispatch(endSession());
  expect(shown()).toBeUndefined();
});
