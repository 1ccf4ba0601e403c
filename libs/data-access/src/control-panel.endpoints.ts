import { devCenter, type DataOf, type InputOf } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

/** A developer's data that only the control panel shows: publisher profile and statistics of their apps. */
export const controlPanelApi = api.injectEndpoints({
  endpoints: (build) => ({
    devPublisher: build.query<DataOf<typeof devCenter.publisher>, void>({
      query: () => call(devCenter.publisher, undefined),
      providesTags: ['DevPublisher'],
    }),
    devPublisherSave: build.mutation<
      DataOf<typeof devCenter.publisherSave>,
      InputOf<typeof devCenter.publisherSave>
    >({
      query: (input) => call(devCenter.publisherSave, input),
      // The pages of an app show a preview of it.
      invalidatesTags: ['DevPublisher', 'DevApp'],
    }),
    devPublisherProve: build.mutation<
      DataOf<typeof devCenter.publisherProve>,
      InputOf<typeof devCenter.publisherProve>
    >({
      query: (input) => call(devCenter.publisherProve, input),
      invalidatesTags: ['DevPublisher'],
    }),
    devCenterStats: build.query<DataOf<typeof devCenter.stats>, InputOf<typeof devCenter.stats>>({
      query: (input) => call(devCenter.stats, input),
      providesTags: ['DevApp'],
    }),
  }),
});

export const {
  useDevPublisherQuery,
  useLazyDevPublisherQuery,
  useDevPublisherSaveMutation,
  useDevPublisherProveMutation,
  useDevCenterStatsQuery,
} = controlPanelApi;
