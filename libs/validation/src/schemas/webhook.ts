import { array, object, string } from 'yup';
import { asciiUrl } from '../https-url.ts';
import { WEBHOOK_EVENTS } from '../vocabulary.ts';
import { webhookUrlError } from '../webhook-url.ts';
import { key } from './text.ts';

/** A webhook: its URL and its events. */
export const webhookSchema = object({
  url: string()
    .transform((value: unknown) =>
      typeof value === 'string'
        ? asciiUrl(value).replace(/[^\p{ASCII}\p{Surrogate}]+/gu, encodeURIComponent)
        : value,
    )
    .required(key('webhook_url_required'))
    .test('address', (value, { createError }) => {
      const message = value ? webhookUrlError(value) : null;
      return message === null || createError({ message: key(message) });
    }),
  events: array(string().oneOf(WEBHOOK_EVENTS, key('webhook_events_required')).required())
    .required(key('webhook_events_required'))
    .min(1, key('webhook_events_required')),
});
