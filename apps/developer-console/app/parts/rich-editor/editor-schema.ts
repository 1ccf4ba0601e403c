import { getSchema, Mark, Node, type JSONContent } from '@tiptap/core';
import { DOMParser, Slice, type ResolvedPos } from '@tiptap/pm/model';
import { dropPoint } from '@tiptap/pm/transform';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { closeHistory } from '@tiptap/pm/history';
import StarterKit from '@tiptap/starter-kit';
import { sanitise } from '@yunduo/app-shell/sanitise';
import { looksLikeMarkdown } from './markdown.ts';
import { cleanHtml } from './paste-html.ts';

// What the allow-list knows beyond the kit: nobody can put it in here, but nothing that is there gets lost either.
const Sub = Mark.create({
  name: 'sub',
  excludes: 'sup',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: () => ['sub', 0],
});
const Sup = Mark.create({
  name: 'sup',
  excludes: 'sub',
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: () => ['sup', 0],
});
const attribute = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(name),
});
const Image = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addAttributes: () => ({
    src: attribute('src'),
    alt: attribute('alt'),
    width: attribute('width'),
    height: attribute('height'),
  }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});
const cell = (tag: 'td' | 'th') =>
  Node.create({
    name: tag,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({ colspan: attribute('colspan'), rowspan: attribute('rowspan') }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });
const Row = Node.create({
  name: 'tr',
  content: '(td | th)+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});
const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tr+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
});

/** The tags of the allow-list, and no others. */
const extensions = [
  StarterKit.configure({
    link: { openOnClick: false, autolink: false, HTMLAttributes: { target: null, rel: null, class: null } },
    // Its styles and its element are not needed: a text ends where it ends.
    trailingNode: false,
    dropcursor: false,
  }),
  Sub,
  Sup,
  Image,
  Table,
  Row,
  cell('td'),
  cell('th'),
];

const schema = getSchema(extensions);

export const editorOptions = {
  extensions,
  // The page's policy allows no style that a script puts in: the editor's own few lie in our sheet.
  injectCSS: false,
  // A plain text stays as it is: whether its Markdown becomes rich text is asked.
  enablePasteRules: false,
} as const;

/** Sanitised markup as elements: strings never reach the parser of the page otherwise. */
function domOf(html: string): HTMLElement {
  const body = document.createElement('div');
  body.innerHTML = sanitise(html, 'rich-text') as unknown as string;
  return body;
}

/** A kept text as the editor begins with it. */
export const startContent = (html: string): JSONContent =>
  DOMParser.fromSchema(schema).parse(domOf(html)).toJSON() as JSONContent;

const bringsPicture = ({ files }: DataTransfer): boolean =>
  [...files].some(({ type }) => type.startsWith('image/'));

/** Text that reads as Markdown, where it was put. */
export interface MarkdownPaste {
  text: string;
  from: number;
  to: number;
}

interface OutsidePorts {
  /** A picture stayed out: the details hold none of other places. */
  onPicture: () => void;
  /** Markdown was pasted as text. */
  onMarkdown: (paste: MarkdownPaste) => void;
}

/**
 * What comes into the text from outside, pasted or dropped. Rich text is cleaned before the editor sees it; plain text,
 * and what is pasted with Shift held, is the editor's own business.
 */
export function fromOutside({ onPicture, onMarkdown }: OutsidePorts) {
  let shift = false;
  /** The rich text as it fits there; null where there is none, or none has a place. */
  const sliceFor = (html: string | undefined, $at: ResolvedPos): Slice | null => {
    if (!html || $at.parent.type.spec.code) return null;
    const { body, pictureLeftOut } = cleanHtml(html);
    if (pictureLeftOut) onPicture();
    const { content } = DOMParser.fromSchema($at.doc.type.schema).parseSlice(body, { context: $at });
    return Slice.maxOpen(content, false);
  };
  /** A picture and nothing else: it is no text, and the browser would open it. */
  const refused = (data: DataTransfer | null, event: Event): boolean => {
    if (!data || !bringsPicture(data) || data.getData('text/plain')) return false;
    event.preventDefault();
    onPicture();
    return true;
  };
  /** Puts it in by `put`, and tells where it lies when it reads as Markdown. */
  const tellMarkdown = (view: EditorView, text: string, put: () => void): void => {
    const { from, to } = view.state.selection;
    const rest = view.state.doc.content.size - to;
    put();
    if (looksLikeMarkdown(text)) onMarkdown({ text, from, to: view.state.doc.content.size - rest });
  };
  return {
    keydown(_: EditorView, { shiftKey, key }: KeyboardEvent): boolean {
      // Shift and Insert is a paste like any other.
      shift = shiftKey && key !== 'Insert';
      return false;
    },
    keyup(_: EditorView, { shiftKey }: KeyboardEvent): boolean {
      shift = shiftKey && shift;
      return false;
    },
    paste(view: EditorView, event: ClipboardEvent): boolean {
      const data = event.clipboardData;
      const { $from } = view.state.selection;
      const text = data?.getData('text/plain') ?? '';
      if (!data || $from.parent.type.spec.code || shift) return refused(data, event);
      const slice = sliceFor(data.getData('text/html'), $from);
      if (!slice) {
        if (!text) return refused(data, event);
        event.preventDefault();
        tellMarkdown(view, text, () => view.pasteText(text, event));
      } else {
        event.preventDefault();
        const only = slice.content.childCount === 1 ? slice.content.firstChild : null;
        const put = () => view.dispatch(putIn(view.state, slice).scrollIntoView());
        if (slice.size === 0 && text) view.pasteText(text, event);
        else if (only?.type.spec.code) tellMarkdown(view, text, put);
        else if (slice.size > 0) put();
      }
      return true;
    },
    drop(view: EditorView, event: DragEvent): boolean {
      // Within the text the editor moves what it holds.
      if (view.dragging) return false;
      const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
      const slice = at && sliceFor(event.dataTransfer?.getData('text/html'), view.state.doc.resolve(at.pos));
      if (!at || !slice) return refused(event.dataTransfer, event);
      event.preventDefault();
      const place = dropPoint(view.state.doc, at.pos, slice) ?? at.pos;
      view.focus();
      if (slice.size > 0) view.dispatch(view.state.tr.replaceRange(place, place, slice).scrollIntoView());
      return true;
    },
  };
}

/** A block that cannot be opened, such as a table, takes the place of an empty line. */
function putIn({ tr, selection }: EditorState, slice: Slice): Transaction {
  const { $from, empty } = selection;
  const emptyLine = empty && $from.parent.isTextblock && $from.parent.content.size === 0;
  return slice.openStart === 0 && emptyLine
    ? tr.replaceRange($from.before(), $from.after(), slice)
    : tr.replaceSelection(slice);
}

/** Puts Markdown in the place of its text, in one step that can be undone by itself. */
export function replaceWithMarkdown(view: EditorView, { from, to }: MarkdownPaste, html: string): void {
  const { body } = cleanHtml(html);
  const { state } = view;
  const slice = DOMParser.fromSchema(state.schema).parseSlice(body);
  view.dispatch(
    closeHistory(state.tr).replaceRange(from, to, Slice.maxOpen(slice.content, false)).scrollIntoView(),
  );
  view.focus();
}
