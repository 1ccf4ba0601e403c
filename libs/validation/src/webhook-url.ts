import { WEBHOOK } from './developer-limits.ts';
import { URL_MAX } from './limits.ts';

/** Why a webhook URL is rejected, as a key of the words. */
export type WebhookUrlError =
  'webhook_url_invalid' | 'webhook_url_https' | 'webhook_url_user' | 'webhook_url_port';

/** True for loopback names and addresses. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

const ADDRESS =
  /^(https?):\/\/(\[[0-9a-f:.]{2,45}\]|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.|(?=[:/?]|$))){1,20})(?::(\d{1,5}))?(?:[/?][!-~]*)?$/;
const USER = /^https?:\/\/[^/?#]*@/;

/**
 * Validates a URL without resolving its name; null if it is valid. A loopback URL passes with any port and
 * over http: the server decides whether it accepts those.
 */
export function webhookUrlError(value: string): WebhookUrlError | null {
  const input = value.replace(/^[^/?#]*:\/\/[^/?#]*/, (start) => start.toLowerCase());
  if (USER.test(input)) return 'webhook_url_user';
  const [, scheme, host = '', port = '443'] = ADDRESS.exec(input) ?? [];
  if (!scheme || value.length > URL_MAX || /[#\\]/.test(value))
    return /^https?:/.test(input) || !/^[a-z.+-]+:/.test(input) ? 'webhook_url_invalid' : 'webhook_url_https';
  if (isLoopbackHost(host)) return null;
  if (scheme !== 'https') return 'webhook_url_https';
  // A name without a dot belongs to a local network.
  if (!host.includes('.') && !host.startsWith('[')) return 'webhook_url_invalid';
  return WEBHOOK.ports.some((allowed) => allowed === Number(port)) ? null : 'webhook_url_port';
}
