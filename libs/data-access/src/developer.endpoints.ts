import { devApp, type DataOf, type InputOf } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

/** What a developer owns. */
export const developerApi = api.injectEndpoints({
  endpoints: (build) => ({
    devAppList: build.query<DataOf<typeof devApp.list>, InputOf<typeof devApp.list>>({
      query: (input) => call(devApp.list, input),
      providesTags: ['DevApp'],
    }),
  }),
});

export const { useDevAppListQuery } = developerApi;
