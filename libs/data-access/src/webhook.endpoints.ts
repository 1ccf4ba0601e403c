import { devWebhook, type DataOf, type InputOf } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

type Calls = typeof devWebhook;

/** Webhooks of a developer and their delivery log. */
export const webhookApi = api.injectEndpoints({
  endpoints: (build) => ({
    devWebhooks: build.query<DataOf<Calls['list']>, void>({
      query: () => call(devWebhook.list, undefined),
      providesTags: ['DevWebhook'],
    }),
    /** Only this response has the secret: the view that shows it resets the mutation afterwards. */
    devWebhookCreate: build.mutation<DataOf<Calls['create']>, InputOf<Calls['create']>>({
      query: (input) => call(devWebhook.create, input),
      // After a rejection the app may be deleted: the list of apps is requested again.
      invalidatesTags: (made) => (made ? ['DevWebhook'] : ['DevWebhook', 'DevAppDraft']),
    }),
    devWebhookSave: build.mutation<DataOf<Calls['save']>, InputOf<Calls['save']>>({
      query: (input) => call(devWebhook.save, input),
      invalidatesTags: (saved) => (saved ? ['DevWebhook'] : ['DevWebhook', 'DevAppDraft']),
    }),
    /** As with a new webhook: only this response has the secret. */
    devWebhookRotate: build.mutation<DataOf<Calls['rotate']>, InputOf<Calls['rotate']>>({
      query: (input) => call(devWebhook.rotate, input),
      invalidatesTags: ['DevWebhook'],
    }),
    devWebhookEnable: build.mutation<DataOf<Calls['enable']>, InputOf<Calls['enable']>>({
      query: (input) => call(devWebhook.enable, input),
      invalidatesTags: ['DevWebhook', 'WebhookDelivery'],
    }),
    devWebhookDisable: build.mutation<DataOf<Calls['disable']>, InputOf<Calls['disable']>>({
      query: (input) => call(devWebhook.disable, input),
      invalidatesTags: ['DevWebhook'],
    }),
    devWebhookDelete: build.mutation<DataOf<Calls['delete']>, InputOf<Calls['delete']>>({
      query: (input) => call(devWebhook.delete, input),
      invalidatesTags: ['DevWebhook'],
    }),
    devWebhookPing: build.mutation<DataOf<Calls['ping']>, InputOf<Calls['ping']>>({
      query: (input) => call(devWebhook.ping, input),
      invalidatesTags: ['WebhookDelivery', 'DevWebhook'],
    }),
    devWebhookDeliveries: build.query<DataOf<Calls['deliveries']>, InputOf<Calls['deliveries']>>({
      query: (input) => call(devWebhook.deliveries, input),
      providesTags: ['WebhookDelivery'],
    }),
    devWebhookDelivery: build.query<DataOf<Calls['delivery']>, InputOf<Calls['delivery']>>({
      query: (input) => call(devWebhook.delivery, input),
      providesTags: ['WebhookDelivery'],
    }),
    devWebhookReplay: build.mutation<DataOf<Calls['replay']>, InputOf<Calls['replay']>>({
      query: (input) => call(devWebhook.replay, input),
      invalidatesTags: ['WebhookDelivery', 'DevWebhook'],
    }),
  }),
});

export const {
  useDevWebhooksQuery,
  useLazyDevWebhooksQuery,
  useDevWebhookCreateMutation,
  useDevWebhookSaveMutation,
  useDevWebhookRotateMutation,
  useDevWebhookEnableMutation,
  useDevWebhookDisableMutation,
  useDevWebhookDeleteMutation,
  useDevWebhookPingMutation,
  useDevWebhookDeliveriesQuery,
  useDevWebhookDeliveryQuery,
  useDevWebhookReplayMutation,
} = webhookApi;
