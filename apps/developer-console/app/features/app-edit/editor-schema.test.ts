import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Editor } from '@tiptap/core';
import { extensions, fromClipboard, startContent } from './editor-schema.ts';

let editor: Editor;

beforeEach(() => {
  editor = new Editor({ element: document.createElement('div'), extensions, injectCSS: false });
});
afterEach(() => editor.destroy());

const paste = (html: string): boolean => {
  const event = Object.assign(new Event('paste', { cancelable: true }), {
    clipboardData: { getData: (type: string) => (type === 'text/html' ? html : '') },
  });
  return fromClipboard(editor.view, event as unknown as ClipboardEvent);
};

test('a picture of another place is not pasted: the server would not keep it', () => {
  expect(paste('<p>Before</p><img src="https://elsewhere.example/a.png" alt="A"><p>After</p>')).toBe(true);
  expect(editor.getHTML()).toBe('<p>Before</p><p>After</p>');
});

test('a picture of the text itself is moved by cutting and pasting', () => {
  const own = '<img src="/uploads/details/a-640.webp" alt="A" width="640" height="400">';
  editor.commands.setContent(startContent('<p>Text</p>'));
  expect(paste(own)).toBe(true);
  expect(editor.getHTML()).toContain('src="/uploads/details/a-640.webp"');
});
