import { getSchema, Mark, Node, type JSONContent } from '@tiptap/core';
import { DOMParser, Slice } from '@tiptap/pm/model';
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

/** Rich text from the clipboard goes through the same sanitiser; plain text is the editor's own business. */
export function fromClipboard(view: EditorView, event: ClipboardEvent): boolean {
  const html = event.clipboardData?.getData('text/html');
  if (!html || view.state.selection.$from.parent.type.spec.code) return false;
  const { $from } = view.state.selection;
  const dom = domOf(html);
  for (const picture of dom.querySelectorAll(`img:not(${OWN_PICTURE})`)) picture.remove();
  const slice = DOMParser.fromSchema(view.state.schema).parseSlice(dom, { context: $from });
  event.preventDefault();
  view.dispatch(view.state.tr.replaceSelection(Slice.maxOpen(slice.content)).scrollIntoView());
  return true;
}
