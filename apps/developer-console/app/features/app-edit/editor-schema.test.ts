import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Editor } from '@tiptap/core';
import { extensions, fromOutside, startContent } from './editor-schema.ts';

let editor: Editor;

beforeEach(() => {
  onPicture.mockReset();
  editor = new Editor({ element: document.createElement('div'), extensions, injectCSS: false });
});
afterEach(() => editor.destroy());

const onPicture = jest.fn();
const outside = fromOutside(onPicture);
const dataOf = (texts: Record<string, string>, types: string[]) => ({
  getData: (type: string) => texts[type] ?? '',
  files: types.map((type) => ({ type })),
});
const event = (name: string, data: object) => Object.assign(new Event(name, { cancelable: true }), data);

const pasteOf = (texts: Record<string, string>, types: string[] = []) =>
  event('paste', { clipboardData: dataOf(texts, types) }) as unknown as ClipboardEvent;
const paste = (html: string): boolean => outside.paste(editor.view, pasteOf({ 'text/html': html }));

/** At the end of the first paragraph. */
const dropOf = (texts: Record<string, string>, types: string[] = []) => {
  const pos = (editor.state.doc.firstChild?.nodeSize ?? 2) - 1;
  editor.view.posAtCoords = () => ({ pos, inside: 0 });
  return event('drop', {
    clientX: 0,
    clientY: 0,
    dataTransfer: dataOf(texts, types),
  }) as unknown as DragEvent;
};

test('a picture of another place is not pasted: the server would not keep it', () => {
  expect(paste('<p>Before</p><img src="https://elsewhere.example/a.png" alt="A"><p>After</p>')).toBe(true);
  expect(editor.getHTML()).toBe('<p>Before</p><p>After</p>');
  expect(onPicture).toHaveBeenCalledTimes(1);
});

test('a picture of the text itself is moved by cutting and pasting', () => {
  const own = '<img src="/uploads/details/a-640.webp" alt="A" width="640" height="400">';
  editor.commands.setContent(startContent('<p>Text</p>'));
  expect(paste(own)).toBe(true);
  expect(editor.getHTML()).toContain('src="/uploads/details/a-640.webp"');
  expect(onPicture).not.toHaveBeenCalled();
});

test('rich text that is dropped comes in where it was dropped, through the same sanitiser', () => {
  editor.commands.setContent(startContent('<p>One</p><p>Two</p>'));
  const dropped = dropOf({
    'text/html': '<b>bold</b><script>alert(1)</script><img src="https://elsewhere.example/a.png">',
    'text/plain': 'bold',
  });
  expect(outside.drop(editor.view, dropped)).toBe(true);
  expect(dropped.defaultPrevented).toBe(true);
  expect(editor.getHTML()).toBe('<p>One<strong>bold</strong></p><p>Two</p>');
  expect(onPicture).toHaveBeenCalledTimes(1);
});

test('plain text that is dropped, and what moves within the text, is the editor’s own business', () => {
  expect(outside.drop(editor.view, dropOf({ 'text/plain': 'Words' }))).toBe(false);
  editor.view.dragging = { slice: editor.state.doc.slice(0), move: true };
  expect(outside.drop(editor.view, dropOf({ 'text/html': '<p>Words</p>' }))).toBe(false);
});

test.each(['paste', 'drop'] as const)('a picture file that comes by %s is told, and not opened', (way) => {
  const came = way === 'paste' ? pasteOf({}, ['image/png']) : dropOf({}, ['image/png']);
  expect(outside[way](editor.view, came as ClipboardEvent & DragEvent)).toBe(true);
  expect(came.defaultPrevented).toBe(true);
  expect(onPicture).toHaveBeenCalledTimes(1);
});
