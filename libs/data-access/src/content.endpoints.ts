import {
  adminContent,
  adminProtocol,
  homeArticle,
  protocol,
  site,
  type AdminArticle,
  type DataOf,
  type InputOf,
} from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

/** What editors write: site info, articles of the home page, protocols. */
export const contentApi = api.injectEndpoints({
  endpoints: (build) => ({
    siteInfo: build.query<DataOf<typeof site.info>, void>({
      query: () => call(site.info, undefined),
      providesTags: ['Content'],
    }),
    specialArticle: build.query<
      DataOf<typeof homeArticle.specialArticle>,
      InputOf<typeof homeArticle.specialArticle>
    >({
      query: (input) => call(homeArticle.specialArticle, input),
      providesTags: ['Content'],
    }),
    protocolDetail: build.query<DataOf<typeof protocol.detail>, InputOf<typeof protocol.detail>>({
      query: (input) => call(protocol.detail, input),
      providesTags: ['Content'],
    }),
    protocolVersions: build.query<DataOf<typeof protocol.versions>, InputOf<typeof protocol.versions>>({
      query: (input) => call(protocol.versions, input),
      providesTags: ['Content'],
    }),
    adminArticleList: build.query<DataOf<typeof adminContent.list>, InputOf<typeof adminContent.list>>({
      query: (input) => call(adminContent.list, input),
      providesTags: ['Content'],
    }),
    // A save answers what the form goes on with; after a conflict the list is asked for, the form keeps its text.
    adminArticleSave: build.mutation<AdminArticle, InputOf<typeof adminContent.save>>({
      query: (input) => call(adminContent.save, input),
      invalidatesTags: ['Content'],
    }),
    adminArticlePublish: build.mutation<AdminArticle, InputOf<typeof adminContent.publish>>({
      query: (input) => call(adminContent.publish, input),
      invalidatesTags: ['Content'],
    }),
    adminArticleArchive: build.mutation<AdminArticle, InputOf<typeof adminContent.archive>>({
      query: (input) => call(adminContent.archive, input),
      invalidatesTags: ['Content'],
    }),
    adminProtocolPublish: build.mutation<
      DataOf<typeof adminProtocol.publish>,
      InputOf<typeof adminProtocol.publish>
    >({
      query: (input) => call(adminProtocol.publish, input),
      invalidatesTags: ['Content'],
    }),
  }),
});

export const {
  useSiteInfoQuery,
  useSpecialArticleQuery,
  useProtocolDetailQuery,
  useProtocolVersionsQuery,
  useAdminArticleListQuery,
  useAdminArticleSaveMutation,
  useAdminArticlePublishMutation,
  useAdminArticleArchiveMutation,
  useAdminProtocolPublishMutation,
} = contentApi;
