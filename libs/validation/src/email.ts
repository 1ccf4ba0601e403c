import { EMAIL_PATTERN } from './patterns.ts';
import { EMAIL_MAX } from './limits.ts';
import { visibleText } from './visible-text.ts';

/** Browsers and Node have the same parser; this library is compiled without the types of either. */
declare const URL: new (address: string) => { hostname: string };

/** Full stops of Chinese keyboards separate the labels of a domain, too (RFC 3490). */
const STOPS = /[\u3002\uff0e\uff61]/g;
/** What would end the host of an address or be decoded in it; a hyphen stands inside a label only. */
const NOT_HOST = /[\s/\\?#@:%[\]<>^|]|(?:^|\.)-|-(?:\.|$)/;

/** A domain in its ASCII form (`例子.中国` → `xn--fsqu00a.xn--fiqs8s`). Null when it is none. */
export function asciiDomain(domain: string): string | null {
  const folded = domain.normalize('NFKC').replace(STOPS, '.');
  if (NOT_HOST.test(folded)) return null;
  // The URL parser judges what is not plain ASCII, and refuses labels that decode to nothing.
  if (/^[\x21-\x7e]+$/.test(folded) && !/(?:^|\.)xn--/i.test(folded)) return folded;
  try {
    return new URL(`http://${folded}`).hostname;
  } catch {
    return null;
  }
}

/**
 * An address as it is sent to and stored: no spaces around, half-width, its domain in ASCII. What is no address comes
 * back as it was, trimmed, for the rules to refuse.
 */
export function asciiEmail(typed: string): string {
  const text = visibleText(typed);
  // Longer than any address: nobody's novel is taken apart.
  if (text.length > EMAIL_MAX * 2) return text;
  const folded = text.normalize('NFKC');
  const at = folded.lastIndexOf('@');
  const domain = at > 0 ? asciiDomain(folded.slice(at + 1)) : null;
  const address = domain === null ? text : `${folded.slice(0, at)}@${domain}`;
  return EMAIL_PATTERN.test(address) ? address : text;
}

/** The address as accounts are compared by: one address is one account, whichever way it is typed. */
export const normalEmail = (typed: string): string => asciiEmail(typed).toLowerCase();

/** Whether it is one address in its ASCII form, of a domain that can exist. */
export const isEmail = (address: string): boolean =>
  address.length <= EMAIL_MAX &&
  EMAIL_PATTERN.test(address) &&
  asciiDomain(address.slice(address.lastIndexOf('@') + 1)) !== null;
