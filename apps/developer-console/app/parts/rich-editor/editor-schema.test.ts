import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Editor } from '@tiptap/core';
import { CLIPBOARD } from './clipboard.fixture.ts';
import {
  editorOptions,
  fromOutside,
  replaceWithMarkdown,
  startContent,
  type MarkdownPaste,
} from './editor-schema.ts';
import { looksLikeMarkdown, markdownToHtml } from './markdown.ts';
import { cleanHtml } from './paste-html.ts';

let editor: Editor;

beforeEach(() => {
  onPicture.mockReset();
  onMarkdown.mockReset();
  outside = fromOutside({ onPicture, onMarkdown });
  editor = new Editor({ element: document.createElement('div'), ...editorOptions });
});
afterEach(() => editor.destroy());

const onPicture = jest.fn();
const onMarkdown = jest.fn<(paste: MarkdownPaste) => void>();
let outside: ReturnType<typeof fromOutside>;
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

test.each([
  ['rich text', { 'text/html': '<b>a</b>' }],
  ['text', { 'text/plain': 'a' }],
])('pasted %s is not pasted by the browser too', (_, texts) => {
  const came = pasteOf(texts);
  expect(outside.paste(editor.view, came)).toBe(true);
  expect([came.defaultPrevented, editor.state.doc.textContent]).toEqual([true, 'a']);
});

test.each<[string, () => void]>([
  ['dropped rich text', () => void outside.drop(editor.view, dropOf({ 'text/html': '<b>a</b>' }))],
  ['converted Markdown', () => replaceWithMarkdown(editor.view, { text: '', from: 1, to: 1 }, '<b>a</b>')],
])('after %s the text has the focus', (_, put) => {
  const focus = jest.spyOn(editor.view, 'focus');
  put();
  expect([focus.mock.calls.length, editor.getHTML()]).toEqual([1, '<p><strong>a</strong></p>']);
});

test('words pasted into an empty heading make it no paragraph', () => {
  editor.commands.setContent('<h2></h2>');
  expect(paste('<b>bold</b>')).toBe(true);
  expect(editor.getHTML()).toBe('<h2><strong>bold</strong></h2>');
});

test('removes a pasted image of another origin', () => {
  expect(paste('<p>Before</p><img src="https://elsewhere.example/a.png" alt="A"><p>After</p>')).toBe(true);
  expect(editor.getHTML()).toBe('<p>Before</p><p>After</p>');
  expect(onPicture).toHaveBeenCalledTimes(1);
});

test('keeps an own image that is cut and pasted', () => {
  const own = '<img src="/uploads/details/a-640.webp" alt="A" width="640" height="400">';
  const text = '<p>H<sub>2</sub>O, m<sup>2</sup></p>';
  editor.commands.setContent(startContent(text));
  expect(editor.getHTML()).toBe(text);
  expect(paste(own)).toBe(true);
  expect(editor.getHTML()).toContain('src="/uploads/details/a-640.webp"');
  expect(onPicture).not.toHaveBeenCalled();
});

