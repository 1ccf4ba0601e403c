import { userInfo, type DataOf, type InputOf, type User } from '@yunduo/api-contract';
import { headImageArrived } from '@yunduo/session';
import { api } from './api.ts';
import { call, mutationOf, queryOf } from './base-query.ts';
import { noteSession, takeUser } from './take-user.ts';

/** An upload of an avatar; `onProgress` receives the sent share, 0-1. */
export interface HeadImgUpload {
  file: Blob;
  onProgress?: (share: number) => void;
}

/**
 * The signed-in user. Responses also go into the session slice of every open tab: views read `selectUser`,
 * forms use these calls.
 */
export const profileApi = api.injectEndpoints({
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
      async onQueryStarted(_input, { dispatch, getState, queryFulfilled }) {
        const isCurrent = noteSession(getState);
        const result = await queryFulfilled.catch(() => null);
        if (result && isCurrent()) dispatch(headImageArrived(result.data.head_image));
      },
    }),
    prove: mutationOf(build, userInfo.prove),
    changePassword: mutationOf(build, userInfo.changePassword, ['Session']),
    changeEmailVerify: mutationOf(build, userInfo.changeEmailVerify),
    changeEmailConfirm: mutationOf(build, userInfo.changeEmailConfirm),
    changeEmailCommit: build.mutation<User, InputOf<typeof userInfo.changeEmailCommit>>({
      query: (input) => call(userInfo.changeEmailCommit, input),
      // The response may be lost in transit; then the user object tells whether the call took effect.
      invalidatesTags: (_user, error) => (error ? ['Session', 'User'] : ['Session']),
      onQueryStarted: (_input, started) => takeUser(started),
    }),
    sessions: queryOf(build, userInfo.sessions, ['Session']),
    revokeSession: mutationOf(build, userInfo.revokeSession, ['Session']),
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
} = profileApi;
