import { parseSafeUrl } from '../navigation/safe-url.ts';
import { urlOf } from '../navigation/url-of.ts';

/** A web address outside this site that may be linked to; null for anything but plain http and https. */
export function externalUrl(address: string | null): URL | null {
  const url = urlOf(address ?? '');
  return url && parseSafeUrl(address ?? '', { origin: 'https://site.invalid', allow: [url.origin] });
}
