import { getSchema, Mark, Node, type JSONContent } from '@tiptap/core';
import { DOMParser, Slice, type ResolvedPos } from '@tiptap/pm/model';
import { dropPoint } from '@tiptap/pm/transform';
import type { EditorView } from '@tiptap/pm/view';
import StarterKit from '@tiptap/starter-kit';
import { sanitise } from '@yunduo/app-shell/sanitise';

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
export const extensions = [
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

/** Sanitised markup as elements: strings never reach the parser of the page otherwise. */
function domOf(html: string): HTMLElement {
  const body = document.createElement('div');
  body.innerHTML = sanitise(html, 'rich-text') as unknown as string;
  return body;
}

/** A kept text as the editor begins with it. */
export const startContent = (html: string): JSONContent =>
  DOMParser.fromSchema(schema).parse(domOf(html)).toJSON() as JSONContent;

/** Pictures of other places are not kept by the server: they never look as if they were. */
const OWN_PICTURE = 'img[src^="/uploads/"]';

const picturesIn = (html: string): number => html.match(/<img\b/gi)?.length ?? 0;
const bringsPicture = ({ files }: DataTransfer): boolean =>
  [...files].some(({ type }) => type.startsWith('image/'));

/**
 * What comes into the text from outside, pasted or dropped: rich text goes through the same sanitiser (the page's policy
 * lets no other markup in), plain text is the editor's own business. `onPicture` is told of a picture that stayed out.
 */
export function fromOutside(onPicture: () => void) {
  /** The rich text as it fits there; null where there is none, or none has a place. */
  const sliceFor = (html: string | undefined, $at: ResolvedPos): Slice | null => {
    if (!html || $at.parent.type.spec.code) return null;
    const dom = domOf(html);
    for (const picture of dom.querySelectorAll(`img:not(${OWN_PICTURE})`)) picture.remove();
    if (dom.querySelectorAll('img').length < picturesIn(html)) onPicture();
    return Slice.maxOpen(DOMParser.fromSchema($at.doc.type.schema).parseSlice(dom, { context: $at }).content);
  };
  /** A picture and nothing else: it is no text, and the browser would open it. */
  const refused = (data: DataTransfer | null, event: Event): boolean => {
    if (!data || !bringsPicture(data) || data.getData('text/plain')) return false;
    event.preventDefault();
    onPicture();
    return true;
  };
  return {
    paste(view: EditorView, event: ClipboardEvent): boolean {
      const slice = sliceFor(event.clipboardData?.getData('text/html'), view.state.selection.$from);
      if (!slice) return refused(event.clipboardData, event);
      event.preventDefault();
      if (slice.size > 0) view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());
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
