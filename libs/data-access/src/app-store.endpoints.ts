import {
  adminApp,
  adminReport,
  appStore,
  type AdminApp,
  type AppCheck,
  type AppReport,
  type DataOf,
  type InputOf,
} from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

/** The store: reading, what visitors and members do, and what operators do with apps. */
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
    /** Every app of the store, in both languages: what an app may depend on. */
    storeCatalogue: build.query<DataOf<typeof appStore.catalog>, void>({
      query: () => call(appStore.catalog, undefined),
      providesTags: ['StoreApp'],
    }),
    storeCheck: build.mutation<AppCheck, InputOf<typeof appStore.check>>({
      query: (input) => call(appStore.check, input),
    }),
    storeReport: build.mutation<DataOf<typeof appStore.report>, InputOf<typeof appStore.report>>({
      query: (input) => call(appStore.report, input),
      invalidatesTags: ['AppReport'],
    }),
    // The number that the store shows grows later: nothing is to be asked for again.
    storeDownload: build.mutation<DataOf<typeof appStore.download>, InputOf<typeof appStore.download>>({
      query: (input) => call(appStore.download, input),
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
    adminAppCertify: build.mutation<AdminApp, InputOf<typeof adminApp.certify>>({
      query: (input) => call(adminApp.certify, input),
      invalidatesTags: ['StoreApp'],
    }),
    adminAppFeature: build.mutation<AdminApp, InputOf<typeof adminApp.feature>>({
      query: (input) => call(adminApp.feature, input),
      invalidatesTags: ['StoreApp'],
    }),
    adminAppTakedown: build.mutation<AdminApp, InputOf<typeof adminApp.takedown>>({
      query: (input) => call(adminApp.takedown, input),
      invalidatesTags: ['StoreApp', 'DevApp', 'AppReport'],
    }),
    adminReportList: build.query<DataOf<typeof adminReport.list>, InputOf<typeof adminReport.list>>({
      query: (input) => call(adminReport.list, input),
      providesTags: ['AppReport'],
    }),
    adminReportClose: build.mutation<AppReport, InputOf<typeof adminReport.close>>({
      query: (input) => call(adminReport.close, input),
      invalidatesTags: ['AppReport'],
    }),
  }),
});

export const {
  useStoreCategoriesQuery,
  useStoreListQuery,
  useStoreDetailQuery,
  useStoreVersionsQuery,
  useStoreChangelogQuery,
  useStoreCatalogueQuery,
  useStoreCheckMutation,
  useStoreReportMutation,
  useStoreDownloadMutation,
  useStoreSavedQuery,
  useStoreSaveMutation,
  useStoreUnsaveMutation,
  useAdminAppCertifyMutation,
  useAdminAppFeatureMutation,
  useAdminAppTakedownMutation,
  useAdminReportListQuery,
  useAdminReportCloseMutation,
} = appStoreApi;
