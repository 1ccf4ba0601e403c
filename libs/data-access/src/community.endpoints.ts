import {
  activity,
  feedback,
  subscribe,
  type DataOf,
  type FeedbackAttachment,
  type FeedbackDetail,
  type InputOf,
} from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

/** A picture or a video on its way; `onProgress` hears the share sent, 0-1. */
export interface FeedbackUpload {
  file: Blob;
  onProgress?: (share: number) => void;
}

/** Feedback, the newsletter, activities. Addresses of attachments work for a few minutes: they are asked for anew. */
export const communityApi = api.injectEndpoints({
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
    /** A ticket with addresses of this moment, to open a file of it. What is shown keeps its own: a video goes on. */
    feedbackFiles: build.mutation<FeedbackDetail, InputOf<typeof feedback.detail>>({
      query: (input) => call(feedback.detail, input),
    }),

    subscribeCreate: build.mutation<DataOf<typeof subscribe.create>, InputOf<typeof subscribe.create>>({
      query: (input) => call(subscribe.create, input),
    }),
    subscribeConfirm: build.mutation<DataOf<typeof subscribe.confirm>, InputOf<typeof subscribe.confirm>>({
      query: (input) => call(subscribe.confirm, input),
    }),
    unsubscribe: build.mutation<DataOf<typeof subscribe.unsubscribe>, InputOf<typeof subscribe.unsubscribe>>({
      query: (input) => call(subscribe.unsubscribe, input),
    }),

    activityCurrent: build.query<DataOf<typeof activity.current>, void>({
      query: () => call(activity.current, undefined),
      providesTags: ['Activity'],
    }),
    /** With a session it tells whether its user takes part. */
    activityDetail: build.query<DataOf<typeof activity.detail>, InputOf<typeof activity.detail>>({
      query: (input) => call(activity.detail, input),
      providesTags: ['Activity'],
    }),
    activityJoin: build.mutation<DataOf<typeof activity.join>, InputOf<typeof activity.join>>({
      query: (input) => call(activity.join, input),
      // After a refusal too: it began or ended meanwhile.
      invalidatesTags: ['Activity'],
    }),
  }),
});

export const {
  useFeedbackUploadMutation,
  useFeedbackSubmitMutation,
  useFeedbackMyQuery,
  useFeedbackDetailQuery,
  useFeedbackFilesMutation,
  useSubscribeCreateMutation,
  useSubscribeConfirmMutation,
  useUnsubscribeMutation,
  useActivityCurrentQuery,
  useActivityDetailQuery,
  useActivityJoinMutation,
} = communityApi;
