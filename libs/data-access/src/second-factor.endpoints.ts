import { userAuth, userFactor, type DataOf, type InputOf, type UserFactors } from '@yunduo/api-contract';
import { signIn } from '@yunduo/session';
import { api } from './api.ts';
import { call } from './base-query.ts';

/**
 * The second step of sign-in, and the second factors of the signed-in user. Secrets and codes are responses
 * of mutations: never cached.
 */
export const secondFactorApi = api.injectEndpoints({
  endpoints: (build) => ({
    secondStep: build.mutation<DataOf<typeof userAuth.secondStep>, InputOf<typeof userAuth.secondStep>>({
      query: (input) => call(userAuth.secondStep, input),
      async onQueryStarted(_input, { dispatch, queryFulfilled }) {
        const result = await queryFulfilled.catch(() => null);
        if (result) dispatch(signIn(result.data));
      },
    }),
    secondStepPasskey: build.mutation<
      DataOf<typeof userAuth.secondStepPasskey>,
      InputOf<typeof userAuth.secondStepPasskey>
    >({ query: (input) => call(userAuth.secondStepPasskey, input) }),
    factors: build.query<UserFactors, void>({
      query: () => call(userFactor.state, undefined),
      providesTags: ['Factor'],
    }),
    totpBegin: build.mutation<DataOf<typeof userFactor.totpBegin>, void>({
      query: () => call(userFactor.totpBegin, {}),
    }),
    totpConfirm: build.mutation<DataOf<typeof userFactor.totpConfirm>, { code: string }>({
      query: (input) => call(userFactor.totpConfirm, input),
      invalidatesTags: (_answer, error) => (error ? [] : ['Factor']),
    }),
    totpRemove: build.mutation<UserFactors, void>({
      query: () => call(userFactor.totpRemove, {}),
      invalidatesTags: ['Factor'],
    }),
    passkeyBegin: build.mutation<DataOf<typeof userFactor.passkeyBegin>, object>({
      query: () => call(userFactor.passkeyBegin, {}),
    }),
    passkeyFinish: build.mutation<
      DataOf<typeof userFactor.passkeyFinish>,
      InputOf<typeof userFactor.passkeyFinish>
    >({
      query: (input) => call(userFactor.passkeyFinish, input),
      invalidatesTags: (_answer, error) => (error ? [] : ['Factor']),
    }),
    passkeyRename: build.mutation<UserFactors, InputOf<typeof userFactor.passkeyRename>>({
      query: (input) => call(userFactor.passkeyRename, input),
      invalidatesTags: ['Factor'],
    }),
    passkeyRemove: build.mutation<UserFactors, InputOf<typeof userFactor.passkeyRemove>>({
      query: (input) => call(userFactor.passkeyRemove, input),
      invalidatesTags: ['Factor'],
    }),
    passkeyProve: build.mutation<DataOf<typeof userFactor.passkeyProve>, object>({
      query: () => call(userFactor.passkeyProve, {}),
    }),
    recoveryCodes: build.mutation<DataOf<typeof userFactor.recoveryCodes>, void>({
      query: () => call(userFactor.recoveryCodes, {}),
      invalidatesTags: ['Factor'],
    }),
  }),
});

export const {
  useSecondStepMutation,
  useFactorsQuery,
  useTotpBeginMutation,
  useTotpConfirmMutation,
  useTotpRemoveMutation,
  usePasskeyBeginMutation,
  usePasskeyFinishMutation,
  usePasskeyRenameMutation,
  usePasskeyRemoveMutation,
  usePasskeyProveMutation,
  useSecondStepPasskeyMutation,
  useRecoveryCodesMutation,
} = secondFactorApi;
