import { homeArticle, protocol, site } from '@yunduo/api-contract';
import { api } from './api.ts';
import { queryOf } from './base-query.ts';

/** Editorial content: site info, articles of the home page, protocols. */
export const contentApi = api.injectEndpoints({
  endpoints: (build) => ({
    siteInfo: queryOf(build, site.info, ['Content']),
    specialArticle: queryOf(build, homeArticle.specialArticle, ['Content']),
    protocolDetail: queryOf(build, protocol.detail, ['Content']),
    protocolVersions: queryOf(build, protocol.versions, ['Content']),
  }),
});

export const { useSiteInfoQuery, useSpecialArticleQuery, useProtocolDetailQuery, useProtocolVersionsQuery } =
  contentApi;
