import { userAuth, type DataOf, type InputOf } from '@yunduo/api-contract';
import { endSession, signIn } from '@yunduo/session';
import { api } from './api.ts';
import { call, mutationOf } from './base-query.ts';
import { noteSession } from './take-user.ts';

/** Sign-in and sign-out, registration, password reset, hand-over to another site. */
export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendEmail: mutationOf(build, userAuth.sendEmail),
    /** Null from the API before 0.2.0, which did not sign the user in. */
    register: build.mutation<DataOf<typeof userAuth.register> | null, InputOf<typeof userAuth.register>>({
      query: (input) => call(userAuth.register, input),
      async onQueryStarted(_input, { dispatch, queryFulfilled }) {
        const result = await queryFulfilled.catch(() => null);
        if (result?.data) dispatch(signIn(result.data));
      },
    }),
    login: build.mutation<DataOf<typeof userAuth.login>, InputOf<typeof userAuth.login>>({
      query: (input) => call(userAuth.login, input),
      async onQueryStarted(_input, { dispatch, queryFulfilled }) {
        const result = await queryFulfilled.catch(() => null);
        if (result) dispatch(signIn(result.data));
      },
    }),
    resetPassword: mutationOf(build, userAuth.resetPassword),
    logout: build.mutation<DataOf<typeof userAuth.logout>, void>({
      query: () => call(userAuth.logout, {}),
      async onQueryStarted(_input, { dispatch, getState, queryFulfilled }) {
        const isCurrent = noteSession(getState);
        // A sign-out ends the local session even if the server does not respond, but not the one of a user who has
        // signed in meanwhile.
        await queryFulfilled.catch(() => null);
        if (isCurrent()) dispatch(endSession());
      },
    }),
    handover: mutationOf(build, userAuth.handover),
  }),
});

export const {
  useSendEmailMutation,
  useRegisterMutation,
  useLoginMutation,
  useResetPasswordMutation,
  useLogoutMutation,
  useHandoverMutation,
} = authApi;
