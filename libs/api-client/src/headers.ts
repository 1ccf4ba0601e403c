import { languageHeader, type Locale } from '@yunduo/i18n';
import { DEVICE_ID, UPLOAD_TOKEN } from '@yunduo/validation';

/** The sender of a request. */
export interface Sender {
  language: Locale;
  /** Session token; empty for an anonymous visitor. */
  token: string;
  deviceVersion: string;
}

/**
 * The headers of every request (specification §7). Only `Authorization` authorises; the others are markers.
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
