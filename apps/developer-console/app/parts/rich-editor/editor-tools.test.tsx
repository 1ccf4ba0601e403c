import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { inShell } from '@yunduo/app-shell/testing';
import { fakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { Editor } from '@tiptap/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { editorOptions } from './editor-schema.ts';
import { EditorTools } from './editor-tools.tsx';

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
  render(inShell(page, { locale: 'en', words: en, client: fakeClient() }).element);
  document.body.append(host);
});
afterEach(() => {
  editor.destroy();
  document.body.replaceChildren();
  sent.mockClear();
});

const tool = (name: string) => screen.getByRole('button', { name });
const openLink = async () => {
  await hand.click(tool('Link'));
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'Link address' });
};

test('a toolbar named by its field is one stop of the Tab key; arrows, Home and End go through it', async () => {
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

test.each(['by Enter', 'by its button'])(
  'a link is inserted %s, and the form around is not sent',
  async (how) => {
    const address = await openLink();
    expect(document.activeElement).toBe(address);
    await hand.type(address, 'example.com/');
    if (how === 'by Enter') await hand.keyboard('{Enter}');
    else await hand.click(tool('Insert'));
    expect(editor.getHTML()).toBe('<p><a href="https://example.com/">https://example.com/</a></p>');
    expect(screen.queryByText('Insert')).toBeNull();
    expect(sent).not.toHaveBeenCalled();
    expect(document.querySelector('form form')).toBeNull();
  },
);

test.each([
  ['without slashes', 'https:example.com', 'https://example.com/'],
  ['with spaces', ' https://a.example/x y\\z?\\ ', 'https://a.example/x%20y/z?%5C'],
])('an address %s is inserted as the server keeps it', async (_, typed, href) => {
  const address = await openLink();
  await hand.clear(address);
  await hand.type(address, `${typed}{Enter}`);
  expect(editor.state.doc.textContent).toBe(typed.trim());
  expect(editor.getHTML()).toContain(`href="${href}"`);
});

test('pressing the tool again closes the address', async () => {
  const address = await openLink();
  expect(tool('Link').getAttribute('aria-expanded')).toBe('true');
  await hand.click(tool('Link'));
  expect(address.isConnected).toBe(false);
  expect(tool('Link').getAttribute('aria-expanded')).toBe('false');
});

test.each(['javascript:1', 'https://user:pw@a.example/'])(
  'an address that cannot stand says so, and the text stays as it was: %s',
  async (typed) => {
    const address = await openLink();
    await hand.clear(address);
    await hand.type(address, `${typed}{Enter}`);
    expect(address.getAttribute('aria-invalid')).toBe('true');
    expect(editor.isEmpty).toBe(true);
  },
);

test('an address that is none says so, and the text stays as it was', async () => {
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

test.each(['address', 'button'])('Escape leads from the %s of the link back into the text', async (where) => {
  await openLink();
  if (where === 'button') await hand.tab();
  await hand.keyboard('{Escape}');
  expect(screen.queryByText('Insert')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Text' })));
});
