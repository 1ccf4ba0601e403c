import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Toasts } from '@yunduo/app-shell';
import { clearMessages, inShell } from '@yunduo/app-shell/testing';
import { fakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { Editor } from '@tiptap/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { editorOptions } from './editor-schema.ts';
import { EditorTools } from './editor-tools.tsx';

// jsdom has no layout: there is nothing to scroll to.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

let editor: Editor;
const hand = userEvent.setup();
const sent = jest.fn();

beforeEach(() => {
  const host = document.createElement('div');
  editor = new Editor({
    element: host,
    ...editorOptions,
    editorProps: { attributes: { role: 'textbox', 'aria-label': 'Text' } },
  });
  const page = (
    <form onSubmit={sent}>
      <p id="details-label">Details (English)</p>
      <EditorTools editor={editor} id="details" />
    </form>
  );
  render(inShell(page, { locale: 'en', words: en, client: fakeClient(), frame: <Toasts /> }).element);
  document.body.append(host);
});
afterEach(() => {
  editor.destroy();
  document.body.replaceChildren();
  sent.mockClear();
  act(clearMessages);
});

const tool = (name: string) => screen.getByRole('button', { name });
const openLink = async () => {
  await hand.click(tool('Link'));
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'Link address' });
};

test('the toolbar is one tab stop with arrow, Home and End keys', async () => {
  const bar = screen.getByRole('toolbar', { name: 'Details (English)' });
  expect(bar.getAttribute('aria-controls')).toBe('details');
  await hand.tab();
  expect(document.activeElement).toBe(tool('Heading'));
  await hand.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(tool('Bold'));
  await hand.keyboard('{End}');
  expect(document.activeElement).toBe(tool('Redo'));
  await hand.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(tool('Heading'));
  await hand.keyboard('{ArrowLeft}{Home}{ArrowRight}');
  await hand.tab();
  expect(bar.contains(document.activeElement)).toBe(false);
  await hand.tab({ shift: true });
  expect(document.activeElement).toBe(tool('Bold'));
});

test.each(['by Enter', 'by its button'])('inserts a link %s without submitting the form', async (how) => {
  const address = await openLink();
  expect(document.activeElement).toBe(address);
  await hand.type(address, 'example.com/');
  if (how === 'by Enter') await hand.keyboard('{Enter}');
  else await hand.click(tool('Insert'));
  expect(editor.getHTML()).toBe('<p><a href="https://example.com/">https://example.com/</a></p>');
  expect(screen.queryByText('Insert')).toBeNull();
  expect(sent).not.toHaveBeenCalled();
  expect(document.querySelector('form form')).toBeNull();
});

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'keys of an input method neither insert the link nor close its field (%j)',
  async (key) => {
    const address = await openLink();
    await hand.type(address, 'example.com/');
    fireEvent.keyDown(address, { key: 'Enter', ...key });
    fireEvent.keyDown(address, { key: 'Escape', ...key });
    expect(address.isConnected).toBe(true);
    expect(editor.getHTML()).toBe('<p></p>');
  },
);

test.each([
  ['without slashes', 'https:example.com', 'https://example.com/'],
  ['with spaces', ' https://a.example/x y\\z?\\ ', 'https://a.example/x%20y/z?%5C'],
])('normalises a link %s', async (_, input, href) => {
  const address = await openLink();
  await hand.clear(address);
  await hand.type(address, `${input}{Enter}`);
  expect(editor.state.doc.textContent).toBe(input.trim());
  expect(editor.getHTML()).toContain(`href="${href}"`);
});

test('clicking the link tool again closes the address field', async () => {
  const address = await openLink();
  expect(tool('Link').getAttribute('aria-expanded')).toBe('true');
  await hand.click(tool('Link'));
  expect(address.isConnected).toBe(false);
  expect(tool('Link').getAttribute('aria-expanded')).toBe('false');
});

test.each(['javascript:1', 'https://user:pw@a.example/'])(
  'rejects the link %s and leaves the text unchanged',
  async (input) => {
    const address = await openLink();
    await hand.clear(address);
    await hand.type(address, `${input}{Enter}`);
    expect(address.getAttribute('aria-invalid')).toBe('true');
    expect(editor.isEmpty).toBe(true);
  },
);

