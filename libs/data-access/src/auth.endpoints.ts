import { userAuth, type DataOf, type InputOf } from '@yunduo/api-contract';
import { endSession, signIn } from '@yunduo/session';
import { api } from './api.ts';
import { call } from './base-query.ts';

/** Sign-in and sign-out, registration, password reset, hand-over to another site. */
export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendEmail: build.mutation<DataOf<typeof userAuth.sendEmail>, InputOf<typeof userAuth.sendEmail>>({
      query: (input) => call(userAuth.sendEmail, input),
    }),
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
    resetPassword: build.mutation<
      DataOf<typeof userAuth.resetPassword>,
      InputOf<typeof userAuth.resetPassword>
    >({ query: (input) => call(userAuth.resetPassword, input) }),
    logout: build.mutation<DataOf<typeof userAuth.logout>, void>({
      query: () => call(userAuth.logout, {}),
      async onQueryStarted(_input, { dispatch, queryFulfilled }) {
        // A sign-out ends the local session even if the server does not respond.
        await queryFulfilled.catch(() => null);
        dispatch(endSession());
      },
    }),
    handover: build.mutation<DataOf<typeof userAuth.handover>, InputOf<typeof userAuth.handover>>({
      query: (input) => call(userAuth.handover, input),
    }),
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
