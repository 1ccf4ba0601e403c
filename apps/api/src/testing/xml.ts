/** A small strict XML parser, for tests of well-formedness. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** Direct text content, with entities resolved. */
  text: string;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'" };
const NAME = String.raw`[A-Za-z_][\w:.-]*`;
// eslint-disable-next-line no-control-regex -- what XML 1.0 forbids
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])/;

function unescape(text: string): string {
  if (text.includes('<')) throw new Error(`< inside ${text}`);
  return text.replace(/&([^;]*;?)/g, (whole, entity: string) => {
    const known = entity.endsWith(';') ? ENTITIES[entity.slice(0, -1)] : undefined;
    if (known === undefined) throw new Error(`${whole} is no entity`);
    return known;
  });
}

/**
 * Parses a document without comments, CDATA and processing instructions, which ours never contain.
 * @throws Error when it is not well formed
 */
export function readXml(document: string): XmlElement {
  if (FORBIDDEN.test(document)) throw new Error('a character that XML forbids');
  const [declaration = ''] = /^<\?xml version="1\.0"(?: encoding="utf-8")?\?>\s*/.exec(document) ?? [];
  if (!declaration) throw new Error('no declaration');
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let at = declaration.length;
  const token = new RegExp(String.raw`<(/?)(${NAME})((?:\s+${NAME}="[^"<]*")*)\s*(/?)>|([^<]+)`, 'y');
  while (at < document.length) {
    token.lastIndex = at;
    const found = token.exec(document);
    if (!found) throw new Error(`not well formed at ${at}: ${document.slice(at, at + 40)}`);
    at = token.lastIndex;
    const [, closing, name = '', attributes = '', empty, text] = found;
    const parent = open.at(-1);
    if (!parent) throw new Error('something after the root');
    if (text !== undefined) {
      if (parent === root && text.trim()) throw new Error('text outside of the root');
      parent.text += unescape(text);
    } else if (closing) {
      if (parent.name !== name || parent === root) throw new Error(`</${name}> closes <${parent.name}>`);
      open.pop();
    } else {
      const element: XmlElement = { name, attributes: attributesOf(attributes), children: [], text: '' };
      parent.children.push(element);
      if (!empty) open.push(element);
    }
  }
  if (open.length > 1) throw new Error(`<${open.at(-1)?.name}> is never closed`);
  const [only, ...more] = root.children;
  if (!only || more.length > 0) throw new Error('a document has one root');
  return only;
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(new RegExp(String.raw`(${NAME})="([^"]*)"`, 'g'))) {
    if (Object.hasOwn(attributes, name)) throw new Error(`${name} stands twice`);
    attributes[name] = unescape(value);
  }
  return attributes;
}
