import { adminActivity, adminContent, adminInvite, adminProtocol, adminRelease } from '@yunduo/api-contract';
import { mutationOf, queryOf } from './base-query.ts';
import { deskApi } from './desk.endpoints.ts';
import { fileForm, sendFiles, type FileUpload } from './send-files.ts';

/** Uploads the picture of an article. */
export const uploadArticlePicture = (upload: FileUpload) =>
  sendFiles(adminContent.upload, upload, fileForm(upload));

/** Publishes a release with its packages; `onProgress` receives the sent share, 0-1. */
export const publishRelease = (release: { form: FormData; onProgress?: (share: number) => void }) =>
  sendFiles(adminRelease.publish, release, release.form, { tags: ['Desk'] });

/** Reads and changes of the desk's rooms "content" and "invitations and releases". */
export const deskContentApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    deskArticles: queryOf(build, adminContent.list, ['Desk']),
    deskArticle: queryOf(build, adminContent.detail, ['Desk']),
    deskArticleHistory: queryOf(build, adminContent.history, ['Desk']),
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
    deskReleaseRequire: mutationOf(build, adminRelease.require, ['Desk']),
    deskReleaseWithdraw: mutationOf(build, adminRelease.withdraw, ['Desk']),
  }),
});

export const {
  useDeskArticlesQuery,
  useDeskArticleQuery,
  useLazyDeskArticleQuery,
  useDeskArticleHistoryQuery,
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
  useDeskReleaseRequireMutation,
  useDeskReleaseWithdrawMutation,
} = deskContentApi;
