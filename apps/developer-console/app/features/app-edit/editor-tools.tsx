import type { Editor } from '@tiptap/core';
import { Button, TextInput } from '@yunduo/ui';
import { useEffect, useReducer, useState, type FormEvent } from 'react';
import { useWords } from '../../shell/words.ts';
import styles from './editor.module.css';

/** What can be done to the text. The keys that every editor knows work too. */
export function EditorTools({ editor }: { editor: Editor }) {
  const t = useWords('appEdit');
  const [linking, setLinking] = useState(false);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    editor.on('transaction', draw);
    return () => void editor.off('transaction', draw);
  }, [editor]);

  const tools: { key: string; sign: string; active?: boolean; run: () => void }[] = [
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
      run: () => editor.chain().focus().toggleBlockquote().run(),
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
      run: () => (editor.isActive('link') ? editor.chain().focus().unsetLink().run() : setLinking(true)),
    },
    { key: 'undo', sign: '↶', run: () => editor.chain().focus().undo().run() },
    { key: 'redo', sign: '↷', run: () => editor.chain().focus().redo().run() },
  ];
  return (
    <div className={styles.tools}>
      {tools.map(({ key, sign, active, run }) => (
        <Button
          key={key}
          kind="bare"
          size="sm"
          iconOnly
          aria-label={t(`editor.${key as 'bold'}`)}
          title={t(`editor.${key as 'bold'}`)}
          aria-pressed={active}
          onClick={run}
        >
          <span className={styles.sign} data-sign={sign} data-tool={key} aria-hidden="true" />
        </Button>
      ))}
      {linking && <LinkForm editor={editor} onDone={() => setLinking(false)} />}
    </div>
  );
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const t = useWords('appEdit');
  const [href, setHref] = useState('https://');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!URL.canParse(href) || !/^https?:$/.test(new URL(href).protocol)) return;
    const chain = editor.chain().focus();
    if (editor.state.selection.empty)
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    onDone();
  };
  return (
    <form className={styles.link} onSubmit={submit}>
      <TextInput
        type="url"
        aria-label={t('editor.address')}
        value={href}
        ref={(input) => input?.focus()}
        onChange={({ target }) => setHref(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
        }}
      />
      <Button type="submit" size="sm" kind="line">
        {t('editor.insert')}
      </Button>
    </form>
  );
}
