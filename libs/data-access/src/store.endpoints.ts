import { appStore, type AppCheck, type DataOf, type InputOf } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

/** The store: reads, and actions of visitors and members. */
export const storeApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** With the number of apps in each, of the matching ones if a search or filters are given. */
    storeCategories: build.query<
      DataOf<typeof appStore.categories>,
      InputOf<typeof appStore.categories> | void
    >({
      query: (input) => call(appStore.categories, input ?? {}),
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
    storeChangelog: build.query<DataOf<typeof appStore.changelog>, InputOf<typeof appStore.changelog>>({
      query: (input) => call(appStore.changelog, input),
      providesTags: (_data, _error, { id }) => [{ type: 'StoreApp', id }],
    }),
    /** Every app of the store in both languages, to choose dependencies from. */
    storeCatalogue: build.query<DataOf<typeof appStore.catalog>, void>({
      query: () => call(appStore.catalog, {}),
      providesTags: ['StoreApp'],
    }),
    storeCheck: build.mutation<AppCheck, InputOf<typeof appStore.check>>({
      query: (input) => call(appStore.check, input),
    }),
    storeReport: build.mutation<DataOf<typeof appStore.report>, InputOf<typeof appStore.report>>({
      query: (input) => call(appStore.report, input),
    }),
    /** A failure is ignored: no view waits for it. */
    storeView: build.mutation<DataOf<typeof appStore.view>, InputOf<typeof appStore.view>>({
      query: (input) => call(appStore.view, input),
    }),
    storeSaved: build.query<DataOf<typeof appStore.saved>, InputOf<typeof appStore.saved>>({
      query: (input) => call(appStore.saved, input),
      providesTags: ['MyApps'],
    }),
    storeSave: build.mutation<DataOf<typeof appStore.save>, InputOf<typeof appStore.save>>({
      query: (input) => call(appStore.save, input),
      invalidatesTags: ['MyApps'],
    }),
    storeUnsave: build.mutation<DataOf<typeof appStore.unsave>, InputOf<typeof appStore.unsave>>({
      query: (input) => call(appStore.unsave, input),
      invalidatesTags: ['MyApps'],
    }),
  }),
});

export const {
  useStoreCategoriesQuery,
  useStoreListQuery,
  useStoreDetailQuery,
  useStoreChangelogQuery,
  useStoreCatalogueQuery,
  useStoreCheckMutation,
  useStoreReportMutation,
  useStoreViewMutation,
  useStoreSavedQuery,
  useStoreSaveMutation,
  useStoreUnsaveMutation,
} = storeApi;
