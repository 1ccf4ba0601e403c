import { userFactor, type DataOf, type UserFactors } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

/** The second factors of the signed-in user. Secrets and codes are answers of mutations: kept nowhere. */
export const factorApi = api.injectEndpoints({
  endpoints: (build) => ({
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
  useFactorsQuery,
  useTotpBeginMutation,
  useTotpConfirmMutation,
  useTotpRemoveMutation,
  useRecoveryCodesMutation,
} = factorApi;
