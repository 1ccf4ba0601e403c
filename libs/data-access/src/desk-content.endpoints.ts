import {
  adminActivity,
  adminContent,
  adminInvite,
  adminProtocol,
  adminRelease,
  type DataOf,
  type InputOf,
} from '@yunduo/api-contract';
import { call } from './base-query.ts';
import { deskApi } from './desk.endpoints.ts';

/** An upload; `onProgress` receives the sent share, 0-1. */
interface FileUpload {
  file: Blob;
  onProgress?: (share: number) => void;
}

function pictureForm({ file }: FileUpload): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

/** Reads and changes of the desk's rooms "content" and "invitations and releases". */
export const deskContentApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    deskArticles: build.query<DataOf<typeof adminContent.list>, InputOf<typeof adminContent.list>>({
      query: (input) => call(adminContent.list, input),
      providesTags: ['Desk'],
    }),
    deskArticle: build.query<DataOf<typeof adminContent.detail>, InputOf<typeof adminContent.detail>>({
      query: (input) => call(adminContent.detail, input),
      providesTags: ['Desk'],
    }),
    deskArticleHistory: build.query<
      DataOf<typeof adminContent.history>,
      InputOf<typeof adminContent.history>
    >({
      query: (input) => call(adminContent.history, input),
      providesTags: ['Desk'],
    }),
    deskArticleUpload: build.mutation<DataOf<typeof adminContent.upload>, FileUpload>({
      query: (upload) => call(adminContent.upload, pictureForm(upload), upload.onProgress),
    }),
    deskArticleSave: build.mutation<DataOf<typeof adminContent.save>, InputOf<typeof adminContent.save>>({
      query: (input) => call(adminContent.save, input),
      invalidatesTags: ['Desk'],
    }),
    deskArticlePreview: build.mutation<
      DataOf<typeof adminContent.preview>,
      InputOf<typeof adminContent.preview>
    >({ query: (input) => call(adminContent.preview, input) }),
    deskArticlePublish: build.mutation<
      DataOf<typeof adminContent.publish>,
      InputOf<typeof adminContent.publish>
    >({ query: (input) => call(adminContent.publish, input), invalidatesTags: ['Desk'] }),
    deskArticleArchive: build.mutation<
      DataOf<typeof adminContent.archive>,
      InputOf<typeof adminContent.archive>
    >({ query: (input) => call(adminContent.archive, input), invalidatesTags: ['Desk'] }),
    deskArticleSchedule: build.mutation<
      DataOf<typeof adminContent.schedule>,
      InputOf<typeof adminContent.schedule>
    >({ query: (input) => call(adminContent.schedule, input), invalidatesTags: ['Desk'] }),
    deskArticleUnschedule: build.mutation<
      DataOf<typeof adminContent.unschedule>,
      InputOf<typeof adminContent.unschedule>
    >({ query: (input) => call(adminContent.unschedule, input), invalidatesTags: ['Desk'] }),
    deskArticleOrder: build.mutation<DataOf<typeof adminContent.order>, InputOf<typeof adminContent.order>>({
      query: (input) => call(adminContent.order, input),
      invalidatesTags: ['Desk'],
    }),
    deskActivities: build.query<DataOf<typeof adminActivity.list>, InputOf<typeof adminActivity.list>>({
      query: (input) => call(adminActivity.list, input),
      providesTags: ['Desk'],
    }),
    deskActivitySave: build.mutation<DataOf<typeof adminActivity.save>, InputOf<typeof adminActivity.save>>({
      query: (input) => call(adminActivity.save, input),
      invalidatesTags: ['Desk'],
    }),
    deskActivityWithdraw: build.mutation<
      DataOf<typeof adminActivity.withdraw>,
      InputOf<typeof adminActivity.withdraw>
    >({ query: (input) => call(adminActivity.withdraw, input), invalidatesTags: ['Desk'] }),
    deskProtocols: build.query<DataOf<typeof adminProtocol.list>, void>({
      query: () => call(adminProtocol.list, undefined),
      providesTags: ['Desk'],
    }),
    deskProtocolPublish: build.mutation<
      DataOf<typeof adminProtocol.publish>,
      InputOf<typeof adminProtocol.publish>
    >({ query: (input) => call(adminProtocol.publish, input), invalidatesTags: ['Desk'] }),
    deskProtocolWithdraw: build.mutation<
      DataOf<typeof adminProtocol.withdraw>,
      InputOf<typeof adminProtocol.withdraw>
    >({ query: (input) => call(adminProtocol.withdraw, input), invalidatesTags: ['Desk'] }),
    deskInvitations: build.query<DataOf<typeof adminInvite.list>, InputOf<typeof adminInvite.list>>({
      query: (input) => call(adminInvite.list, input),
      providesTags: ['Desk'],
    }),
    deskInviteRequests: build.query<
      DataOf<typeof adminInvite.requests>,
      InputOf<typeof adminInvite.requests>
    >({
      query: (input) => call(adminInvite.requests, input),
      providesTags: ['Desk'],
    }),
    deskInviteAnswer: build.mutation<DataOf<typeof adminInvite.answer>, InputOf<typeof adminInvite.answer>>({
      query: (input) => call(adminInvite.answer, input),
      invalidatesTags: ['Desk'],
    }),
    deskInvitationsCreate: build.mutation<
      DataOf<typeof adminInvite.createMany>,
      InputOf<typeof adminInvite.createMany>
    >({ query: (input) => call(adminInvite.createMany, input), invalidatesTags: ['Desk'] }),
    deskInvitationRevoke: build.mutation<
      DataOf<typeof adminInvite.revoke>,
      InputOf<typeof adminInvite.revoke>
    >({ query: (input) => call(adminInvite.revoke, input), invalidatesTags: ['Desk'] }),
    deskReleases: build.query<DataOf<typeof adminRelease.list>, void>({
      query: () => call(adminRelease.list, undefined),
      providesTags: ['Desk'],
    }),
    deskReleasePublish: build.mutation<
      DataOf<typeof adminRelease.publish>,
      { form: FormData; onProgress?: (share: number) => void }
    >({
      query: ({ form, onProgress }) => call(adminRelease.publish, form, onProgress),
      invalidatesTags: ['Desk'],
    }),
    deskReleaseRequire: build.mutation<
      DataOf<typeof adminRelease.require>,
      InputOf<typeof adminRelease.require>
    >({ query: (input) => call(adminRelease.require, input), invalidatesTags: ['Desk'] }),
    deskReleaseWithdraw: build.mutation<
      DataOf<typeof adminRelease.withdraw>,
      InputOf<typeof adminRelease.withdraw>
    >({ query: (input) => call(adminRelease.withdraw, input), invalidatesTags: ['Desk'] }),
  }),
});

export const {
  useDeskArticlesQuery,
  useDeskArticleQuery,
  useLazyDeskArticleQuery,
  useDeskArticleHistoryQuery,
  useDeskArticleUploadMutation,
  useDeskArticleSaveMutation,
  useDeskArticlePreviewMutation,
  useDeskArticlePublishMutation,
  useDeskArticleArchiveMutation,
  useDeskArticleScheduleMutation,
  useDeskArticleUnscheduleMutation,
  useDeskArticleOrderMutation,
  useDeskActivitiesQuery,
  useDeskActivitySaveMutation,
  useDeskActivityWithdrawMutation,
  useDeskProtocolsQuery,
  useLazyDeskProtocolsQuery,
  useDeskProtocolPublishMutation,
  useDeskProtocolWithdrawMutation,
  useDeskInvitationsQuery,
  useDeskInviteRequestsQuery,
  useDeskInviteAnswerMutation,
  useDeskInvitationsCreateMutation,
  useDeskInvitationRevokeMutation,
  useDeskReleasesQuery,
  useDeskReleasePublishMutation,
  useDeskReleaseRequireMutation,
  useDeskReleaseWithdrawMutation,
} = deskContentApi;
