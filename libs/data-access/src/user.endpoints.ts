import {
  userInfo,
  type AccountExport,
  type DataOf,
  type DeletionOutlook,
  type InputOf,
  type MailPreferences,
  type User,
} from '@yunduo/api-contract';
import { headImageArrived } from '@yunduo/session';
import { api } from './api.ts';
import { call } from './base-query.ts';
import { takeUser } from './take-user.ts';

/** An avatar on its way; `onProgress` hears the share sent, 0-1. */
export interface HeadImgUpload {
  file: Blob;
  onProgress?: (share: number) => void;
}

/**
 * The signed-in user. What arrives goes into the session slice too, in every open tab: views read
 * `selectUser`, forms call these.
 */
export const userApi = api.injectEndpoints({
  endpoints: (build) => ({
    userInfo: build.query<User, void>({
      query: () => call(userInfo.index, undefined),
      providesTags: ['User'],
      onQueryStarted: (_input, started) => takeUser(started),
    }),
    saveUser: build.mutation<User, InputOf<typeof userInfo.saveUser>>({
      query: (input) => call(userInfo.saveUser, input),
      onQueryStarted: (_input, started) => takeUser(started),
    }),
    uploadHeadImg: build.mutation<DataOf<typeof userInfo.uploadHeadImg>, HeadImgUpload>({
      query: ({ file, onProgress }) => {
        const body = new FormData();
        body.append('file', file);
        return call(userInfo.uploadHeadImg, body, onProgress);
      },
      async onQueryStarted(_input, { dispatch, queryFulfilled }) {
        const result = await queryFulfilled.catch(() => null);
        if (result) dispatch(headImageArrived(result.data.head_image));
      },
    }),
    prove: build.mutation<DataOf<typeof userInfo.prove>, InputOf<typeof userInfo.prove>>({
      query: (input) => call(userInfo.prove, input),
    }),
    changePassword: build.mutation<
      DataOf<typeof userInfo.changePassword>,
      InputOf<typeof userInfo.changePassword>
    >({
      query: (input) => call(userInfo.changePassword, input),
      invalidatesTags: ['Session'],
    }),
    changeEmailVerify: build.mutation<
      DataOf<typeof userInfo.changeEmailVerify>,
      InputOf<typeof userInfo.changeEmailVerify>
    >({ query: (input) => call(userInfo.changeEmailVerify, input) }),
    changeEmailConfirm: build.mutation<
      DataOf<typeof userInfo.changeEmailConfirm>,
      InputOf<typeof userInfo.changeEmailConfirm>
    >({ query: (input) => call(userInfo.changeEmailConfirm, input) }),
    changeEmailCommit: build.mutation<User, InputOf<typeof userInfo.changeEmailCommit>>({
      query: (input) => call(userInfo.changeEmailCommit, input),
      // What was answered may be lost on the way: then the user says whether it is done.
      invalidatesTags: (_user, error) => (error ? ['Session', 'User'] : ['Session']),
      onQueryStarted: (_input, started) => takeUser(started),
    }),
    sessions: build.query<DataOf<typeof userInfo.sessions>, void>({
      query: () => call(userInfo.sessions, undefined),
      providesTags: ['Session'],
    }),
    recentActivity: build.query<
      DataOf<typeof userInfo.recentActivity>,
      InputOf<typeof userInfo.recentActivity>
    >({
      query: (input) => call(userInfo.recentActivity, input),
      providesTags: ['Session'],
    }),
    revokeSession: build.mutation<
      DataOf<typeof userInfo.revokeSession>,
      InputOf<typeof userInfo.revokeSession>
    >({
      query: (input) => call(userInfo.revokeSession, input),
      invalidatesTags: ['Session'],
    }),
    /** Asked for when somebody wants the file, and kept nowhere. */
    accountExport: build.mutation<AccountExport, void>({
      query: () => call(userInfo.export, undefined),
    }),
    deletePrepare: build.mutation<DeletionOutlook, InputOf<typeof userInfo.deletePrepare>>({
      query: (input) => call(userInfo.deletePrepare, input),
    }),
    /** Afterwards there is no session: who asks ends it here as well, since the way leads home and not to sign-in. */
    deleteConfirm: build.mutation<
      DataOf<typeof userInfo.deleteConfirm>,
      InputOf<typeof userInfo.deleteConfirm>
    >({ query: (input) => call(userInfo.deleteConfirm, input) }),
    mailPreferences: build.query<MailPreferences, void>({
      query: () => call(userInfo.mailPreferences, undefined),
      providesTags: ['MailPreferences'],
    }),
    saveMailPreferences: build.mutation<MailPreferences, InputOf<typeof userInfo.saveMailPreferences>>({
      query: (input) => call(userInfo.saveMailPreferences, input),
      // The answer is what the server has; a press that it has not answered yet is the view's.
      async onQueryStarted(_input, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        // At once, before the view lets go of what was pressed: no box goes back for a moment.
        if (saved) dispatch(userApi.util.updateQueryData('mailPreferences', undefined, () => saved.data));
      },
    }),
  }),
});

export const {
  useUserInfoQuery,
  useSaveUserMutation,
  useUploadHeadImgMutation,
  useProveMutation,
  useChangePasswordMutation,
  useChangeEmailVerifyMutation,
  useChangeEmailConfirmMutation,
  useChangeEmailCommitMutation,
  useSessionsQuery,
  useRevokeSessionMutation,
  useRecentActivityQuery,
  useAccountExportMutation,
  useDeletePrepareMutation,
  useDeleteConfirmMutation,
  useMailPreferencesQuery,
  useSaveMailPreferencesMutation,
} = userApi;
