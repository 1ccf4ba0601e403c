import { subscribe } from '@yunduo/api-contract';
import { api } from './api.ts';
import { mutationOf } from './base-query.ts';

/** The newsletter. */
export const newsletterApi = api.injectEndpoints({
  endpoints: (build) => ({
    subscribeCreate: mutationOf(build, subscribe.create),
    subscribeConfirm: mutationOf(build, subscribe.confirm),
    unsubscribe: mutationOf(build, subscribe.unsubscribe),
  }),
});

export const { useSubscribeCreateMutation, useSubscribeConfirmMutation, useUnsubscribeMutation } =
  newsletterApi;
