import { devWebhook } from '@yunduo/api-contract';
import { api } from './api.ts';
import { mutationOf, queryOf } from './base-query.ts';

/** Webhooks of a developer and their delivery log. */
export const webhookApi = api.injectEndpoints({
  endpoints: (build) => ({
    devWebhooks: queryOf(build, devWebhook.list, ['DevWebhook']),
    /** Only this response has the secret: the view that shows it resets the mutation afterwards. */
    devWebhookCreate: mutationOf(
      build,
      devWebhook.create,
      // After a rejection the app may be deleted: the list of apps is requested again.
      (made) => (made ? ['DevWebhook'] : ['DevWebhook', 'DevAppDraft']),
    ),
    devWebhookSave: mutationOf(build, devWebhook.save, (saved) =>
      saved ? ['DevWebhook'] : ['DevWebhook', 'DevAppDraft'],
    ),
    /** As with a new webhook: only this response has the secret. */
    devWebhookRotate: mutationOf(build, devWebhook.rotate, ['DevWebhook']),
    devWebhookEnable: mutationOf(build, devWebhook.enable, ['DevWebhook', 'WebhookDelivery']),
    devWebhookDisable: mutationOf(build, devWebhook.disable, ['DevWebhook']),
    devWebhookDelete: mutationOf(build, devWebhook.delete, ['DevWebhook']),
    devWebhookPing: mutationOf(build, devWebhook.ping, ['WebhookDelivery', 'DevWebhook']),
    devWebhookDeliveries: queryOf(build, devWebhook.deliveries, ['WebhookDelivery']),
    devWebhookDelivery: queryOf(build, devWebhook.delivery, ['WebhookDelivery']),
    devWebhookReplay: mutationOf(build, devWebhook.replay, ['WebhookDelivery', 'DevWebhook']),
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
