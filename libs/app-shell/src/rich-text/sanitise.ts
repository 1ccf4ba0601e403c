import { MARKDOWN_TAGS, RICH_TEXT_ATTRIBUTES, RICH_TEXT_TAGS } from '@yunduo/validation';
import DOMPurify from 'dompurify';
import { urlOf } from '../navigation/url-of.ts';

export type Markup = 'markdown' | 'rich-text';

const tags = { markdown: [...MARKDOWN_TAGS], 'rich-text': [...RICH_TEXT_TAGS] };
const allowed: Record<string, readonly string[]> = RICH_TEXT_ATTRIBUTES;
const attributes = [...new Set(Object.values(RICH_TEXT_ATTRIBUTES).flat())];

const purifier = DOMPurify(window);
purifier.addHook('uponSanitizeAttribute', (element, data, { RETURN_DOM }) => {
  // HTML that is only read, never rendered, keeps its attributes.
  if (RETURN_DOM) return;
  const { attrName, attrValue } = data;
  const listed = allowed[element.nodeName.toLowerCase()]?.includes(attrName);
  if (!listed || !isAllowed(attrName, attrValue)) data.keepAttr = false;
});

/**
 * The second sanitising, in the browser, with the server's allow-list. Its Trusted Types policy is named
 * `dompurify`.
 */
export function sanitise(html: string, markup: Markup): TrustedHTML {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: tags[markup],
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_TRUSTED_TYPE: true,
  });
}

/** Comments, raw text, and opening tags, in parser order. */
const MARKUP =
  /<!--[\s\S]*?-->|<(style|script|title|xml)\b[\s\S]*?<\/\1\s*>|<[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/gi;
const POLICED = /("[^"]*"|'[^']*')|(?<=[\s/"'])(style|on[a-z]+)(?=[\s=])/gi;

/**
 * Foreign HTML as elements of an inert document, to be read and never rendered. Nothing in it loads or runs.
 * The CSP reports each `style` and `on…` attribute that a parser meets, so they are renamed to `data-style`
 * and `data-on…`.
 */
export function inertBody(html: string): HTMLElement {
  const silent = html.replace(MARKUP, (markup: string, raw?: string) =>
    raw || markup.startsWith('<!--')
      ? ''
      : markup.replace(POLICED, (_, quoted?: string, name?: string) => quoted ?? `data-${name}`),
  );
  return purifier.sanitize(silent, { USE_PROFILES: { html: true }, RETURN_DOM: true }) as HTMLElement;
}

// A base that is never requested: an address relative to it is relative to this site.
const OURS = 'https://ours.invalid';

/** Allows http, https and paths of this site, for links also mailto. Anything else becomes plain text. */
function isAllowed(name: string, value: string): boolean {
  if (name !== 'href' && name !== 'src') return true;
  const url = /[\p{C}\p{Z}\\]/u.test(value) ? null : urlOf(value, OURS);
  if (!url || url.username || url.password) return false;
  if (url.protocol === 'mailto:') return name === 'href';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
  return url.origin !== OURS ? /^https?:\/\//i.test(value) : /^(?:\/(?!\/)|#)/.test(value);
}
