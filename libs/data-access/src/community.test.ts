import { describe, expect, test } from '@jest/globals';
import { activity, feedback } from '@yunduo/api-contract';
import { endSession } from '@yunduo/session';
import { communityApi } from './index.ts';
import { fakeClient, refusal, testStore } from './testing.ts';

const server_time = '2026-11-20T02:00:00.000Z';
const detailAt = (joined_at: string | null) => ({ activity: { id: 3 }, server_time, joined_at });

describe('activities', () => {
  test('whoever joins sees it, and after a refusal sees where it stands', async () => {
    const client = fakeClient([activity.detail, detailAt(null)], [activity.join, { joined_count: 1 }]);
    const store = testStore({ client });
    await store.dispatch(communityApi.endpoints.activityDetail.initiate({ id: 3 }));
    const shown = () => communityApi.endpoints.activityDetail.select({ id: 3 })(store.getState()).data;
    const settled = () => Promise.all(store.dispatch(communityApi.util.getRunningQueriesThunk()));
    client.answer(activity.detail, detailAt(server_time));
    await store.dispatch(communityApi.endpoints.activityJoin.initiate({ id: 3 }));
    await settled();
    expect(shown()).toMatchObject({ joined_at: server_time });
    client.answer(activity.join, () => {
      throw refusal('ACTIVITY_ENDED');
    });
    client.answer(activity.detail, { ...detailAt(server_time), activity: { id: 3, state: 'ended' } });
    await store.dispatch(communityApi.endpoints.activityJoin.initiate({ id: 3 }));
    await settled();
    expect(shown()).toMatchObject({ activity: { state: 'ended' } });
  });

  test('who comes next at this screen does not meet another’s participation, but the public answer', async () => {
    const client = fakeClient(
      [activity.detail, detailAt(server_time)],
      [activity.current, { activity: null, server_time }],
    );
    const store = testStore({ client });
    await store.dispatch(communityApi.endpoints.activityDetail.initiate({ id: 3 }));
    await store.dispatch(communityApi.endpoints.activityCurrent.initiate());
    store.dispatch(endSession());
    expect(communityApi.endpoints.activityDetail.select({ id: 3 })(store.getState()).data).toBeUndefined();
    expect(communityApi.endpoints.activityCurrent.select()(store.getState()).data).toBeDefined();
  });
});

describe('feedback', () => {
  const empty = { list: [], total: 0, page: 1, page_size: 20 };

  test('a ticket that was sent stands in the list; one that was refused asks nothing', async () => {
    const client = fakeClient([feedback.my, empty], [feedback.submit, { no: 'FB20261120-7K3M9' }]);
    const store = testStore({ client });
    await store.dispatch(communityApi.endpoints.feedbackMy.initiate({}));
    const timesAsked = () => client.calls.filter(({ endpoint }) => endpoint === feedback.my).length;
    const settled = () => Promise.all(store.dispatch(communityApi.util.getRunningQueriesThunk()));
    const form = { type: 'other', title: 'x', description: 'x', captcha_ticket: 't' };
    await store.dispatch(communityApi.endpoints.feedbackSubmit.initiate(form));
    await settled();
    expect(timesAsked()).toBe(2);
    client.answer(feedback.submit, () => {
      throw refusal('CAPTCHA_TICKET_INVALID');
    });
    await store.dispatch(communityApi.endpoints.feedbackSubmit.initiate(form));
    await settled();
    expect(timesAsked()).toBe(2);
  });

  test('an upload is one part named file', async () => {
    const client = fakeClient([feedback.upload, { id: 1 }]);
    const store = testStore({ client });
    await store.dispatch(
      communityApi.endpoints.feedbackUpload.initiate({ file: new Blob(['x'], { type: 'image/png' }) }),
    );
    const body = client.calls[0]?.input as FormData;
    expect([...body.keys()]).toEqual(['file']);
  });
});
