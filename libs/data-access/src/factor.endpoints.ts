import { userAuth, userFactor, type DataOf, type InputOf, type UserFactors } from '@yunduo/api-contract';
import { signIn } from '@yunduo/session';
import { api } from './api.ts';
import { call } from './base-query.ts';

/** The second step of signing in, and the second factors of the signed-in user. Secrets and codes are answers of mutations: kept nowhere. */
export const factorApi = api.injectEndpoints({
  endpoints: (build) => ({
    secondStep: build.mutation<DataOf<typeof userAuth.secondStep>, InputOf<typeof userAuth.secondStep>>({
      query: (input) => call(userAuth.secondStep, input),
      async onQueryStarted(_input, { dispatch, queryFulfilled }) {
        const result = await queryFulfilled.catch(() => null);
        if (result) dispatch(signIn(result.data));
      },
    }),
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
  useRecoveryCodesMutation,
} = factorApi;
