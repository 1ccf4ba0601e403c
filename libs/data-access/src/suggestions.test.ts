import { expect, test } from '@jest/globals';
import { adminReview, devApp } from '@yunduo/api-contract';
import { publishingApi, reviewApi } from './index.ts';
import { fakeClient, rejection, testStore } from './testing.ts';

const never = () => new Promise(() => undefined);

test('an answered suggestion is updated before the app is refetched; a rejected answer is not stored', async () => {
  const suggestion = { id: 3, text: 'Say what it backs up.', resolved: false, answer: null };
  const other = { ...suggestion, id: 4 };
  const client = fakeClient([devApp.detail, { id: 7, versions: [{ suggestions: [other, suggestion] }] }]);
  const store = testStore({ client });
  await store.dispatch(publishingApi.endpoints.devAppDetail.initiate({ id: 7 }));
  const answer = (id: number) =>
    store.dispatch(publishingApi.endpoints.devAppSuggestionAnswer.initiate({ id, answer: 'It does' }));
  const shown = () =>
    publishingApi.endpoints.devAppDetail.select({ id: 7 })(store.getState()).data?.versions[0]?.suggestions;
  client.answer(devApp.suggestionAnswer, () => {
    throw rejection('STATE_CHANGED');
  });
  await answer(3);
  expect(shown()).toEqual([other, suggestion]);
  client.answer(devApp.detail, never);
  client.answer(devApp.suggestionAnswer, { ...suggestion, answer: 'It does' });
  await answer(3);
  expect(shown()).toEqual([other, { ...suggestion, answer: 'It does' }]);
  expect(client.count(devApp.detail)).toBe(3);
  client.answer(devApp.suggestionAnswer, { ...other, answer: 'Also' });
  await answer(4);
  expect(shown()).toEqual([
    { ...other, answer: 'Also' },
    { ...suggestion, answer: 'It does' },
  ]);
});

test('a new suggestion and its claim are shown before the review is refetched', async () => {
  const client = fakeClient([adminReview.detail, { version_id: 5, suggestions: [], claim: null }]);
  const store = testStore({ client });
  await store.dispatch(reviewApi.endpoints.reviewDetail.initiate({ version_id: 5 }));
  client.answer(adminReview.detail, never);
  const suggestions = { list: [{ id: 1, field: 'intro', text: 'x' }], claim: { mine: true } };
  client.answer(adminReview.suggest, suggestions);
  await store.dispatch(
    reviewApi.endpoints.reviewSuggest.initiate({ version_id: 5, field: 'intro', text: 'x' }),
  );
  expect(reviewApi.endpoints.reviewDetail.select({ version_id: 5 })(store.getState()).data).toMatchObject({
    suggestions: suggestions.list,
    claim: suggestions.claim,
  });
});
