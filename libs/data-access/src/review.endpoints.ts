import { adminReview, type DataOf, type InputOf } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call, mutationOf, queryOf } from './base-query.ts';

/** The review desk. */
export const reviewApi = api.injectEndpoints({
  endpoints: (build) => ({
    reviewQueue: queryOf(build, adminReview.queue, ['Review']),
    reviewDetail: queryOf(build, adminReview.detail, ['Review']),
    reviewChecklist: queryOf(build, adminReview.checklist),
    reviewClaim: mutationOf(
      build,
      adminReview.claim,
      // After a rejection too: the page must show who has claimed the version.
      ['Review'],
    ),
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
    reviewDecide: mutationOf(
      build,
      adminReview.decide,
      // A reviewer may also be a developer, and the store shows nothing new before a release.
      ['Review', 'DevApp'],
    ),
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
