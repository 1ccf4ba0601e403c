import { expect, test, describe } from '@jest/globals';
import { activity } from '@yunduo/api-contract';
import { endSession } from '@yunduo/session';
import { activityApi } from './index.ts';
import { fakeClient, rejection, testStore } from './testing.ts';

const server_time = '2026-11-20T02:00:00.000Z';
const detailAt = (joined_at: string | null) => ({ activity: { id: 3 }, server_time, joined_at });

describe('Activities', () => {
  test('the detail is refetched after joining, and after a rejection', async () => {
    const client = fakeClient([activity.detail, detailAt(null)], [activity.join, { joined_count: 1 }]);
    const store = testStore({ client });
    await store.dispatch(activityApi.endpoints.activityDetail.initiate({ id: 3 }));
    const shown = () => activityApi.endpoints.activityDetail.select({ id: 3 })(store.getState()).data;
    const settled = () => Promise.all(store.dispatch(activityApi.util.getRunningQueriesThunk()));
    client.answer(activity.detail, detailAt(server_time));
    await store.dispatch(activityApi.endpoints.activityJoin.initiate({ id: 3 }));
    await settled();
    expect(shown()).toMatchObject({ joined_at: server_time });
    client.answer(activity.join, () => {
      throw rejection('ACTIVITY_ENDED');
    });
    client.answer(activity.detail, { ...detailAt(server_time), activity: { id: 3, state: 'ended' } });
    await store.dispatch(activityApi.endpoints.activityJoin.initiate({ id: 3 }));
    await settled();
    expect(shown()).toMatchObject({ activity: { state: 'ended' } });
  });

  test('the end of the session removes the participation, and keeps the public response', async () => {
    const client = fakeClient(
      [activity.detail, detailAt(server_time)],
      [activity.current, { activity: null, server_time }],
    );
    const store = testStore({ client });
    await store.dispatch(activityApi.endpoints.activityDetail.initiate({ id: 3 }));
    await store.dispatch(activityApi.endpoints.activityCurrent.initiate());
    store.dispatch(endSession());
    expect(activityApi.endpoints.activityDetail.select({ id: 3 })(store.getState()).data).toBeUndefined();
    expect(activityApi.endpoints.activityCurrent.select()(store.getState()).data).toBeDefined();
  });
});
