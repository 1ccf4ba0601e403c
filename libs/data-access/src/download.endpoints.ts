import { clientDownload, invite, privateDeploy, type DataOf, type InputOf } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

/** The desktop client and private deployment: releases, and the download link for an invitation. */
export const downloadApi = api.injectEndpoints({
  endpoints: (build) => ({
    clientReleases: build.query<DataOf<typeof clientDownload.releases>, void>({
      query: () => call(clientDownload.releases, undefined),
      providesTags: ['Release'],
    }),
    /**
     * A rejection because of the protocol means that the displayed one is outdated: it is requested again.
     */
    claimDownload: build.mutation<DataOf<typeof clientDownload.claim>, InputOf<typeof clientDownload.claim>>({
      query: (input) => call(clientDownload.claim, input),
      invalidatesTags: (_data, error) => {
        const stale = error && ['PROTOCOL_REQUIRED', 'DOWNLOAD_NOT_FOUND'].includes(error.code);
        return stale ? ['Release', 'Content'] : [];
      },
    }),
    inviteRequest: build.mutation<DataOf<typeof invite.request>, InputOf<typeof invite.request>>({
      query: (input) => call(invite.request, input),
    }),
    privateVersions: build.query<DataOf<typeof privateDeploy.versions>, void>({
      query: () => call(privateDeploy.versions, undefined),
      providesTags: ['Release'],
    }),
    privateDetail: build.query<DataOf<typeof privateDeploy.detail>, InputOf<typeof privateDeploy.detail>>({
      query: (input) => call(privateDeploy.detail, input),
      providesTags: ['Release'],
    }),
  }),
});

export const {
  useClientReleasesQuery,
  useClaimDownloadMutation,
  useInviteRequestMutation,
  usePrivateVersionsQuery,
  usePrivateDetailQuery,
} = downloadApi;
