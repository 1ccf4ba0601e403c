import { ESCAPED_AMPERSAND } from '@yunduo/validation';

// One spelling of each address, for the servers of both apps.

/**
 * Signs that a program took for the end of a link: ASCII ones as they are or encoded, others encoded. At most eight: a
 * long path of signs would otherwise be read once for each of them.
 */
export const LINK_END_SIGNS = String.raw`(?:[.,;:!?'")\]}>*_]|%2[1279C]|%3[ABEF]|%5D|%7D|%(?:E2|E3|EF)%[89AB][\dA-F]%[89AB][\dA-F]){1,8}`;
/** Query values of links in our emails: none of them ends with punctuation. */
export const LINK_VALUES = '(?:section|panel|order|no|code|id|do)=[\\w-]+?';
const NAMED = new RegExp(`([?&]${LINK_VALUES})${LINK_END_SIGNS}(?=&|$)`, 'gi');
const PATH_END = new RegExp(`${LINK_END_SIGNS}$`, 'i');

/**
 * Normalises the query of a link that was passed on: `&amp;` was copied from a mail's source, and the values that our
 * mails name end before the punctuation of the sentence around the link. Typed text, such as `q`, is kept.
 */
export const tidyQuery = (query: string): string =>
  query.replace(ESCAPED_AMPERSAND, '&').replace(NAMED, '$1');

/**
 * Normalises a path to one address per page: no trailing slash, no repeated slashes, no encoded letters, digits and
 * hyphens, no punctuation after it, the language and the name of an address that `isAddress` knows in lower case. The
 * router in the browser ignores case and encoding: it would show another page, or another language, than the one that
 * was sent. `//evil.example` becomes `/evil.example`, a path of this site, never another host.
 */
export function tidyPath(path: string, isAddress: (path: string) => boolean): string {
  const tidy = path
    .replace(/%(?:2D|3\d|[46][1-9A-F]|[57][0-9A]|5F|7E)/gi, (character) => decodeURIComponent(character))
    .replace(/[\\/]{2,}/g, '/')
    .replace(/(.)\/+$/, '$1')
    .replace(/^\/en(?=\/|$)/i, '/en');
  const lower = tidy.toLowerCase();
  const bare = tidy.replace(PATH_END, '');
  // Nearly every path has one spelling.
  const spelled =
    bare === lower ? tidy : ([bare, tidy, lower, lower.replace(PATH_END, '')].find(isAddress) ?? tidy);
  return spelled.startsWith('/') ? spelled : `/${spelled}`;
}
