import { userInfo, type InputOf, type User } from '@yunduo/api-contract';
import { headImageArrived } from '@yunduo/session';
import { api } from './api.ts';
import { call, mutationOf, queryOf } from './base-query.ts';
import { fileForm, sendFiles, type FileUpload, type UploadThunk } from './send-files.ts';
import { noteSession, takeUser } from './take-user.ts';

/** Uploads an avatar, which the session shows once it is stored. */
export const uploadHeadImg =
  (upload: FileUpload): UploadThunk<{ head_image: string }> =>
  (dispatch, getState) => {
    const isCurrent = noteSession(getState);
    const onAnswer = (data: { head_image: string }) => {
      if (isCurrent()) dispatch(headImageArrived(data.head_image));
    };
    return dispatch(sendFiles(userInfo.uploadHeadImg, upload, fileForm(upload), { onAnswer }));
  };

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
  useProveMutation,
  useChangePasswordMutation,
  useChangeEmailVerifyMutation,
  useChangeEmailConfirmMutation,
  useChangeEmailCommitMutation,
  useSessionsQuery,
  useRevokeSessionMutation,
} = profileApi;
