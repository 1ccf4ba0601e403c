import { homeArticle, protocol, site, type DataOf, type InputOf } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

/** Editorial content: site info, articles of the home page, protocols. */
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
  }),
});

export const { useSiteInfoQuery, useSpecialArticleQuery, useProtocolDetailQuery, useProtocolVersionsQuery } =
  contentApi;
