import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query.ts';
import { cacheKey } from './private-data.ts';

/** Seconds that unused data is cached. On the server a timer per query would outlive its request. */
const keepUnusedDataFor = typeof window === 'undefined' ? Infinity : 60;

/** The single cache of server data. Each `<domain>.endpoints.ts` injects its calls. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  serializeQueryArgs: cacheKey,
  keepUnusedDataFor,
  tagTypes: [
    'User',
    'Session',
    'Factor',
    'StoreApp',
    'MyApps',
    'Content',
    'DevApp',
    'DevAppDraft',
    'DevToken',
    'DevPublisher',
    'DevWebhook',
    'WebhookDelivery',
    'Review',
    'Order',
    'Licence',
    'Release',
    'Feedback',
    'Activity',
    'MailPreferences',
    'Desk',
  ],
  endpoints: () => ({}),
});
