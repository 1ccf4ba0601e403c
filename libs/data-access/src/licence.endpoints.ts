import { authCode, type Licence, type LicenceDetail, type LicenceTransfer } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call, mutationOf, queryOf } from './base-query.ts';

/**
 * Licences (on the wire: authorization codes). A change requests the list and the detail again, also after a
 * rejection, which means that the licence changed elsewhere.
 */
export const licenceApi = api.injectEndpoints({
  endpoints: (build) => ({
    licencePlans: queryOf(build, authCode.plans),
    licenceList: queryOf(build, authCode.my, ['Licence']),
    licenceDetail: build.query<LicenceDetail, number>({
      query: (id) => call(authCode.detail, { id }),
      providesTags: ['Licence'],
    }),
    licenceBind: mutationOf(build, authCode.bind, ['Licence']),
    licenceUnbind: mutationOf(build, authCode.unbind, ['Licence']),
    licenceEdit: mutationOf(build, authCode.edit, ['Licence']),
    /** Returns the order to be paid. */
    licenceRenew: mutationOf(build, authCode.renew, ['Licence', 'Order']),
    licenceTransfer: mutationOf(build, authCode.transfer, ['Licence']),
    /** Withdraws the user's own offer, or declines one made to them. */
    licenceTransferCancel: build.mutation<LicenceTransfer, number>({
      query: (transferId) => call(authCode.transferCancel, { transfer_id: transferId }),
      invalidatesTags: ['Licence'],
    }),
    licenceTransferAccept: build.mutation<Licence, number>({
      query: (transferId) => call(authCode.transferAccept, { transfer_id: transferId }),
      invalidatesTags: ['Licence'],
    }),
    /** The response's `file` is saved under `filename`. */
    licenceOfflineRequest: mutationOf(build, authCode.offlineRequest, ['Licence']),
    /** The licence file of a server again; the response equals that of a request. */
    licenceOfflineRenew: mutationOf(build, authCode.offlineRenew, ['Licence']),
  }),
});

export const {
  useLicencePlansQuery,
  useLicenceListQuery,
  useLicenceDetailQuery,
  useLicenceBindMutation,
  useLicenceUnbindMutation,
  useLicenceEditMutation,
  useLicenceRenewMutation,
  useLicenceTransferMutation,
  useLicenceTransferCancelMutation,
  useLicenceTransferAcceptMutation,
  useLicenceOfflineRequestMutation,
  useLicenceOfflineRenewMutation,
} = licenceApi;