test('shows an error for an invalid link and clears it on input', async () => {
  const address = await openLink();
  await hand.clear(address);
  await hand.type(address, 'javascript:1{Enter}');
  expect(address.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Enter a full address that starts with http:// or https://.')).toBeTruthy();
  expect(document.activeElement).toBe(address);
  expect(editor.isEmpty).toBe(true);
  await hand.type(address, '2');
  expect(address.getAttribute('aria-invalid')).toBeNull();
});

test.each(['address', 'button'])('Escape in the link %s returns to the text', async (where) => {
  await openLink();
  if (where === 'button') await hand.tab();
  await hand.keyboard('{Escape}');
  expect(screen.queryByText('Insert')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Text' })));
});

test.each([
  ['Heading', '<h3>Text</h3>'],
  ['Bold', '<p><strong>Text</strong></p>'],
  ['Italic', '<p><em>Text</em></p>'],
  ['Code', '<p><code>Text</code></p>'],
  ['List', '<ul><li><p>Text</p></li></ul>'],
  ['Numbered list', '<ol><li><p>Text</p></li></ol>'],
  ['Quotation', '<blockquote><p>Text</p></blockquote>'],
  ['Code block', '<pre><code>Text</code></pre>'],
])('the tool “%s” formats the selected text, says so, and takes it back', async (name, html) => {
  act(() => void editor.chain().setContent('<p>Text</p>').selectAll().run());
  expect(tool(name).getAttribute('aria-pressed')).toBe('false');
  await hand.click(tool(name));
  expect(editor.getHTML()).toBe(html);
  await waitFor(() => expect(tool(name).getAttribute('aria-pressed')).toBe('true'));
  await hand.click(tool(name));
  expect(editor.getHTML()).toBe('<p>Text</p>');
  await waitFor(() => expect(tool(name).getAttribute('aria-pressed')).toBe('false'));
});

test('a step is undone and redone', async () => {
  act(() => void editor.chain().setMeta('addToHistory', false).setContent('<p>Text</p>').selectAll().run());
  await hand.click(tool('Bold'));
  await hand.click(tool('Undo'));
  expect(editor.getHTML()).toBe('<p>Text</p>');
  await hand.click(tool('Redo'));
  expect(editor.getHTML()).toBe('<p><strong>Text</strong></p>');
});

test('selected text becomes a link, and the tool removes it', async () => {
  act(() => void editor.chain().setContent('<p>Text</p>').selectAll().run());
  await hand.type(await openLink(), 'example.com/{Enter}');
  expect(editor.getHTML()).toBe('<p><a href="https://example.com/">Text</a></p>');
  await hand.click(tool('Link'));
  expect(editor.getHTML()).toBe('<p>Text</p>');
  expect(screen.queryByText('Insert')).toBeNull();
});

const cells = () => editor.getHTML();
const edit = (name: string) => hand.click(screen.getByRole('button', { name }));

test('inserts, grows and shrinks a table and removes it with its last row', async () => {
  await hand.click(tool('Table'));
  expect(cells()).toContain('<th><p></p></th><th><p></p></th><th><p></p></th>');
  act(() => void editor.commands.insertContent('Port'));
  expect(await screen.findByRole('group', { name: 'Edit table' })).toBeTruthy();
  await edit('Insert row below');
  await edit('Insert column to the right');
  expect(cells().match(/<tr>/g)).toHaveLength(3);
  expect(cells().match(/<th>/g)).toHaveLength(4);
  expect(cells().match(/<td>/g)).toHaveLength(8);
  // The cursor stays in its cell.
  act(() => void editor.commands.insertContent('Host '));
  expect(cells()).toContain('Host Port');
  await edit('Delete column');
  expect(cells()).not.toContain('Port');
  expect(cells().match(/<th>/g)).toHaveLength(3);
  for (let row = 0; row < 3; row += 1) await edit('Delete row');
  expect(cells()).not.toContain('<table>');
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Edit table' })).toBeNull());
});

test('a table between paragraphs brings none, and its tool inside it only leads back to the text', async () => {
  act(() => void editor.chain().setContent('<p>a</p><p>b</p>').setTextSelection(1).run());
  await hand.click(tool('Table'));
  await hand.click(tool('Table'));
  expect(cells()).toMatch(/^<p>a<\/p><table>.*<\/table><p>b<\/p>$/);
  expect(cells().match(/<table>/g)).toHaveLength(1);
  act(() => void editor.commands.clearContent());
});

test('the cursor stays in its row and column', async () => {
  const row = (...texts: string[]) => `<tr>${texts.map((text) => `<td><p>${text}</p></td>`).join('')}</tr>`;
  const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table>`;
  act(
    () =>
      void editor
        .chain()
        .setContent(table(row('a', 'b'), row('c', 'd')))
        .run(),
  );
  act(() => void editor.commands.setTextSelection(editor.state.doc.content.size - 4));
  await screen.findByRole('group', { name: 'Edit table' });
  const write = (text: string) => act(() => void editor.commands.insertContent(text));
  write('1');
  expect(cells()).toBe(table(row('a', 'b'), row('c', 'd1')));
  await edit('Insert row below');
  write('2');
  expect(cells()).toBe(table(row('a', 'b'), row('c', '2d1'), row('', '')));
  await edit('Insert column to the right');
  write('3');
  expect(cells()).toBe(table(row('a', 'b', ''), row('c', '32d1', ''), row('', '', '')));
  await edit('Delete column');
  write('4');
  expect(cells()).toBe(table(row('a', ''), row('c', '4'), row('', '')));
  await edit('Delete row');
  write('5');
  expect(cells()).toBe(table(row('a', ''), row('', '5')));
});

test('a table with merged cells can only be deleted as a whole', async () => {
  const merged = '<table><tbody><tr><td colspan="2"><p>Both</p></td></tr></tbody></table>';
  act(() => void editor.chain().setContent(merged).setTextSelection(4).run());
  await screen.findByRole('group', { name: 'Edit table' });
  expect(screen.queryByRole('button', { name: 'Insert row below' })).toBeNull();
  await edit('Delete table');
  expect(cells()).not.toContain('<table>');
});

const choose = async (text: string | Uint8Array<ArrayBuffer>) => {
  const file = new File([text], 'README.md', { type: 'text/markdown' });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no input.');
  await hand.upload(input, file);
};

test('imports a file of exactly one million bytes, and refuses one more byte with a message', async () => {
  const text = `**Fast**\n\n<!--${' '.repeat(999_983)}-->`;
  await choose(`${text}\n`);
  expect(await screen.findByText(/cannot be imported/)).toBeTruthy();
  expect(editor.isEmpty).toBe(true);
  await choose(text);
  await waitFor(() => expect(cells()).toBe('<p><strong>Fast</strong></p>'));
});

test('imports a README without scripts, images and front matter', async () => {
  const pressed = jest.spyOn(HTMLInputElement.prototype, 'click');
  await hand.click(tool('Import Markdown file'));
  expect(pressed).toHaveBeenCalledTimes(1);
  pressed.mockRestore();
  await choose(
    '---\ntitle: x\n---\n# Tidewatch\n\n**Fast** <script>alert(1)</script>\n\n![logo](https://x.example/a.png)\n\n| Port | Use |\n| - | - |\n| 80 | web |\n',
  );
  await waitFor(() => expect(cells()).toContain('<strong>Fast</strong>'));
  expect(cells()).toContain('Tidewatch');
  expect(cells()).toContain('<table>');
  expect(cells()).not.toMatch(/script|title: x|<img/);
});

test.each(['# Late', '<!-- Late -->'])(
  'a file %j that is read after its editor was left changes and says nothing',
  async (text) => {
    const read = Promise.withResolvers<ArrayBuffer>();
    const bytes = jest.spyOn(File.prototype, 'arrayBuffer').mockReturnValue(read.promise);
    await choose(text);
    editor.destroy();
    await act(async () => read.resolve(new TextEncoder().encode(text).buffer));
    bytes.mockRestore();
    await act(() => import('markdown-it').then(() => undefined));
    expect(screen.queryByText(/cannot be imported/)).toBeNull();
  },
);

test.each([
  ['a binary file', new Uint8Array([0xff, 0xfe, 0xfd])],
  ['a text that is quoted 300 times', `${'> '.repeat(300)}deep`],
  ['only a badge', '[![build](https://img.shields.io/b.svg)](https://ci.example)'],
  ['only a comment', '<!-- TODO -->'],
  ['nothing', ''],
])('rejects %s with a message and changes nothing', async (_, content) => {
  act(() => void editor.chain().setContent('<p>Kept</p>').selectAll().run());
  await choose(content);
  expect(await screen.findByText(/cannot be imported/)).toBeTruthy();
  expect(cells()).toBe('<p>Kept</p>');
});
