import { asciiDomain } from './email.ts';
import { URL_MAX } from './limits.ts';
import { HTTPS_PATTERN } from './patterns.ts';
import { withoutHidden } from './visible-text.ts';

/** Browsers and Node have the same parser, but this library is compiled without the types of either. */
declare const URL: new (address: string) => { hostname: string };

/**
 * The stored form of a typed https URL: `Https：//例子.中国/a` becomes `https://xn--fsqu00a.xn--fiqs8s/a`. Any other text
 * only loses its invisible characters, for the schema to reject.
 */
export function asciiUrl(input: string): string {
  const text = withoutHidden(input).trim();
  const [, host = '', rest = ''] = /^https[:：][/／]{2}([^/?#:]+)(.*)$/isu.exec(text) ?? [];
  const domain = asciiDomain(host);
  return domain === null ? text : `https://${domain}${rest}`;
}

/**
 * True for an https URL without user info whose host is a domain, and which a browser opens as it is written: the parser
 * rejects the port 99999 and invalid labels, and corrects other hosts.
 */
export function isHttpsUrl(text: string): boolean {
  if (text.length > URL_MAX || !HTTPS_PATTERN.test(text)) return false;
  try {
    return text.slice(8).toLowerCase().startsWith(new URL(text).hostname);
  } catch {
    return false;
  }
}
