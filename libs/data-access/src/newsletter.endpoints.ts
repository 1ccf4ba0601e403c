import { subscribe, type DataOf, type InputOf } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

/** The newsletter. */
export const newsletterApi = api.injectEndpoints({
  endpoints: (build) => ({
    subscribeCreate: build.mutation<DataOf<typeof subscribe.create>, InputOf<typeof subscribe.create>>({
      query: (input) => call(subscribe.create, input),
    }),
    subscribeConfirm: build.mutation<DataOf<typeof subscribe.confirm>, InputOf<typeof subscribe.confirm>>({
      query: (input) => call(subscribe.confirm, input),
    }),
    unsubscribe: build.mutation<DataOf<typeof subscribe.unsubscribe>, InputOf<typeof subscribe.unsubscribe>>({
      query: (input) => call(subscribe.unsubscribe, input),
    }),
  }),
});

export const { useSubscribeCreateMutation, useSubscribeConfirmMutation, useUnsubscribeMutation } =
  newsletterApi;
