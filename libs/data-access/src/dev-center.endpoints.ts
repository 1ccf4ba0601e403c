import { devApp, devCenter, devToken, type DataOf, type InputOf, type User } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call, mutationOf, queryOf } from './base-query.ts';
import { takeUser } from './take-user.ts';

/** The developer center apart from apps: registration, notices, tokens, previews. */
export const devCenterApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The response goes into the session: the pages see the new role at once. */
    devCenterJoin: build.mutation<User, InputOf<typeof devCenter.join>>({
      query: (input) => call(devCenter.join, input),
      onQueryStarted: (_input, started) => takeUser(started),
    }),
    devNotices: queryOf(build, devCenter.notices, ['DevApp', 'DevToken']),
    devTokens: queryOf(build, devToken.list, ['DevToken']),
    /** Only this response has the token: the view that shows it resets the mutation afterwards. */
    devTokenCreate: mutationOf(
      build,
      devToken.create,
      // After a rejection the app may be deleted: the list of apps is requested again.
      (made) => (made ? ['DevToken'] : ['DevToken', 'DevAppDraft']),
    ),
    devTokenRevoke: mutationOf(build, devToken.revoke, ['DevToken']),
    devAppPreviewToken: mutationOf(
      build,
      devApp.previewToken,
      // A deleted app: its page says so, and trying again would not help.
      (_, error) => (error?.status === 404 ? ['DevApp'] : []),
    ),
    /** Never served from the cache: editing an outdated draft could overwrite newer changes. */
    devAppPreview: build.query<DataOf<typeof devApp.preview>, InputOf<typeof devApp.preview>>({
      query: (input) => call(devApp.preview, input),
      providesTags: ['DevApp', 'DevAppDraft'],
      keepUnusedDataFor: 0,
    }),
    reviewWait: queryOf(build, devApp.reviewWait, ['Review']),
  }),
});

export const {
  useDevCenterJoinMutation,
  useDevNoticesQuery,
  useDevTokensQuery,
  useDevTokenCreateMutation,
  useDevTokenRevokeMutation,
  useDevAppPreviewTokenMutation,
  useDevAppPreviewQuery,
  useReviewWaitQuery,
} = devCenterApi;
