import { userAuth, userFactor, type DataOf, type InputOf, type UserFactors } from '@yunduo/api-contract';
import { signIn } from '@yunduo/session';
import { api } from './api.ts';
import { call, mutationOf, queryOf } from './base-query.ts';

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
    secondStepPasskey: mutationOf(build, userAuth.secondStepPasskey),
    factors: queryOf(build, userFactor.state, ['Factor']),
    totpBegin: build.mutation<DataOf<typeof userFactor.totpBegin>, void>({
      query: () => call(userFactor.totpBegin, {}),
    }),
    totpConfirm: mutationOf(build, userFactor.totpConfirm, (_answer, error) => (error ? [] : ['Factor'])),
    totpRemove: build.mutation<UserFactors, void>({
      query: () => call(userFactor.totpRemove, {}),
      invalidatesTags: ['Factor'],
    }),
    passkeyBegin: build.mutation<DataOf<typeof userFactor.passkeyBegin>, object>({
      query: () => call(userFactor.passkeyBegin, {}),
    }),
    passkeyFinish: mutationOf(build, userFactor.passkeyFinish, (_answer, error) => (error ? [] : ['Factor'])),
    passkeyRename: mutationOf(build, userFactor.passkeyRename, ['Factor']),
    passkeyRemove: mutationOf(build, userFactor.passkeyRemove, ['Factor']),
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
