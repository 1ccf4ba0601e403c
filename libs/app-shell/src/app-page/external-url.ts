import { parseSafeUrl } from '../navigation/safe-url.ts';
import { urlOf } from '../navigation/url-of.ts';

/** An http or https URL that may be linked to; null for any other scheme. */
export function externalUrl(address: string | null): URL | null {
  const url = urlOf(address ?? '');
  return url && parseSafeUrl(address ?? '', { origin: 'https://site.invalid', allow: [url.origin] });
}
