import { beforeAll, expect, jest, test } from '@jest/globals';
import { Toasts } from '@yunduo/app-shell';
import { inShell } from '@yunduo/app-shell/testing';
import { fakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { markdownToHtml } from './markdown.ts';
import RichEditor from './rich-editor.tsx';

// jsdom has no layout: the editor measures its caret.
beforeAll(() => {
  const box = () => new DOMRect();
  Object.assign(Range.prototype, { getClientRects: () => [box()], getBoundingClientRect: box });
});

const open = (html = '', frame?: ReactNode) => {
  const onChange = jest.fn<(html: string) => void>();
  const page = (
    <>
      <p id="details-label">Details (English)</p>
      <RichEditor id="details" lang="en" html={html} fault={undefined} required={false} onChange={onChange} />
    </>
  );
  render(inShell(page, { locale: 'en', words: en, client: fakeClient(), frame }).element);
  return { onChange, text: screen.getByRole('textbox', { name: 'Details (English)' }) };
};
const paste = (text: HTMLElement, data: Record<string, string>) =>
  act(() => {
    fireEvent.paste(text, { clipboardData: { getData: (type: string) => data[type] ?? '', files: [] } });
  });
const offer = () => screen.queryByRole('button', { name: 'Convert to rich text' });

test('pasted Markdown stays text until converted', async () => {
  const { text, onChange } = open();
  paste(text, { 'text/plain': '# Title\n\n- **one**' });
  expect(text.textContent).toContain('- **one**');
  expect(screen.getByRole('status').textContent).toBe('This looks like Markdown.');
  await userEvent.click(offer() as HTMLElement);
  await waitFor(() =>
    expect(onChange).toHaveBeenLastCalledWith('<h1>Title</h1><ul><li><p><strong>one</strong></p></li></ul>'),
  );
  await waitFor(() => expect(offer()).toBeNull());
});

test('Markdown kept as text stays unchanged and the offer disappears', async () => {
  const { text, onChange } = open();
  paste(text, { 'text/plain': '- [ ] later' });
  await userEvent.click(screen.getByRole('button', { name: 'Keep it as text' }));
  expect(offer()).toBeNull();
  expect(onChange).toHaveBeenLastCalledWith('<p>- [ ] later</p>');
});

test('Markdown of which nothing would remain stays text, with a message', async () => {
  const { text, onChange } = open('', <Toasts />);
  paste(text, { 'text/plain': `${'> '.repeat(300)}deep\n${'> '.repeat(300)}deeper` });
  const pasted = onChange.mock.lastCall;
  await userEvent.click(offer() as HTMLElement);
  expect(await screen.findByText(en.editor.markdown.failed)).toBeTruthy();
  expect(onChange.mock.lastCall).toBe(pasted);
  expect(text.textContent).toContain('deeper');
});

test('typing before pasted Markdown keeps the offer; editing it removes the offer', async () => {
  const { text, onChange } = open('<p>Before</p><p></p>');
  const { editor } = text as HTMLElement & { editor: Editor };
  act(() => void editor.commands.setTextSelection(editor.state.doc.content.size - 1));
  paste(text, { 'text/plain': '- [ ] later' });
  expect(onChange).toHaveBeenLastCalledWith('<p>Before</p><p>- [ ] later</p>');
  expect(offer()).not.toBeNull();
  act(() => void editor.commands.insertContentAt(1, 'x'));
  expect(offer()).not.toBeNull();
  // At its own edges too: what is typed there is not part of it.
  act(
    () => void editor.commands.insertContentAt(editor.state.doc.content.size - '- [ ] later'.length - 1, 'x'),
  );
  expect(offer()).not.toBeNull();
  act(() => void editor.commands.insertContentAt(editor.state.doc.content.size - 1, 'x'));
  expect(offer()).not.toBeNull();
  act(() => void editor.commands.insertContentAt(editor.state.doc.content.size - 4, 'y'));
  expect(offer()).toBeNull();
});

test('a second pasted Markdown replaces the offer; editing the first keeps it', () => {
  const { text, onChange } = open('<p>Before</p><p></p>');
  const { editor } = text as HTMLElement & { editor: Editor };
  act(() => void editor.commands.setTextSelection(1));
  paste(text, { 'text/plain': '- [ ] one' });
  act(() => void editor.commands.setTextSelection(editor.state.doc.content.size - 1));
  paste(text, { 'text/plain': '- [ ] two' });
  expect(onChange).toHaveBeenLastCalledWith('<p>- [ ] oneBefore</p><p>- [ ] two</p>');
  act(() => void editor.commands.insertContentAt(2, 'x'));
  expect(offer()).not.toBeNull();
});

test('Markdown edited during the conversion is not replaced', async () => {
  const { text, onChange } = open();
  const { editor } = text as HTMLElement & { editor: Editor };
  paste(text, { 'text/plain': '- [ ] later' });
  await act(async () => {
    fireEvent.click(offer() as HTMLElement);
    editor.commands.insertContentAt(3, 'y');
    // The conversion has ended once it is asked for again.
    await markdownToHtml('- [ ] later');
  });
  expect(offer()).toBeNull();
  expect(onChange).toHaveBeenLastCalledWith('<p>- y[ ] later</p>');
});

test('rich text pasted with Markdown text shows no offer, and a tracking pixel no toast', () => {
  const { text, onChange } = open();
  paste(text, {
    'text/html': '<p>rich<img src="https://e.example/p.gif" width="1" height="1"></p>',
    'text/plain': '# a\n# b',
  });
  expect(offer()).toBeNull();
  expect(onChange).toHaveBeenLastCalledWith('<p>rich</p>');
});
