import type { Editor } from '@tiptap/core';
import { AllSelection } from '@tiptap/pm/state';
import { showToast, urlOf } from '@yunduo/app-shell';
import { Button, composes, ControlRow, Field, TextInput } from '@yunduo/ui';
import { startTransition, useEffect, useReducer, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslations } from '../../shell/words.ts';
import styles from './editor.module.css';
import { replaceWithMarkdown } from './editor-schema.ts';
import { editTable, insertTable, isInTable, isTableEditable, TABLE_STEPS } from './editor-tables.ts';
import { markdownToHtml } from './markdown.ts';

/** Bytes of a Markdown file. */
const IMPORT_MAX = 1_000_000;

/**
 * Toolbar of the editor; the usual keyboard shortcuts work too. One tab stop, with arrow keys between the tools (ARIA
 * toolbar pattern).
 */
export function EditorTools({ editor, id }: { editor: Editor; id: string }) {
  const t = useTranslations('editor');
  const [linking, setLinking] = useState(false);
  const [at, setAt] = useState(0);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    // Input is painted first; the state of the tools is updated after it.
    const later = () => startTransition(draw);
    editor.on('transaction', later);
    return () => void editor.off('transaction', later);
  }, [editor]);

  const link = () => {
    if (linking) setLinking(false);
    else if (editor.isActive('link')) editor.chain().focus().unsetLink().run();
    else setLinking(true);
  };
  const tools: { key: string; sign: string; active?: boolean; open?: boolean; run: () => void }[] = [
    {
      key: 'heading',
      sign: 'H',
      active: editor.isActive('heading', { level: 3 }),
      run: () => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    },
    {
      key: 'bold',
      sign: 'B',
      active: editor.isActive('bold'),
      run: () => editor.chain().focus().toggleBold().run(),
    },
    {
      key: 'italic',
      sign: 'I',
      active: editor.isActive('italic'),
      run: () => editor.chain().focus().toggleItalic().run(),
    },
    {
      key: 'code',
      sign: '<>',
      active: editor.isActive('code'),
      run: () => editor.chain().focus().toggleCode().run(),
    },
    {
      key: 'bullets',
      sign: '•–',
      active: editor.isActive('bulletList'),
      run: () => editor.chain().focus().toggleBulletList().run(),
    },
    {
      key: 'numbers',
      sign: '1.',
      active: editor.isActive('orderedList'),
      run: () => editor.chain().focus().toggleOrderedList().run(),
    },
    {
      key: 'quote',
      sign: '“”',
      active: editor.isActive('blockquote'),
      run: () => {
        const chain = editor.chain().focus();
        // Nothing can be lifted out of a selection of the whole document.
        if (editor.state.selection instanceof AllSelection)
          chain.setTextSelection({ from: 0, to: editor.state.doc.content.size });
        chain.toggleBlockquote().run();
      },
    },
    {
      key: 'code_block',
      sign: '{ }',
      active: editor.isActive('codeBlock'),
      run: () => editor.chain().focus().toggleCodeBlock().run(),
    },
    {
      key: 'link',
      sign: '↗',
      active: editor.isActive('link'),
      open: linking,
      run: link,
    },
    {
      key: 'table',
      sign: '⊞',
      active: isInTable(editor),
      run: () => (isInTable(editor) ? editor.commands.focus() : insertTable(editor)),
    },
    { key: 'import', sign: 'MD', run: () => document.getElementById(`${id}-file`)?.click() },
    { key: 'undo', sign: '↶', run: () => editor.chain().focus().undo().run() },
    { key: 'redo', sign: '↷', run: () => editor.chain().focus().redo().run() },
  ];
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll('button')[(to + tools.length) % tools.length]?.focus();
  };
  return (
    <>
      <div
        role="toolbar"
        className={styles.tools}
        aria-labelledby={`${id}-label`}
        aria-controls={id}
        onKeyDown={move}
      >
        {tools.map(({ key, sign, active, open, run }, place) => (
          <Button
            key={key}
            kind="bare"
            size="sm"
            iconOnly
            tabIndex={place === at ? 0 : -1}
            aria-label={t(`${key as 'bold'}`)}
            title={t(`${key as 'bold'}`)}
            aria-pressed={active}
            aria-expanded={open}
            onFocus={() => setAt(place)}
            onClick={run}
          >
            <span className={styles.sign} data-sign={sign} data-tool={key} aria-hidden="true" />
          </Button>
        ))}
      </div>
      {/* Opened by the tool: hidden itself. */}
      <input
        id={`${id}-file`}
        type="file"
        hidden
        accept=".md,.markdown,text/markdown"
        aria-label={t('import')}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          target.value = '';
          if (chosen)
            importMarkdown(editor, chosen).catch(() => {
              // The page was left: a destroyed editor refuses every change.
              if (!editor.isDestroyed) showToast(t('import_failed'), { kind: 'error' });
            });
        }}
      />
      {isInTable(editor) && (
        <div className={styles.table} role="group" aria-label={t('table_edit')}>
          {TABLE_STEPS.filter((step) => step === 'table_remove' || isTableEditable(editor)).map((step) => (
            <Button key={step} kind="bare" size="sm" onClick={() => editTable(editor, step)}>
              {t(step)}
            </Button>
          ))}
        </div>
      )}
      {linking && <LinkForm editor={editor} onDone={() => setLinking(false)} />}
    </>
  );
}

/**
 * Replaces the selection with a Markdown file, such as a README, sanitised like a paste.
 * @throws if the file is too large or not text, nothing remains of it, or the converter could not be loaded
 */
async function importMarkdown(editor: Editor, file: File): Promise<void> {
  if (file.size > IMPORT_MAX) throw new Error('The file is too large.');
  const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  const html = await markdownToHtml(text);
  const { from, to } = editor.isEmpty
    ? { from: 0, to: editor.state.doc.content.size }
    : editor.state.selection;
  replaceWithMarkdown(editor.view, { text, from, to }, html);
}

/** A web URL in normalised form; if the parser had to repair a URL, the server keeps only the link's text. */
function linkOf(text: string): string | null {
  const url = urlOf(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  return url.href.replaceAll('\\', '%5C');
}

/** Not a `form`: it is rendered inside the form of the app's listing, and HTML allows no nested forms. */
function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const t = useTranslations('editor');
  const [typed, setInput] = useState('https://');
  const [rejected, setRejected] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // It was opened for input.
  useEffect(() => input.current?.focus(), []);
  const insert = () => {
    const text = typed.trim();
    const href = linkOf(text);
    if (href === null) {
      setRejected(true);
      input.current?.focus();
      return;
    }
    const chain = editor.chain().focus();
    if (editor.state.selection.empty)
      chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    onDone();
  };
  const type = (event: KeyboardEvent) => {
    if (composes(event.nativeEvent)) return;
    if (event.key === 'Enter' && event.target === input.current) {
      event.preventDefault();
      insert();
    } else if (event.key === 'Escape') {
      editor.commands.focus();
      onDone();
    }
  };
  return (
    <div className={styles.link} role="group" aria-label={t('link')}>
      <Field label={t('address')} error={rejected && t('address_refused')}>
        {(control) => (
          <ControlRow>
            <TextInput
              {...control}
              type="url"
              inputMode="url"
              value={typed}
              ref={input}
              onChange={({ target }) => {
                setInput(target.value);
                setRejected(false);
              }}
              onKeyDown={type}
            />
            <Button kind="line" onClick={insert} onKeyDown={type}>
              {t('insert')}
            </Button>
          </ControlRow>
        )}
      </Field>
    </div>
  );
}
