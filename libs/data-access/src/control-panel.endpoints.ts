import { devCenter } from '@yunduo/api-contract';
import { api } from './api.ts';
import { mutationOf, queryOf } from './base-query.ts';

/** A developer's data that only the control panel shows: publisher profile and statistics of their apps. */
export const controlPanelApi = api.injectEndpoints({
  endpoints: (build) => ({
    devPublisher: queryOf(build, devCenter.publisher, ['DevPublisher']),
    devPublisherSave: mutationOf(
      build,
      devCenter.publisherSave,
      // The pages of an app show a preview of it.
      ['DevPublisher', 'DevApp'],
    ),
    devPublisherProve: mutationOf(build, devCenter.publisherProve, ['DevPublisher']),
    devCenterStats: queryOf(build, devCenter.stats, ['DevApp']),
  }),
});

export const {
  useDevPublisherQuery,
  useLazyDevPublisherQuery,
  useDevPublisherSaveMutation,
  useDevPublisherProveMutation,
  useDevCenterStatsQuery,
} = controlPanelApi;
