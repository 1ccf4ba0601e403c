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

// Allowed tags beyond the kit: the tools do not offer them, but existing ones are preserved.
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

/** The tags of the allow-list only. */
const extensions = [
  StarterKit.configure({
    link: { openOnClick: false, autolink: false, HTMLAttributes: { target: null, rel: null, class: null } },
    // Its styles and its element are not needed: no paragraph is added at the end.
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
  // The CSP allows no injected styles: the editor's few rules are in our stylesheet.
  injectCSS: false,
  // Plain text is kept as it is: the editor asks before it converts Markdown to rich text.
  enablePasteRules: false,
} as const;

/** Sanitised markup as elements: the only place where strings reach the page's parser. */
function domOf(html: string): HTMLElement {
  const body = document.createElement('div');
  body.innerHTML = sanitise(html, 'rich-text') as unknown as string;
  return body;
}

/** Stored HTML as the editor's initial content. */
export const startContent = (html: string): JSONContent =>
  DOMParser.fromSchema(schema).parse(domOf(html)).toJSON() as JSONContent;

const bringsPicture = ({ files }: DataTransfer): boolean =>
  [...files].some(({ type }) => type.startsWith('image/'));

/** Text that looks like Markdown, with its position. */
export interface MarkdownPaste {
  text: string;
  from: number;
  to: number;
}

interface OutsidePorts {
  /** Called when a picture was rejected: descriptions contain no pictures from other places. */
  onPicture: () => void;
  /** Called when Markdown was pasted as text. */
  onMarkdown: (paste: MarkdownPaste) => void;
}

/**
 * Handles pasted and dropped content. Rich text is sanitised before the editor parses it; the editor itself handles
 * plain text and pastes with Shift held.
 */
export function fromOutside({ onPicture, onMarkdown }: OutsidePorts) {
  let shift = false;
  /** The rich text as a slice that fits there; null if there is none, or it does not fit. */
  const sliceFor = (html: string | undefined, $at: ResolvedPos): Slice | null => {
    if (!html || $at.parent.type.spec.code) return null;
    const { body, pictureLeftOut } = cleanHtml(html);
    if (pictureLeftOut) onPicture();
    const { content } = DOMParser.fromSchema($at.doc.type.schema).parseSlice(body, { context: $at });
    return Slice.maxOpen(content, false);
  };
  /** Only a picture: it is not text, and the browser would open it. */
  const rejected = (data: DataTransfer | null, event: Event): boolean => {
    if (!data || !bringsPicture(data) || data.getData('text/plain')) return false;
    event.preventDefault();
    onPicture();
    return true;
  };
  /** Inserts the text through `put`, and reports its position if it looks like Markdown. */
  const tellMarkdown = (view: EditorView, text: string, put: () => void): void => {
    const { from, to } = view.state.selection;
    const rest = view.state.doc.content.size - to;
    put();
    if (looksLikeMarkdown(text)) onMarkdown({ text, from, to: view.state.doc.content.size - rest });
  };
  return {
    keydown(_: EditorView, { shiftKey, key }: KeyboardEvent): boolean {
      // Shift+Insert is an ordinary paste.
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
      if (!data || $from.parent.type.spec.code || shift) return rejected(data, event);
      const slice = sliceFor(data.getData('text/html'), $from);
      if (!slice) {
        if (!text) return rejected(data, event);
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
      // A drag within the text: the editor moves its own content.
      if (view.dragging) return false;
      const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
      const slice = at && sliceFor(event.dataTransfer?.getData('text/html'), view.state.doc.resolve(at.pos));
      if (!at || !slice) return rejected(event.dataTransfer, event);
      event.preventDefault();
      const place = dropPoint(view.state.doc, at.pos, slice) ?? at.pos;
      view.focus();
      if (slice.size > 0) view.dispatch(view.state.tr.replaceRange(place, place, slice).scrollIntoView());
      return true;
    },
  };
}

/** A block that cannot be split, such as a table, replaces an empty line. */
function putIn({ tr, selection }: EditorState, slice: Slice): Transaction {
  const { $from, empty } = selection;
  const emptyLine = empty && $from.parent.isTextblock && $from.parent.content.size === 0;
  return slice.openStart === 0 && emptyLine
    ? tr.replaceRange($from.before(), $from.after(), slice)
    : tr.replaceSelection(slice);
}

/**
 * Replaces text with its Markdown rendering, as a separate undo step.
 * @throws if nothing remains of it, such as text that is nested too deeply: the replaced text would be lost
 */
export function replaceWithMarkdown(view: EditorView, { from, to }: MarkdownPaste, html: string): void {
  const { body } = cleanHtml(html);
  const { state } = view;
  const slice = DOMParser.fromSchema(state.schema).parseSlice(body);
  if (slice.size === 0) throw new Error('The Markdown has no content.');
  view.dispatch(
    closeHistory(state.tr).replaceRange(from, to, Slice.maxOpen(slice.content, false)).scrollIntoView(),
  );
  view.focus();
}
