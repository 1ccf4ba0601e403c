import { feedback, type FeedbackAttachment } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call, mutationOf, queryOf } from './base-query.ts';

/** An upload of a picture or video; `onProgress` receives the sent share, 0-1. */
export interface FeedbackUpload {
  file: Blob;
  onProgress?: (share: number) => void;
}

/** Feedback. Links of attachments expire after minutes: request them again. */
export const feedbackApi = api.injectEndpoints({
  endpoints: (build) => ({
    feedbackUpload: build.mutation<FeedbackAttachment, FeedbackUpload>({
      query: ({ file, onProgress }) => {
        const body = new FormData();
        body.append('file', file);
        return call(feedback.upload, body, onProgress);
      },
    }),
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
  useFeedbackUploadMutation,
  useFeedbackSubmitMutation,
  useFeedbackMyQuery,
  useFeedbackDetailQuery,
  useFeedbackFilesMutation,
} = feedbackApi;
