import { inertBody } from '@yunduo/app-shell/sanitise';

/**
 * Converts rich text of other programs to the editor's elements, in an inert document. Styles become tags (bold,
 * italic, struck, underlined, raised, code), Word lists become lists, coloured code becomes a code block. Links without
 * a valid target here become text: anchors of the other page, relative paths, and invalid URLs.
 */
export function cleanHtml(html: string): { body: HTMLElement; pictureLeftOut: boolean } {
  const source = inertBody(html);
  source.querySelectorAll(DROPPED).forEach((element) => element.remove());
  applyClasses(html, source);
  nestWordLists(source);
  // The editor's own clipboard: paths in it belong to this site.
  return new Writer(/\bdata-pm-slice\s*=/.test(html)).write(source);
}

/** Controls, and content only for machines or screen readers; anchors next to headings; line numbers next to code. */
const DROPPED = [
  'button,select,textarea,option,script,style,title,meta,link,object,embed,audio,video,canvas,map,area,progress,meter',
  '[hidden],[aria-hidden="true"]:not(.katex-html)',
  'a:is(.anchor,.headerlink,.header-anchor,.hash-link,.heading-anchor,.heading-link,.anchor-link,.direct-link)',
  // Comments and tracked deletions of Word; clipboard markers of Feishu.
  '.copy-code-btn,.pre-numbering,.hljs-ln-numbers,.linenos,.lineno,.gutter',
  '[data-style*="mso-element:comment"],[data-style*="mso-element: comment"],.lark-record-clipboard',
].join();

const BLOCKS = new Set(
  'address article aside blockquote body caption center details dd dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const BLOCK_SELECTOR = [...BLOCKS].join();

type MarkTag = 'strong' | 'em' | 's' | 'u' | 'sub' | 'sup' | 'code';
const MARK_OF: Readonly<Record<string, MarkTag>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  cite: 'em',
  dfn: 'em',
  s: 's',
  strike: 's',
  del: 's',
  u: 'u',
  ins: 'u',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  var: 'code',
};

interface Look {
  readonly marks: ReadonlySet<MarkTag>;
  /** Null outside a link, empty in a link without a valid target. */
  readonly href: string | null;
  /** Line breaks in the text are significant (`white-space`). */
  readonly breaks: boolean;
}

const tagOf = (node: Node): string => node.nodeName.toLowerCase();
const isElement = (node: Node): node is HTMLElement => node.nodeType === 1;

/** The style declarations of an element, by lower-case name, including `mso-…` ones, which browsers drop. */
function styleOf(element: Element): Map<string, string> {
  const declarations = (element.getAttribute('data-style') ?? '').split(';').map((text): [string, string] => {
    const colon = text.indexOf(':');
    return [
      text.slice(0, colon).trim().toLowerCase(),
      text
        .slice(colon + 1)
        .trim()
        .toLowerCase(),
    ];
  });
  return new Map(declarations);
}

/**
 * The class rules that come along with the text: spreadsheets and macOS name no tag and no style where a cell or a word
 * is bold. The element's own style has the last word.
 */
function applyClasses(html: string, source: HTMLElement): void {
  const sheets = [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style/gi)].map(([, sheet = '']) => sheet);
  const rules = [...sheets.join('\n').matchAll(/([^{}]*)\{([^{}]*)\}/g)].reverse();
  for (const [, selectors = '', declarations = ''] of rules) {
    const look = declarations.match(LOOKS)?.join(';') ?? '';
    for (const [, name = ''] of look ? selectors.matchAll(CLASS) : [])
      for (const element of source.getElementsByClassName(name))
        element.setAttribute('data-style', `${look};${element.getAttribute('data-style') ?? ''}`);
  }
}
const LOOKS = /(?:font-(?:weight|style)|text-decoration|vertical-align)\s*:[^;]+/gi;
/** The class of a selector such as `.xl65` or `span.s1`. */
const CLASS = /(?:^|[\s,>-])[a-z]*\.([\w-]+)\s*(?=,|$)/gi;

const isHidden = (style: ReadonlyMap<string, string>): boolean =>
  style.get('display') === 'none' || style.get('visibility') === 'hidden' || style.get('mso-hide') === 'all';
