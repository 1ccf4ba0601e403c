import type { DevWebhook, WebhookDelivery, WebhookTry } from '@yunduo/api-contract';
import type { BadgeTone } from '@yunduo/ui';
import type { WebhookType } from '@yunduo/validation';
import { useTranslations } from '../../shell/words.ts';

/** Word key of an event: a key cannot contain a full stop. */
export const EVENT_WORDS = {
  'review.decided': 'event.review_decided',
  'version.released': 'event.version_released',
  'listing.released': 'event.listing_released',
  'token.expiring': 'event.token_expiring',
  ping: 'event.ping',
} as const satisfies Record<WebhookType, string>;

export const STATE_TONES: Record<DevWebhook['state'], BadgeTone> = {
  live: 'good',
  failing: 'bad',
  disabled: 'neutral',
};

export const DELIVERY_TONES: Record<WebhookDelivery['state'], BadgeTone> = {
  waiting: 'warn',
  delivered: 'good',
  failed: 'bad',
};

/** Result of a try, as text. */
export function useTryWords(): (one: WebhookTry) => string {
  const t = useTranslations('webhooks');
  return ({ failure, status, duration }) =>
    t('deliveries.ms', {
      status: failure ? t(`failure.${failure}`, { status: status ?? 0 }) : String(status),
      ms: duration,
    });
}
