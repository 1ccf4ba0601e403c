import {
  feedback,
  type DataOf,
  type FeedbackAttachment,
  type FeedbackDetail,
  type InputOf,
} from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

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
    feedbackDiscard: build.mutation<DataOf<typeof feedback.discard>, InputOf<typeof feedback.discard>>({
      query: (input) => call(feedback.discard, input),
    }),
    feedbackSubmit: build.mutation<DataOf<typeof feedback.submit>, InputOf<typeof feedback.submit>>({
      query: (input) => call(feedback.submit, input),
      invalidatesTags: (data) => (data ? ['Feedback'] : []),
    }),
    feedbackMy: build.query<DataOf<typeof feedback.my>, InputOf<typeof feedback.my>>({
      query: (input) => call(feedback.my, input),
      providesTags: ['Feedback'],
    }),
    feedbackDetail: build.query<DataOf<typeof feedback.detail>, InputOf<typeof feedback.detail>>({
      query: (input) => call(feedback.detail, input),
      providesTags: ['Feedback'],
    }),
    /**
     * A ticket with fresh file addresses, to open one of its files. The displayed ticket keeps its own, so
     * that a video continues.
     */
    feedbackFiles: build.mutation<FeedbackDetail, InputOf<typeof feedback.detail>>({
      query: (input) => call(feedback.detail, input),
    }),
  }),
});

export const {
  useFeedbackUploadMutation,
  useFeedbackSubmitMutation,
  useFeedbackMyQuery,
  useFeedbackDetailQuery,
  useFeedbackFilesMutation,
} = feedbackApi;
