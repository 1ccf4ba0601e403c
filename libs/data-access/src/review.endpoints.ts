import { adminReview, type DataOf, type InputOf } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

/** The review desk. */
export const reviewApi = api.injectEndpoints({
  endpoints: (build) => ({
    reviewQueue: build.query<DataOf<typeof adminReview.queue>, InputOf<typeof adminReview.queue>>({
      query: (input) => call(adminReview.queue, input),
      providesTags: ['Review'],
    }),
    reviewDetail: build.query<DataOf<typeof adminReview.detail>, InputOf<typeof adminReview.detail>>({
      query: (input) => call(adminReview.detail, input),
      providesTags: ['Review'],
    }),
    reviewChecklist: build.query<DataOf<typeof adminReview.checklist>, void>({
      query: () => call(adminReview.checklist, undefined),
    }),
    reviewClaim: build.mutation<DataOf<typeof adminReview.claim>, InputOf<typeof adminReview.claim>>({
      query: (input) => call(adminReview.claim, input),
      // After a rejection too: the page must show who has claimed the version.
      invalidatesTags: ['Review'],
    }),
    reviewSuggest: build.mutation<DataOf<typeof adminReview.suggest>, InputOf<typeof adminReview.suggest>>({
      query: (input) => call(adminReview.suggest, input),
      invalidatesTags: ['Review'],
      // The response updates the page at once: a refetch would arrive later and shift the next button to
      // press.
      async onQueryStarted({ version_id }, { dispatch, queryFulfilled }) {
        const result = await queryFulfilled.catch(() => null);
        if (!result) return;
        const { list, claim } = result.data;
        dispatch(
          reviewApi.util.updateQueryData('reviewDetail', { version_id }, (shown) => {
            shown.suggestions = list;
            shown.claim = claim;
          }),
        );
      },
    }),
    reviewDecide: build.mutation<DataOf<typeof adminReview.decide>, InputOf<typeof adminReview.decide>>({
      query: (input) => call(adminReview.decide, input),
      // A reviewer may also be a developer, and the store shows nothing new before a release.
      invalidatesTags: ['Review', 'DevApp'],
    }),
  }),
});

export const {
  useReviewQueueQuery,
  useReviewDetailQuery,
  useReviewChecklistQuery,
  useReviewClaimMutation,
  useReviewSuggestMutation,
  useReviewDecideMutation,
} = reviewApi;
