import { clientDownload, invite, privateDeploy } from '@yunduo/api-contract';
import { api } from './api.ts';
import { mutationOf, queryOf } from './base-query.ts';

/** The desktop client and private deployment: releases, and the download link for an invitation. */
export const downloadApi = api.injectEndpoints({
  endpoints: (build) => ({
    clientReleases: queryOf(build, clientDownload.releases, ['Release']),
    /**
     * The file is of the newest release, to which the checksums on the page must belong. A rejection because of the
     * protocol means that the displayed one is outdated: it is requested again.
     */
    claimDownload: mutationOf(build, clientDownload.claim, (data, error) => {
      const stale = error && ['PROTOCOL_REQUIRED', 'DOWNLOAD_NOT_FOUND'].includes(error.code);
      return stale ? ['Release', 'Content'] : data ? ['Release'] : [];
    }),
    inviteRequest: mutationOf(build, invite.request),
    privateVersions: queryOf(build, privateDeploy.versions, ['Release']),
    privateDetail: queryOf(build, privateDeploy.detail, ['Release']),
  }),
});

export const {
  useClientReleasesQuery,
  useClaimDownloadMutation,
  useInviteRequestMutation,
  usePrivateVersionsQuery,
  usePrivateDetailQuery,
} = downloadApi;
