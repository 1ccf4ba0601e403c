import { parseSafeUrl } from '../navigation/safe-url.ts';

/** A web address outside this site that may be linked to; null for anything but plain http and https. */
export function externalUrl(address: string | null): URL | null {
  if (address === null || !URL.canParse(address)) return null;
  return parseSafeUrl(address, { origin: 'https://site.invalid', allow: [new URL(address).origin] });
}
