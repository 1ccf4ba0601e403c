import { adminCalendar, adminReview, type DataOf, type InputOf } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

/** The review desk, and the calendar that its promises are counted with. */
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
      // Refused, too: who holds it is what the page must show then.
      invalidatesTags: ['Review'],
    }),
    reviewSuggest: build.mutation<DataOf<typeof adminReview.suggest>, InputOf<typeof adminReview.suggest>>({
      query: (input) => call(adminReview.suggest, input),
      invalidatesTags: ['Review'],
    }),
    reviewDecide: build.mutation<DataOf<typeof adminReview.decide>, InputOf<typeof adminReview.decide>>({
      query: (input) => call(adminReview.decide, input),
      // A reviewer may be a developer as well, and the store shows nothing new before a release.
      invalidatesTags: ['Review', 'DevApp'],
    }),
    /** The call that saves answers the whole year; without a day it only reads it. */
    calendarYear: build.query<DataOf<typeof adminCalendar.save>, number>({
      query: (year) => call(adminCalendar.save, { year, days: [] }),
      providesTags: ['Calendar'],
    }),
    calendarSave: build.mutation<DataOf<typeof adminCalendar.save>, InputOf<typeof adminCalendar.save>>({
      query: (input) => call(adminCalendar.save, input),
      invalidatesTags: ['Calendar'],
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
  useCalendarYearQuery,
  useCalendarSaveMutation,
} = reviewApi;