test('inserts dropped rich text at the drop position, sanitised', () => {
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

test('leaves dropped plain text and internal moves to the editor', () => {
  expect(outside.drop(editor.view, dropOf({ 'text/plain': 'Words' }))).toBe(false);
  editor.view.dragging = { slice: editor.state.doc.slice(0), move: true };
  expect(outside.drop(editor.view, dropOf({ 'text/html': '<p>Words</p>' }))).toBe(false);
});

test.each(['paste', 'drop'] as const)('rejects an image file from %s', (way) => {
  const came = way === 'paste' ? pasteOf({}, ['image/png']) : dropOf({}, ['image/png']);
  expect(outside[way](editor.view, came as ClipboardEvent & DragEvent)).toBe(true);
  expect(came.defaultPrevented).toBe(true);
  expect(onPicture).toHaveBeenCalledTimes(1);
});

describe.each(Object.entries(CLIPBOARD))('rich text from %s', (_, { html, kept }) => {
  test('is pasted with the tags of the schema only', () => {
    expect(paste(html)).toBe(true);
    expect(editor.getHTML()).toBe(kept);
  });

  test('is cleaned without loading images, handlers or relative links', () => {
    const { body } = cleanHtml(html);
    expect(body.ownerDocument.defaultView).toBeNull();
    for (const element of body.querySelectorAll('*'))
      for (const { name } of element.attributes) expect(['href', 'colspan', 'rowspan']).toContain(name);
  });
});

test('removes style and handler attributes before parsing', () => {
  const parsed: string[] = [];
  const parse = jest.spyOn(window.DOMParser.prototype, 'parseFromString').mockImplementation(function (
    this: DOMParser,
    text,
  ) {
    parsed.push(String(text));
    return document.implementation.createHTMLDocument('');
  });
  const attributes = `STYLE = "a" title="x style=1 <b style='c'>" onclick=go data-style="kept"`;
  cleanHtml(
    `<p ${attributes}><br style='b'/><style>p{}</style><!-- <p style="d"> --><script>go()</script>text`,
  );
  parse.mockRestore();
  expect(parsed.join()).toContain(
    `<p data-STYLE = "a" title="x style=1 <b style='c'>" data-onclick=go data-style="kept"><br data-style='b'/>text`,
  );
  expect(parsed.join()).not.toMatch(/<style|<script|<!--/);
});

test('keeps relative links only in content copied from the editor', () => {
  paste('<p data-pm-slice="1 1 []">To <a href="/store/7">the app</a></p>');
  expect(editor.getHTML()).toBe('<p>To <a href="/store/7">the app</a></p>');
  editor.commands.clearContent();
  paste('<p>To <a href="/store/7">the app</a></p>');
  expect(editor.getHTML()).toBe('<p>To the app</p>');
});

test('falls back to plain text if the HTML contains nothing usable', () => {
  outside.paste(
    editor.view,
    pasteOf({ 'text/html': '<meta charset="utf-8"><svg></svg>', 'text/plain': 'Words' }),
  );
  expect(editor.getHTML()).toBe('<p>Words</p>');
});

test('pastes as plain text with Shift and into code', () => {
  outside.keydown(editor.view, new KeyboardEvent('keydown', { key: 'V', shiftKey: true, ctrlKey: true }));
  const shifted = pasteOf({ 'text/html': '<b>bold</b>', 'text/plain': '# a\n# b' });
  expect(outside.paste(editor.view, shifted)).toBe(false);
  outside.keyup(editor.view, new KeyboardEvent('keyup', { key: 'Shift', shiftKey: false }));
  expect(outside.paste(editor.view, pasteOf({ 'text/html': '<b>bold</b>', 'text/plain': 'bold' }))).toBe(
    true,
  );
  expect(editor.getHTML()).toBe('<p><strong>bold</strong></p>');
  outside.keydown(editor.view, new KeyboardEvent('keydown', { key: 'Insert', shiftKey: true }));
  expect(outside.paste(editor.view, pasteOf({ 'text/html': '<i>i</i>', 'text/plain': 'i' }))).toBe(true);
  editor.commands.setContent('<pre><code>x</code></pre>');
  expect(outside.paste(editor.view, pasteOf({ 'text/html': '<b>b</b>', 'text/plain': '# a\n# b' }))).toBe(
    false,
  );
  expect(onMarkdown).not.toHaveBeenCalled();
});

test.each([
  ['a heading and a list', '# Title\n\n- one\n', true],
  ['a fence', 'Run\n```sh\nnpm i\n```', true],
  ['a link', 'See [docs](https://a.example).', true],
  ['strong text', 'This is **bold**.', true],
  ['a table', 'a | b\n--- | ---\n1 | 2', true],
  ['a task', '- [ ] later', true],
  ['a sentence', 'Version 1.2 is out - at last. #1', false],
  ['one line with a hyphen', '- said she', false],
  ['multiplication', 'a * b ** c', false],
])('looksLikeMarkdown: %s', (_, text, expected) => {
  expect(looksLikeMarkdown(text)).toBe(expected);
});

test('pastes Markdown as text, reports its range and converts it in its own undo step', async () => {
  editor.commands.setContent('<p>Before</p><p></p><p>After</p>');
  editor.commands.setTextSelection(9);
  const text =
    '---\nlang: en\n---\n# Title\n\nSome **bold** [docs](./docs)\n\n- one\n  - two\n\n```sh\nnpm i\n```\n\n<p align="center"><b>html</b></p>';
  outside.paste(editor.view, pasteOf({ 'text/plain': text }));
  const asText = editor.getHTML();
  expect(asText).toContain('<p>Some **bold** [docs](./docs)</p>');
  const [reported] = onMarkdown.mock.calls[0] ?? [];
  expect(reported?.text).toBe(text);
  replaceWithMarkdown(editor.view, reported as MarkdownPaste, await markdownToHtml(text));
  expect(editor.getHTML()).toBe(
    '<p>Before</p><h1>Title</h1><p>Some <strong>bold</strong> docs</p><ul><li><p>one</p><ul><li><p>two</p></li></ul></li></ul><pre><code>npm i</code></pre><p><strong>html</strong></p><p>After</p>',
  );
  editor.commands.undo();
  expect(editor.getHTML()).toBe(asText);
});

test('offers the conversion for Markdown copied from a code editor', () => {
  const html = CLIPBOARD['VS Code: coloured code, a line an element']?.html ?? '';
  outside.paste(editor.view, pasteOf({ 'text/html': html, 'text/plain': '# a\n\n- b' }));
  expect(onMarkdown).toHaveBeenCalledTimes(1);
  outside.paste(editor.view, pasteOf({ 'text/html': '<p>rich</p>', 'text/plain': '# a\n\n- b' }));
  expect(onMarkdown).toHaveBeenCalledTimes(1);
});
