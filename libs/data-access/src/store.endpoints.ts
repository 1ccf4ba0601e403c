import { appStore, type DataOf, type InputOf } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call, mutationOf, queryOf } from './base-query.ts';

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
    storeList: queryOf(build, appStore.list, (_data, _error, { cate }) =>
      cate === 'my' ? ['MyApps'] : ['StoreApp'],
    ),
    storeDetail: queryOf(build, appStore.detail, (_data, _error, { id }) => [{ type: 'StoreApp', id }]),
    storeChangelog: queryOf(build, appStore.changelog, (_data, _error, { id }) => [{ type: 'StoreApp', id }]),
    /** Every app of the store in both languages, to choose dependencies from. */
    storeCatalogue: build.query<DataOf<typeof appStore.catalog>, void>({
      query: () => call(appStore.catalog, {}),
      providesTags: ['StoreApp'],
    }),
    storeCheck: mutationOf(build, appStore.check),
    storeReport: mutationOf(build, appStore.report),
    /** A failure is ignored: no view waits for it. */
    storeView: mutationOf(build, appStore.view),
    storeSaved: queryOf(build, appStore.saved, ['MyApps']),
    storeSave: mutationOf(build, appStore.save, ['MyApps']),
    storeUnsave: mutationOf(build, appStore.unsave, ['MyApps']),
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
