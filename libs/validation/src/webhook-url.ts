import { WEBHOOK } from './developer-limits.ts';
import { URL_MAX } from './limits.ts';

/** What is wrong with the address of a webhook, as the key of a sentence. */
export type WebhookUrlError =
  'webhook_url_invalid' | 'webhook_url_https' | 'webhook_url_user' | 'webhook_url_port';

/** True for the names and addresses that a machine has for itself. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

const ADDRESS = /^(https?):\/\/(\[[0-9a-f:.]{2,45}\]|[a-z0-9.-]{1,253})(?::(\d{1,5}))?(?:[/?][!-~]*)?$/;
const USER = /^https?:\/\/[^/?#]*@/;

/**
 * What can be said of an address without resolving its name; null when nothing is wrong. An address of this machine
 * passes with any port and over http: the server decides whether it takes those.
 */
export function webhookUrlError(value: string): WebhookUrlError | null {
  const typed = value.replace(/^[^/?#]*:\/\/[^/?#]*/, (start) => start.toLowerCase());
  if (USER.test(typed)) return 'webhook_url_user';
  const [, scheme, host = '', port = '443'] = ADDRESS.exec(typed) ?? [];
  if (!scheme || value.length > URL_MAX || /[#\\]/.test(value))
    return /^https?:/.test(typed) || !/^[a-z.+-]+:/.test(typed) ? 'webhook_url_invalid' : 'webhook_url_https';
  if (isLoopbackHost(host)) return null;
  if (scheme !== 'https') return 'webhook_url_https';
  // A name without a dot is one of somebody's own network.
  if (!host.includes('.') && !host.startsWith('[')) return 'webhook_url_invalid';
  return WEBHOOK.ports.some((allowed) => allowed === Number(port)) ? null : 'webhook_url_port';
}
