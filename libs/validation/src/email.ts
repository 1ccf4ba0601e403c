import { EMAIL_PATTERN } from './patterns.ts';
import { EMAIL_MAX } from './limits.ts';
import { plainForms, visibleText } from './visible-text.ts';

/** Browsers and Node have the same parser, but this library is compiled without the types of either. */
declare const URL: new (address: string) => { hostname: string };

/** Full stops of Chinese keyboards also separate domain labels (RFC 3490). */
const STOPS = /[\u3002\uff0e\uff61]/g;
/** Characters that would end the host of a URL or be decoded in it. A hyphen stands inside a label only. */
const NOT_HOST = /[\s/\\?#@:%[\]<>^|]|(?:^|\.)-|-(?:\.|$)/;

/** A domain in its ASCII form (`例子.中国` → `xn--fsqu00a.xn--fiqs8s`), or null if it is invalid. */
export function asciiDomain(domain: string): string | null {
  const folded = plainForms(domain).replace(STOPS, '.');
  if (NOT_HOST.test(folded)) return null;
  // The URL parser validates what is not plain ASCII, and rejects labels that decode to nothing.
  if (/^[\x21-\x7e]+$/.test(folded) && !/(?:^|\.)xn--/i.test(folded)) return folded;
  try {
    return new URL(`http://${folded}`).hostname;
  } catch {
    return null;
  }
}

/**
 * An email address in its stored form: trimmed, half-width, domain in ASCII. An invalid address is returned
 * trimmed only, for the schema to reject.
 */
export function asciiEmail(input: string): string {
  const text = visibleText(input);
  // Longer than any address: do not parse it.
  if (text.length > EMAIL_MAX * 2) return text;
  const folded = plainForms(text);
  const at = folded.lastIndexOf('@');
  const domain = at > 0 ? asciiDomain(folded.slice(at + 1)) : null;
  const address = domain === null ? text : `${folded.slice(0, at)}@${domain}`;
  return EMAIL_PATTERN.test(address) ? address : text;
}

/** The form by which accounts are compared: every spelling of an address gives the same key. */
export const normalEmail = (input: string): string => asciiEmail(input).toLowerCase();

/** True for one address in ASCII form whose domain can exist. */
export const isEmail = (address: string): boolean =>
  address.length <= EMAIL_MAX &&
  EMAIL_PATTERN.test(address) &&
  asciiDomain(address.slice(address.lastIndexOf('@') + 1)) !== null;
