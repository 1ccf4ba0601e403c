import { adminAudit, type DataOf, type InputOf } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

/**
 * The operators' desk. One tag for all of it: an action changes its own room, the counts of the first page and the audit
 * log, and a rejection means that somebody else was faster. Only what is on screen is requested again.
 */
export const deskApi = api.enhanceEndpoints({ addTagTypes: ['Desk'] }).injectEndpoints({
  endpoints: (build) => ({
    deskAudit: build.query<DataOf<typeof adminAudit.list>, InputOf<typeof adminAudit.list>>({
      query: (input) => call(adminAudit.list, input),
      providesTags: ['Desk'],
    }),
  }),
});

export const { useDeskAuditQuery } = deskApi;
