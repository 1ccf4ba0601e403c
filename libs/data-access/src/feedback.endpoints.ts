import { feedback } from '@yunduo/api-contract';
import { api } from './api.ts';
import { mutationOf, queryOf } from './base-query.ts';
import { fileForm, sendFiles, type FileUpload } from './send-files.ts';

/** Uploads a picture or video of a report. */
export const uploadFeedbackFile = (upload: FileUpload) =>
  sendFiles(feedback.upload, upload, fileForm(upload));

/** Feedback. Links of attachments expire after minutes: request them again. */
export const feedbackApi = api.injectEndpoints({
  endpoints: (build) => ({
    feedbackDiscard: mutationOf(build, feedback.discard),
    feedbackSubmit: mutationOf(build, feedback.submit, (data) => (data ? ['Feedback'] : [])),
    feedbackMy: queryOf(build, feedback.my, ['Feedback']),
    feedbackDetail: queryOf(build, feedback.detail, ['Feedback']),
    /**
     * A ticket with fresh file addresses, to open one of its files. The displayed ticket keeps its own, so
     * that a video continues.
     */
    feedbackFiles: mutationOf(build, feedback.detail),
  }),
});

export const {
  useFeedbackSubmitMutation,
  useFeedbackMyQuery,
  useFeedbackDetailQuery,
  useFeedbackFilesMutation,
} = feedbackApi;
