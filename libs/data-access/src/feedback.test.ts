import { describe, expect, test } from '@jest/globals';
import { feedback } from '@yunduo/api-contract';
import { feedbackApi } from './index.ts';
import { fakeClient, rejection, testStore } from './testing.ts';

describe('Feedback', () => {
  const empty = { list: [], total: 0, page: 1, page_size: 20 };

  test('the list is refetched after a submission, and not after a rejected one', async () => {
    const client = fakeClient([feedback.my, empty], [feedback.submit, { no: 'FB20261120-7K3M9' }]);
    const store = testStore({ client });
    await store.dispatch(feedbackApi.endpoints.feedbackMy.initiate({}));
    const timesAsked = () => client.calls.filter(({ endpoint }) => endpoint === feedback.my).length;
    const settled = () => Promise.all(store.dispatch(feedbackApi.util.getRunningQueriesThunk()));
    const form = { type: 'other', title: 'x', description: 'x', captcha_ticket: 't' };
    await store.dispatch(feedbackApi.endpoints.feedbackSubmit.initiate(form));
    await settled();
    expect(timesAsked()).toBe(2);
    client.answer(feedback.submit, () => {
      throw rejection('CAPTCHA_TICKET_INVALID');
    });
    await store.dispatch(feedbackApi.endpoints.feedbackSubmit.initiate(form));
    await settled();
    expect(timesAsked()).toBe(2);
  });

  test('an upload is one form part named file', async () => {
    const client = fakeClient([feedback.upload, { id: 1 }]);
    const store = testStore({ client });
    await store.dispatch(
      feedbackApi.endpoints.feedbackUpload.initiate({ file: new Blob(['x'], { type: 'image/png' }) }),
    );
    const body = client.calls[0]?.input as FormData;
    expect([...body.keys()]).toEqual(['file']);
  });
});
