import { beforeAll, expect, jest, test } from '@jest/globals';
import { Toasts } from '@yunduo/app-shell';
import { clearMessages, inShell } from '@yunduo/app-shell/testing';
import { fakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import userEvent from '@testing-library/user-event';
import MarkdownIt from 'markdown-it';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { markdownToHtml } from './markdown.ts';
import RichEditor from './rich-editor.tsx';

// jsdom has no layout: the editor measures its caret.
beforeAll(() => {
  const box = () => new DOMRect();
  Object.assign(Range.prototype, { getClientRects: () => [box()], getBoundingClientRect: box });
});

type Props = Partial<ComponentProps<typeof RichEditor>>;
const open = (html = '', frame?: ReactNode) => {
  const onChange = jest.fn<(html: string) => void>();
  let change!: (props: Props) => void;
  function Page() {
    const [props, setProps] = useState<Props>({});
    change = (next) => act(() => setProps((before) => ({ ...before, ...next })));
    return (
      <>
        <p id="details-label">Details (English)</p>
        <RichEditor
          {...{ id: 'details', lang: 'en', html, fault: undefined, required: false, onChange }}
          {...props}
        />
      </>
    );
  }
  const { unmount } = render(
    inShell(<Page />, { locale: 'en', words: en, client: fakeClient(), frame }).element,
  );
  const text = screen.getByRole('textbox', { name: 'Details (English)' });
  return { onChange, text, unmount, change };
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
  await waitFor(() => expect(document.activeElement).toBe(text));
  expect(onChange).toHaveBeenLastCalledWith('<p>- [ ] later</p>');
});

test('a pasted picture is left out, with a message', async () => {
  const { text, onChange } = open('', <Toasts />);
  paste(text, { 'text/html': '<p>Kept</p><img src="https://x.example/a.png" alt="">' });
  expect(await screen.findByText(en.editor.no_pictures)).toBeTruthy();
  expect(onChange).toHaveBeenLastCalledWith('<p>Kept</p>');
});

test('Markdown of which nothing would remain stays text, with a message', async () => {
  const { text, onChange } = open('', <Toasts />);
  paste(text, { 'text/plain': `${'> '.repeat(300)}deep\n${'> '.repeat(300)}deeper` });
  const pasted = onChange.mock.lastCall;
  await userEvent.click(offer() as HTMLElement);
  expect(await screen.findByText(en.editor.markdown.failed)).toBeTruthy();
  expect(offer()?.getAttribute('aria-busy')).toBeNull();
  expect(onChange.mock.lastCall).toBe(pasted);
  expect(text.textContent).toContain('deeper');
});

test.each([
  ['stands', en.editor.markdown.failed],
  ['was left', ''],
])('a conversion that fails while its editor %s shows “%s”', async (state, shown) => {
  const { text, unmount } = open();
  let fail!: () => void;
  const failed = new Promise<void>((resolve) => (fail = resolve));
  jest.spyOn(MarkdownIt.prototype, 'render').mockImplementationOnce(() => {
    fail();
    throw new Error('no memory');
  });
  paste(text, { 'text/plain': '- [ ] later' });
  fireEvent.click(offer() as HTMLElement);
  if (state === 'was left') unmount();
  await act(() => failed);
  render(inShell(null, { locale: 'en', words: en, client: fakeClient(), frame: <Toasts /> }).element);
  await act(async () => void (await markdownToHtml('')));
  expect(document.querySelector('[data-above-dialogs]')?.textContent).toBe(shown);
  act(clearMessages);
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

test('a conversion that another paste overtook leaves the offer of that one', async () => {
  const { text, onChange } = open('<p>Before</p><p></p>');
  const { editor } = text as HTMLElement & { editor: Editor };
  act(() => void editor.commands.setTextSelection(1));
  paste(text, { 'text/plain': '- [ ] one' });
  fireEvent.click(offer() as HTMLElement);
  act(() => void editor.commands.setTextSelection(editor.state.doc.content.size - 1));
  paste(text, { 'text/plain': '- [ ] two' });
  await act(async () => void (await markdownToHtml('- [ ] one')));
  expect(offer()?.getAttribute('aria-busy')).toBeNull();
  await userEvent.click(offer() as HTMLElement);
  await waitFor(() => expect(offer()).toBeNull());
  expect(onChange.mock.lastCall?.[0]).toMatch(/^<p>- \[ \] oneBefore<\/p><ul>.*two/);
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

test('text from elsewhere replaces the content without being told as a change; its own text does not', () => {
  const { text, onChange, change } = open('<p>Mine</p>');
  const { editor } = text as HTMLElement & { editor: Editor };
  change({ html: '<p>Theirs</p>' });
  expect([text.textContent, onChange.mock.calls.length]).toEqual(['Theirs', 0]);
  act(() => void editor.commands.insertContentAt(7, '!'));
  expect(onChange).toHaveBeenLastCalledWith('<p>Theirs!</p>');
  act(() => void editor.commands.setTextSelection(3));
  const content = jest.spyOn(editor.commands, 'setContent');
  change({ html: '<p>Theirs!</p>' });
  expect([content.mock.calls.length, editor.state.selection.from]).toEqual([0, 3]);
  act(() => void editor.commands.clearContent(true));
  expect(onChange).toHaveBeenLastCalledWith('');
});

test('the field names its language, its fault and that it is required, for as long as each holds', () => {
  const { text, change } = open();
  const attributes = () =>
    ['id', 'lang', 'translate', 'aria-multiline', 'aria-invalid', 'aria-describedby', 'aria-required'].map(
      (name) => text.getAttribute(name),
    );
  expect(attributes()).toEqual(['details', 'en', 'no', 'true', null, null, null]);
  change({ fault: 'Enter a description', required: true });
  expect(attributes().slice(4)).toEqual(['true', 'details-error', 'true']);
  expect(text.closest('[data-fault]')).not.toBeNull();
  change({ fault: undefined, required: false });
  expect(attributes().slice(4)).toEqual([null, null, null]);
  expect(text.closest('[data-fault]')).toBeNull();
});

test('the editor ends with its page, also during a conversion', async () => {
  const { text, unmount } = open();
  const { editor } = text as HTMLElement & { editor: Editor };
  paste(text, { 'text/plain': '- [ ] later' });
  fireEvent.click(offer() as HTMLElement);
  unmount();
  expect(editor.isDestroyed).toBe(true);
  await expect(markdownToHtml('- [ ] later')).resolves.toContain('later');
});
