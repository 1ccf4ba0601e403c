import {
  authCode,
  type DataOf,
  type InputOf,
  type Licence,
  type LicenceDetail,
  type LicenceTransfer,
  type Order,
} from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

/**
 * Licences (on the wire: authorization codes). A change requests the list and the detail again, also after a
 * rejection, which means that the licence changed elsewhere.
 */
export const licenceApi = api.injectEndpoints({
  endpoints: (build) => ({
    licencePlans: build.query<DataOf<typeof authCode.plans>, void>({
      query: () => call(authCode.plans, undefined),
    }),
    licenceList: build.query<DataOf<typeof authCode.my>, InputOf<typeof authCode.my>>({
      query: (input) => call(authCode.my, input),
      providesTags: ['Licence'],
    }),
    licenceDetail: build.query<LicenceDetail, number>({
      query: (id) => call(authCode.detail, { id }),
      providesTags: ['Licence'],
    }),
    licenceBind: build.mutation<Licence, InputOf<typeof authCode.bind>>({
      query: (input) => call(authCode.bind, input),
      invalidatesTags: ['Licence'],
    }),
    licenceUnbind: build.mutation<Licence, InputOf<typeof authCode.unbind>>({
      query: (input) => call(authCode.unbind, input),
      invalidatesTags: ['Licence'],
    }),
    licenceEdit: build.mutation<Licence, InputOf<typeof authCode.edit>>({
      query: (input) => call(authCode.edit, input),
      invalidatesTags: ['Licence'],
    }),
    /** Returns the order to be paid. */
    licenceRenew: build.mutation<Order, InputOf<typeof authCode.renew>>({
      query: (input) => call(authCode.renew, input),
      invalidatesTags: ['Licence', 'Order'],
    }),
    licenceTransfer: build.mutation<Licence, InputOf<typeof authCode.transfer>>({
      query: (input) => call(authCode.transfer, input),
      invalidatesTags: ['Licence'],
    }),
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
    licenceOfflineRequest: build.mutation<
      DataOf<typeof authCode.offlineRequest>,
      InputOf<typeof authCode.offlineRequest>
    >({
      query: (input) => call(authCode.offlineRequest, input),
      invalidatesTags: ['Licence'],
    }),
    /** The licence file of a server again; the response equals that of a request. */
    licenceOfflineRenew: build.mutation<
      DataOf<typeof authCode.offlineRenew>,
      InputOf<typeof authCode.offlineRenew>
    >({
      query: (input) => call(authCode.offlineRenew, input),
      invalidatesTags: ['Licence'],
    }),
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
