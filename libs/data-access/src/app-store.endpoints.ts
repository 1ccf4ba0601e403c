import { appStore, type DataOf, type InputOf } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

/** The store: categories, list with search and filters, one app. */
export const appStoreApi = api.injectEndpoints({
  endpoints: (build) => ({
    storeCategories: build.query<DataOf<typeof appStore.categories>, void>({
      query: () => call(appStore.categories, undefined),
      providesTags: ['StoreApp'],
    }),
    storeList: build.query<DataOf<typeof appStore.list>, InputOf<typeof appStore.list>>({
      query: (input) => call(appStore.list, input),
      providesTags: (_data, _error, { cate }) => (cate === 'my' ? ['StoreApp', 'MyApps'] : ['StoreApp']),
    }),
    storeDetail: build.query<DataOf<typeof appStore.detail>, InputOf<typeof appStore.detail>>({
      query: (input) => call(appStore.detail, input),
      providesTags: (_data, _error, { id }) => [{ type: 'StoreApp', id }],
    }),
    storeVersions: build.query<DataOf<typeof appStore.versions>, InputOf<typeof appStore.versions>>({
      query: (input) => call(appStore.versions, input),
      providesTags: (_data, _error, { id }) => [{ type: 'StoreApp', id }],
    }),
    storeChangelog: build.query<DataOf<typeof appStore.changelog>, InputOf<typeof appStore.changelog>>({
      query: (input) => call(appStore.changelog, input),
      providesTags: (_data, _error, { id }) => [{ type: 'StoreApp', id }],
    }),
  }),
});

export const {
  useStoreCategoriesQuery,
  useStoreListQuery,
  useStoreDetailQuery,
  useStoreVersionsQuery,
  useStoreChangelogQuery,
} = appStoreApi;
