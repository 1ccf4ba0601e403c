import { languageHeader, type Locale } from '@yunduo/i18n';
import { DEVICE_ID, UPLOAD_TOKEN } from '@yunduo/validation';

/** What a request says of its sender. */
export interface Sender {
  language: Locale;
  /** Session token; empty for an anonymous visitor. */
  token: string;
  deviceVersion: string;
}

/**
 * The headers of every request (specification §7). They are markers: only `Authorization` authorises anything.
 * An anonymous visitor sends an empty authorization value.
 */
export function requestHeaders(sender: Sender): Record<string, string> {
  return {
    Accept: 'application/json',
    Lang: languageHeader(sender.language),
    Authorization: sender.token ? `Bearer ${sender.token}` : '',
    'X-Requested-With': 'XMLHttpRequest',
    'Device-Id': DEVICE_ID,
    'Upload-Token': UPLOAD_TOKEN,
    'Device-Version': sender.deviceVersion,
  };
}
