import {
  DIRECTION_CONTROLS,
  MARKDOWN_NESTING_MAX,
  RICH_TEXT_ATTRIBUTES,
  RICH_TEXT_TAGS,
} from '@yunduo/validation';
import sanitizeHtml from 'sanitize-html';

const SCHEMES = new Set(['http:', 'https:', 'mailto:']);
/** Matches every direction control, also in a title or as an entity. */
const DIRECTION = new RegExp(DIRECTION_CONTROLS, 'g');
/** Base URL that is never requested: an address relative to it is relative to us. */
const OURS = 'https://ours.invalid';

/**
 * Sanitises rich text for storage and display: only the tags and attributes of the shared allow-list. Links may point
 * to http, https, mailto or a path of this site; pictures only to our own files, so that nothing external loads.
 * Direction controls are removed: the text must read as written.
 * @param filesUrl base URL of our files, such as `/uploads` or `https://cdn.example.com/files`
 */
export function sanitiseRichText(html: string, filesUrl = '/uploads'): string {
  return sanitizeHtml(html, {
    allowedTags: [...RICH_TEXT_TAGS],
    allowedAttributes: Object.fromEntries(
      Object.entries(RICH_TEXT_ATTRIBUTES).map(([tag, names]) => [tag, [...names]]),
    ),
    allowProtocolRelative: false,
    allowedSchemes: ['http', 'https', 'mailto'],
    nestingLimit: MARKDOWN_NESTING_MAX,
    // Their content is never text for a reader.
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'template',
      'iframe',
      'object',
      'svg',
      'math',
    ],
    transformTags: {
      a: (tagName, attributes) => ({ tagName, attribs: keep(attributes, 'href', isLink) }),
      img: (tagName, attributes) => ({
        tagName,
        attribs: keepNumbers(
          keep(attributes, 'src', (src) => isOwnFile(src, filesUrl)),
          ['width', 'height'],
        ),
      }),
      th: (tagName, attributes) => ({ tagName, attribs: keepNumbers(attributes, ['colspan', 'rowspan']) }),
      td: (tagName, attributes) => ({ tagName, attribs: keepNumbers(attributes, ['colspan', 'rowspan']) }),
    },
    exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs['src'],
  }).replace(DIRECTION, '');
}

type Attributes = Record<string, string>;

function keep(attributes: Attributes, name: string, allowed: (value: string) => boolean): Attributes {
  const value = attributes[name];
  if (value === undefined || allowed(value)) return attributes;
  return Object.fromEntries(Object.entries(attributes).filter(([other]) => other !== name));
}

/** A width of 9,999,999 would stay in its container, but slow the page down. */
function keepNumbers(attributes: Attributes, names: readonly string[]): Attributes {
  return names.reduce((stored, name) => keep(stored, name, (value) => /^\d{1,4}$/.test(value)), attributes);
}

/**
 * One parser decides on every URL; anything that it would repair or we strip (controls, backslashes) is refused
 * instead.
 */
function parse(value: string): URL | null {
  if (/[\u0000-\u0020\u007f\\]/.test(value)) return null; // eslint-disable-line no-control-regex -- controls are the point
  if (DIRECTION_CONTROLS.test(value)) return null;
  return URL.canParse(value, OURS) ? new URL(value, OURS) : null;
}

function isLink(value: string): boolean {
  const url = parse(value);
  if (!url || !SCHEMES.has(url.protocol) || url.username || url.password) return false;
  return url.origin !== OURS || isPath(value);
}

function isOwnFile(value: string, filesUrl: string): boolean {
  const url = parse(value);
  const files = parse(filesUrl);
  if (!url || !files || url.origin !== files.origin) return false;
  if (url.origin === OURS && !isPath(value)) return false;
  return url.pathname.startsWith(`${files.pathname.replace(/\/$/, '')}/`);
}

const isPath = (value: string): boolean => value.startsWith('/') && !value.startsWith('//');