const isMono = (style: ReadonlyMap<string, string>): boolean =>
  /mono|courier|consolas|menlo|monaco|cascadia|fira code|source code|jetbrains/.test(
    style.get('font-family') ?? '',
  );

/** The marks that an element's own style sets: on, off, or absent. */
function saidBy(style: ReadonlyMap<string, string>): Map<MarkTag, boolean> {
  const messages = new Map<MarkTag, boolean>();
  const weight = style.get('font-weight');
  if (weight && /^(bold|bolder|normal|lighter|\d+)/.test(weight))
    messages.set('strong', weight.startsWith('bold') || Number.parseInt(weight, 10) >= 600);
  const slant = style.get('font-style');
  if (slant && /^(normal|italic|oblique)/.test(slant)) messages.set('em', !slant.startsWith('normal'));
  // Decoration lines also apply to descendants, which cannot remove them: only a line that is present counts.
  const line = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`;
  if (line.includes('line-through')) messages.set('s', true);
  if (line.includes('underline')) messages.set('u', true);
  const align = style.get('vertical-align');
  if (align === 'super') messages.set('sup', true);
  if (align === 'sub') messages.set('sub', true);
  return messages;
}

/**
 * An absolute URL in normalised form (the server keeps no other); null if the target is not valid everywhere. Paths are
 * allowed in content copied from this site.
 */
function linkOf(href: string, ofThisSite: boolean): string | null {
  if (ofThisSite && /^\/(?!\/)/.test(href)) return href;
  if (!/^(?:https?:\/\/|mailto:)/i.test(href.trim())) return null;
  try {
    const url = new URL(href.trim());
    return url.username || url.password ? null : url.href.replaceAll('\\', '%5C');
  } catch {
    return null;
  }
}

/** A line of code: an element of a block, or one `code` of several, as in WeChat's articles. */
const isLine = (node: HTMLElement): boolean =>
  BLOCKS.has(tagOf(node)) ||
  /^(?:block|flex|grid)/.test(styleOf(node).get('display') ?? '') ||
  (node.matches('pre > code') &&
    [...(node.parentElement?.children ?? [])].every((child) => child.matches('code')));

/** The lines of a code block as displayed: in the source they are elements or breaks. */
function codeOf(element: Node): string {
  let text = '';
  const visit = (node: Node): void => {
    if (node.nodeType === 3) text += (node.nodeValue ?? '').replaceAll('\u00A0', ' ');
    else if (tagOf(node) === 'br') text += '\n';
    else {
      const line = node !== element && isElement(node) && isLine(node);
      if (line && text && !text.endsWith('\n')) text += '\n';
      const before = text.length;
      node.childNodes.forEach(visit);
      if (line && (!text.endsWith('\n') || text.length === before)) text += '\n';
    }
  };
  visit(element);
  return text.replace(/\r\n?/g, '\n').replace(/\n+$/, '');
}

/** Code from an editor: one element with a monospaced font around its lines. */
const isCodeBlock = (element: Element, style: ReadonlyMap<string, string>): boolean =>
  tagOf(element) === 'pre' ||
  (BLOCKS.has(tagOf(element)) &&
    isMono(style) &&
    /^(pre|break-spaces)/.test(style.get('white-space') ?? '')) ||
  (tagOf(element) === 'code' && Boolean(element.querySelector('br,div,p')));

/** Builds allow-listed elements from the source. */
class Writer {
  readonly #ownPaths: boolean;
  readonly #document = document.implementation.createHTMLDocument('');
  readonly #body = this.#document.createElement('div');
  #pictureLeftOut = false;
  /** Parent of new blocks. */
  #parent: Element = this.#body;
  /** Block that receives text; null between blocks. */
  #line: Element | null = null;

  constructor(ownPaths: boolean) {
    this.#ownPaths = ownPaths;
  }

  write(source: HTMLElement) {
    this.#children(source, { marks: new Set(), href: null, breaks: false });
    tidy(this.#body);
    return { body: this.#body, pictureLeftOut: this.#pictureLeftOut };
  }

  #make = (tag: string): HTMLElement => this.#document.createElement(tag);

  #children(node: Node, look: Look): void {
    node.childNodes.forEach((child) => {
      if (child.nodeType === 3) this.#text(child.nodeValue ?? '', look);
      else if (isElement(child)) this.#element(child, look);
    });
  }

  /** Adds a block, and fills it. */
  #block(tag: string, fill: () => void, ownLine = false): void {
    const parent = this.#parent;
    const block = this.#make(tag);
    parent.append(block);
    this.#line = ownLine ? block : null;
    if (!ownLine) this.#parent = block;
    fill();
    this.#parent = parent;
    this.#line = null;
  }

  #text(text: string, look: Look): void {
    const parts = look.breaks ? text.split(/\r?\n/) : [text];
    parts.forEach((part, index) => {
      if (index > 0) this.#break();
      if (!this.#line && !part.trim()) return;
      if (part) this.#inline(this.#document.createTextNode(part), look);
    });
  }

  #break(): void {
    this.#line?.append(this.#make('br'));
  }

  #inline(node: Node, { marks, href }: Look): void {
    this.#line ??= this.#parent.appendChild(this.#make('p'));
    let at: Element = this.#line;
    if (href) {
      const link = this.#make('a');
      link.setAttribute('href', href);
      at = at.appendChild(link);
    }
    // Code takes no other marks; a heading is bold by default.
    const shown = marks.has('code') ? (['code'] as const) : [...marks];
    for (const mark of shown) at = at.appendChild(this.#make(mark));
    at.append(node);
  }

  #element(element: HTMLElement, look: Look): void {
    const tag = tagOf(element);
    const style = styleOf(element);
    if (isHidden(style)) return;
    if (tag === 'br') return this.#break();
    if (tag === 'img') return this.#picture(element, style, look);
    if (tag === 'input') return this.#box(element, look);
    if (tag === 'wbr') return;
    if (isCodeBlock(element, style)) {
      const code = codeOf(element);
      if (!code.trim()) return;
      const inside = this.#make('code');
      inside.append(code);
      return this.#block('pre', () => this.#line?.append(inside), true);
    }
    const inner = this.#lookIn(element, tag, style, look);
    if (!BLOCKS.has(tag)) return this.#children(element, inner);
    this.#line = null;
    this.#blockOf(element, tag, inner);
    this.#line = null;
  }

  #lookIn(element: HTMLElement, tag: string, style: ReadonlyMap<string, string>, look: Look): Look {
    const marks = new Set(look.marks);
    const mark = MARK_OF[tag];
    const message = saidBy(style);
    if (mark) marks.add(mark);
    for (const [name, on] of message) {
      if (on) marks.add(name);
      else marks.delete(name);
    }
    if (!BLOCKS.has(tag) && isMono(style)) marks.add('code');
    if (/^(h[1-6]|th)$/.test(tag)) marks.delete('strong');
    let { href } = look;
    if (tag === 'a') {
      href = linkOf(element.getAttribute('href') ?? '', this.#ownPaths) ?? '';
    }
    // Links are underlined by default, and a heading is bold.
    if (href !== null) marks.delete('u');
    if (this.#isTitle()) marks.delete('strong');
    const space = style.get('white-space');
    return { marks, href, breaks: space ? /^(pre|break-spaces)/.test(space) : look.breaks };
  }

  #isTitle = (): boolean => Boolean(this.#line && /^h[1-6]$/.test(tagOf(this.#line)));

  #blockOf(element: HTMLElement, tag: string, look: Look): void {
    const fill = () => this.#children(element, look);
    const level = element.getAttribute('aria-level');
    const heading = /^h[1-6]$/.test(tag)
      ? tag
      : element.getAttribute('role') === 'heading' && level && /^[1-6]$/.test(level)
        ? `h${level}`
        : null;
    // A list or a table inside a heading would be lost.
    if (heading && !element.querySelector(BLOCK_SELECTOR)) {
      const marks = new Set(look.marks);
      marks.delete('strong');
      return this.#block(heading, () => this.#children(element, { ...look, marks }), true);
    }
    switch (tag) {
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        return this.#list(element, tag === 'ol' ? 'ol' : 'ul', look);
      case 'li':
        // An item without its list: a selection may start so.
        return this.#list(element, 'ul', look);
      case 'table':
        return this.#table(element, look);
      case 'blockquote':
        return this.#block('blockquote', fill);
      case 'hr':
        return this.#block('hr', () => undefined);
      case 'dt':
      case 'summary':
        return this.#children(element, { ...look, marks: new Set([...look.marks, 'strong']) });
      default:
        return fill();
    }
  }

  /** A nested list goes into the preceding item; loose text becomes an item. */
  #list(source: Element, tag: 'ul' | 'ol', look: Look): void {
    const items = tagOf(source) === 'li' ? [source] : [...source.childNodes];
    const parent = this.#parent;
    const list = this.#make(tag);
    const into = (item: Element, fill: () => void) => {
      this.#parent = item;
      this.#line = null;
      fill();
    };
    const item = () => list.appendChild(this.#make('li'));
    const isText = (child: Node) => !isElement(child) && Boolean(child.nodeValue?.trim());
    for (const child of items) {
      if (!isElement(child)) {
        if (isText(child)) into(item(), () => this.#text(child.nodeValue ?? '', look));
      } else if (/^(ul|ol|menu|dir)$/.test(tagOf(child))) {
        // A list that only contains a list is skipped.
        if (source.childElementCount === 1 && !items.some(isText)) return this.#element(child, look);
        into(list.lastElementChild ?? item(), () => this.#element(child, look));
      } else if (!isHidden(styleOf(child))) {
        const inner = this.#lookIn(child, tagOf(child), styleOf(child), look);
        into(item(), () => {
          const checked = child.getAttribute('aria-checked');
          if (checked) (child.querySelector('p,div') ?? child).prepend(checked === 'true' ? '☑ ' : '☐ ');
          if (tagOf(child) === 'li') this.#children(child, inner);
          else this.#element(child, look);
        });
      }
    }
    this.#parent = parent;
    if (list.firstElementChild) parent.append(list);
  }

  #table(source: HTMLElement, look: Look): void {
    const rows = [...source.querySelectorAll('tr')].filter((row) => row.closest('table') === source);
    const caption = source.querySelector(':scope > caption');
    if (caption) this.#children(caption, look);
    this.#line = null;
    const widest = Math.max(0, ...rows.map(({ children }) => children.length));
    // A layout table, as in mails, is not kept as a table.
    if (rows.length * widest <= 1 || source.getAttribute('role') === 'presentation') {
      for (const row of rows) {
        for (const cell of row.children) {
          this.#children(cell, look);
          this.#line = null;
        }
      }
      return;
    }
    this.#block('table', () => {
      this.#block('tbody', () => {
        for (const row of rows) {
          if (row.children.length > 0)
            this.#block('tr', () =>
              [...row.children].forEach((cell) => this.#cell(cell as HTMLElement, look)),
            );
        }
      });
    });
  }

  #cell(source: HTMLElement, look: Look): void {
    const tag = tagOf(source) === 'th' ? 'th' : 'td';
    const inner = this.#lookIn(source, tag, styleOf(source), look);
    this.#block(tag, () => {
      for (const name of ['colspan', 'rowspan'] as const) {
        const count = source.getAttribute(name);
        if (count && /^(?:[2-9]|[1-9]\d{1,2})$/.test(count)) this.#parent.setAttribute(name, count);
      }
      this.#children(source, inner);
      if (!this.#parent.firstChild) this.#parent.append(this.#make('p'));
    });
  }

  /** Pictures that the server accepts are kept; an emoji image is replaced by its character. */
  #picture(element: HTMLElement, style: ReadonlyMap<string, string>, look: Look): void {
    const src = element.getAttribute('src') ?? '';
    const alt = element.getAttribute('alt') ?? '';
    if (src.startsWith('/uploads/') && !look.href) {
      this.#block('img', () => {
        for (const name of ['src', 'alt', 'width', 'height']) {
          const value = element.getAttribute(name);
          if (value !== null) this.#parent.setAttribute(name, value);
        }
      });
      return;
    }
    if (/\p{Extended_Pictographic}/u.test(alt) && [...alt].length <= 8) return this.#text(alt, look);
    if (!isTracker(element, style) && !/badge|shields\.io/i.test(`${src} ${look.href ?? ''}`))
      this.#pictureLeftOut = true;
  }

  #box(element: HTMLElement, look: Look): void {
    if (element.getAttribute('type') !== 'checkbox') return;
    this.#inline(this.#document.createTextNode(element.hasAttribute('checked') ? '☑ ' : '☐ '), look);
  }
}

/** A picture of up to three pixels is a tracking pixel. */
function isTracker(element: Element, style: ReadonlyMap<string, string>): boolean {
  return (['width', 'height'] as const).some((name) => {
    const pixels = Number.parseFloat(element.getAttribute(name) ?? style.get(name) ?? '');
    return pixels <= 3;
  });
}

/** Removes empty lines, trailing line breaks, empty list items, and links without text. */
function tidy(body: Element): void {
  for (const line of body.querySelectorAll('p,h1,h2,h3,h4,h5,h6')) {
    while (line.lastChild?.nodeName === 'BR') line.lastChild.remove();
    while (line.firstChild?.nodeName === 'BR') line.firstChild.remove();
    if (line.textContent?.trim() || line.parentElement?.matches('td,th')) continue;
    line.remove();
  }
  for (const box of [...body.querySelectorAll('li,ul,ol,blockquote')].reverse()) {
    if (!box.textContent?.trim() && !box.querySelector('img,pre,hr,table')) box.remove();
  }
}

const WORD_LIST = /mso-list:\s*\S+\s+level(\d)/i;
const NUMBERED = /^[(（]?(?:\d+|[a-z]{1,5}|[一二三四五六七八九十百]+)(?:[.)、．）:：]|$)/i;
/** Word's second-level bullet is this letter in a symbol font. */
const BULLET_LETTER = /^[o§]$/;

/**
 * Lists of Word, Outlook and WPS are paragraphs with the bullet as text; Word on the web writes one list per item, with
 * the level as an attribute. Both become nested lists.
 */
function nestWordLists(source: HTMLElement): void {
  const make = (tag: string): HTMLElement => source.ownerDocument.createElement(tag);
  for (const item of source.querySelectorAll('li[data-aria-level]')) {
    const host = item.closest('.ListContainerWrapper') ?? item.closest('ul,ol') ?? item;
    const line = make('p');
    line.setAttribute('data-style', `mso-list:l0 level${item.getAttribute('data-aria-level')}`);
    line.setAttribute('data-list', item.parentElement?.nodeName === 'OL' ? 'ol' : 'ul');
    line.append(...item.childNodes);
    host.before(line);
    item.remove();
    if (!host.querySelector('li')) host.remove();
  }
  for (const line of source.querySelectorAll('p[data-style],div[data-style],li[data-style]')) {
    const style = line.getAttribute('data-style') ?? '';
    const level = Number(WORD_LIST.exec(style)?.[1] ?? 0);
    if (level === 0 || line.nodeName === 'LI') continue;
    const sign = line.querySelector('[data-style*="mso-list:ignore" i],[data-style*="mso-list: ignore" i]');
    const text = sign?.textContent?.trim() ?? '';
    sign?.remove();
    const numbered = NUMBERED.test(text) && !BULLET_LETTER.test(text);
    const tag = line.getAttribute('data-list') ?? (numbered ? 'ol' : 'ul');
    // The list that continues there: of the item's own kind if the item belongs to it, of any kind at outer levels.
    const goesOn = (element: Element | null, own: boolean): Element | null =>
      element?.matches(own ? `${tag}[data-word]` : ':is(ul,ol)[data-word]') ? element : null;
    let list = goesOn(line.previousElementSibling, level === 1);
    if (!list) {
      list = make(tag);
      list.setAttribute('data-word', '');
      line.before(list);
    }
    for (let depth = 1; depth < level && list.lastElementChild; depth += 1) {
      const item: Element = list.lastElementChild;
      let nested = goesOn(item.lastElementChild, depth === level - 1);
      if (!nested) {
        nested = make(tag);
        nested.setAttribute('data-word', '');
        item.append(nested);
      }
      list = nested;
    }
    const item = make('li');
    item.setAttribute('data-style', style);
    item.append(...line.childNodes);
    list.append(item);
    line.remove();
  }
}
