import { devApp, devCenter, devToken, type DataOf, type InputOf, type User } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';
import { takeUser } from './take-user.ts';

/** The developer center apart from apps: registration, notices, tokens, previews. */
export const devCenterApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The response goes into the session: the pages see the new role at once. */
    devCenterJoin: build.mutation<User, InputOf<typeof devCenter.join>>({
      query: (input) => call(devCenter.join, input),
      onQueryStarted: (_input, started) => takeUser(started),
    }),
    devNotices: build.query<DataOf<typeof devCenter.notices>, void>({
      query: () => call(devCenter.notices, undefined),
      providesTags: ['DevApp', 'DevToken'],
    }),
    devTokens: build.query<DataOf<typeof devToken.list>, void>({
      query: () => call(devToken.list, undefined),
      providesTags: ['DevToken'],
    }),
    /** Only this response has the token: the view that shows it resets the mutation afterwards. */
    devTokenCreate: build.mutation<DataOf<typeof devToken.create>, InputOf<typeof devToken.create>>({
      query: (input) => call(devToken.create, input),
      // After a rejection the app may be deleted: the list of apps is requested again.
      invalidatesTags: (made) => (made ? ['DevToken'] : ['DevToken', 'DevAppDraft']),
    }),
    devTokenRevoke: build.mutation<DataOf<typeof devToken.revoke>, InputOf<typeof devToken.revoke>>({
      query: (input) => call(devToken.revoke, input),
      invalidatesTags: ['DevToken'],
    }),
    devAppPreviewToken: build.mutation<
      DataOf<typeof devApp.previewToken>,
      InputOf<typeof devApp.previewToken>
    >({
      query: (input) => call(devApp.previewToken, input),
      // A deleted app: its page says so, and trying again would not help.
      invalidatesTags: (_, error) => (error?.status === 404 ? ['DevApp'] : []),
    }),
    /** Never served from the cache: editing an outdated draft could overwrite newer changes. */
    devAppPreview: build.query<DataOf<typeof devApp.preview>, InputOf<typeof devApp.preview>>({
      query: (input) => call(devApp.preview, input),
      providesTags: ['DevApp', 'DevAppDraft'],
      keepUnusedDataFor: 0,
    }),
    reviewWait: build.query<DataOf<typeof devApp.reviewWait>, void>({
      query: () => call(devApp.reviewWait, undefined),
      providesTags: ['Review'],
    }),
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
