import { activity } from '@yunduo/api-contract';
import { api } from './api.ts';
import { mutationOf, queryOf } from './base-query.ts';

/** Activities. */
export const activityApi = api.injectEndpoints({
  endpoints: (build) => ({
    activityCurrent: queryOf(build, activity.current, ['Activity']),
    /** With a session the response tells whether its user takes part. */
    activityDetail: queryOf(build, activity.detail, ['Activity']),
    activityJoin: mutationOf(
      build,
      activity.join,
      // After a rejection too: the activity began or ended meanwhile.
      ['Activity'],
    ),
  }),
});

export const { useActivityCurrentQuery, useActivityDetailQuery, useActivityJoinMutation } = activityApi;
