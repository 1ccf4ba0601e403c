import {
  adminActivity,
  adminContent,
  adminInvite,
  adminProtocol,
  adminRelease,
  type DataOf,
} from '@yunduo/api-contract';
import { call, mutationOf, queryOf } from './base-query.ts';
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
    deskArticles: queryOf(build, adminContent.list, ['Desk']),
    deskArticle: queryOf(build, adminContent.detail, ['Desk']),
    deskArticleHistory: queryOf(build, adminContent.history, ['Desk']),
    deskArticleUpload: build.mutation<DataOf<typeof adminContent.upload>, FileUpload>({
      query: (upload) => call(adminContent.upload, pictureForm(upload), upload.onProgress),
    }),
    deskArticleSave: mutationOf(build, adminContent.save, ['Desk']),
    deskArticlePreview: mutationOf(build, adminContent.preview),
    deskArticlePublish: mutationOf(build, adminContent.publish, ['Desk']),
    deskArticleArchive: mutationOf(build, adminContent.archive, ['Desk']),
    deskArticleSchedule: mutationOf(build, adminContent.schedule, ['Desk']),
    deskArticleUnschedule: mutationOf(build, adminContent.unschedule, ['Desk']),
    deskArticleOrder: mutationOf(build, adminContent.order, ['Desk']),
    deskActivities: queryOf(build, adminActivity.list, ['Desk']),
    deskActivitySave: mutationOf(build, adminActivity.save, ['Desk']),
    deskActivityWithdraw: mutationOf(build, adminActivity.withdraw, ['Desk']),
    deskProtocols: queryOf(build, adminProtocol.list, ['Desk']),
    deskProtocolPublish: mutationOf(build, adminProtocol.publish, ['Desk']),
    deskProtocolWithdraw: mutationOf(build, adminProtocol.withdraw, ['Desk']),
    deskInvitations: queryOf(build, adminInvite.list, ['Desk']),
    deskInviteRequests: queryOf(build, adminInvite.requests, ['Desk']),
    deskInviteAnswer: mutationOf(build, adminInvite.answer, ['Desk']),
    deskInvitationsCreate: mutationOf(build, adminInvite.createMany, ['Desk']),
    deskInvitationRevoke: mutationOf(build, adminInvite.revoke, ['Desk']),
    deskReleases: queryOf(build, adminRelease.list, ['Desk']),
    deskReleasePublish: build.mutation<
      DataOf<typeof adminRelease.publish>,
      { form: FormData; onProgress?: (share: number) => void }
    >({
      query: ({ form, onProgress }) => call(adminRelease.publish, form, onProgress),
      invalidatesTags: ['Desk'],
    }),
    deskReleaseRequire: mutationOf(build, adminRelease.require, ['Desk']),
    deskReleaseWithdraw: mutationOf(build, adminRelease.withdraw, ['Desk']),
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
