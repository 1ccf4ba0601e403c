import { activity, type DataOf, type InputOf } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

/** Activities. */
export const activityApi = api.injectEndpoints({
  endpoints: (build) => ({
    activityCurrent: build.query<DataOf<typeof activity.current>, void>({
      query: () => call(activity.current, undefined),
      providesTags: ['Activity'],
    }),
    /** With a session the response tells whether its user takes part. */
    activityDetail: build.query<DataOf<typeof activity.detail>, InputOf<typeof activity.detail>>({
      query: (input) => call(activity.detail, input),
      providesTags: ['Activity'],
    }),
    activityJoin: build.mutation<DataOf<typeof activity.join>, InputOf<typeof activity.join>>({
      query: (input) => call(activity.join, input),
      // After a rejection too: the activity began or ended meanwhile.
      invalidatesTags: ['Activity'],
    }),
  }),
});

export const { useActivityCurrentQuery, useActivityDetailQuery, useActivityJoinMutation } = activityApi;
