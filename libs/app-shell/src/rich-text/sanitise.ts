import { MARKDOWN_TAGS, RICH_TEXT_ATTRIBUTES, RICH_TEXT_TAGS } from '@yunduo/validation';
import DOMPurify from 'dompurify';

export type Markup = 'markdown' | 'rich-text';

const tags = { markdown: [...MARKDOWN_TAGS], 'rich-text': [...RICH_TEXT_TAGS] };
const allowed: Record<string, readonly string[]> = RICH_TEXT_ATTRIBUTES;
const attributes = [...new Set(Object.values(RICH_TEXT_ATTRIBUTES).flat())];
// Same origin or http(s), and mail; no data:, no other scheme.
const addresses = /^(?:https?:|mailto:|\/(?![/\\])|#|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i;

const purifier = DOMPurify(window);
purifier.addHook('uponSanitizeAttribute', (element, data) => {
  if (!allowed[element.nodeName.toLowerCase()]?.includes(data.attrName)) data.keepAttr = false;
});

/** The second sanitising, in the browser, with the allow-list of the server. Its Trusted Types policy is `dompurify`. */
export function sanitise(html: string, markup: Markup): TrustedHTML {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: tags[markup],
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: addresses,
    RETURN_TRUSTED_TYPE: true,
  });
}
