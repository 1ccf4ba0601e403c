import { Editor } from '@tiptap/core';
import { showToast } from '@yunduo/app-shell';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from '../../shell/words.ts';
import styles from './editor.module.css';
import { EditorTools } from './editor-tools.tsx';
import { editorOptions, fromOutside, startContent, type MarkdownPaste } from './editor-schema.ts';
import { MarkdownOffer } from './markdown-offer.tsx';

export interface RichEditorProps {
  id: string;
  lang: string;
  html: string;
  fault: string | undefined;
  required: boolean;
  onChange: (html: string) => void;
}

/** Rich text editor with the store's tags. The displayed result comes from the server, sanitised. */
export default function RichEditor({ id, lang, html, fault, required, onChange }: RichEditorProps) {
  const t = useTranslations('editor');
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [markdown, setMarkdown] = useState<MarkdownPaste | null>(null);
  const forget = useCallback(() => setMarkdown(null), []);
  const written = useRef(html);
  const tell = useEffectEvent(onChange);
  const onPicture = useEffectEvent(() => showToast(t('no_pictures'), { kind: 'error' }));

  useEffect(() => {
    const made = new Editor({
      element: host.current,
      ...editorOptions,
      content: startContent(written.current),
      editorProps: {
        attributes: {
          id,
          lang,
          translate: 'no',
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-labelledby': `${id}-label`,
        },
        handleDOMEvents: fromOutside({ onPicture: () => onPicture(), onMarkdown: setMarkdown }),
      },
      onUpdate: ({ editor: now }) => {
        written.current = now.isEmpty ? '' : now.getHTML();
        tell(written.current);
      },
    });
    setEditor(made);
    return () => made.destroy();
  }, [id, lang]);

  // The value changed from outside, for example by a resolved conflict: text that the editor did not write itself
  // replaces its content.
  useEffect(() => {
    if (!editor || html === written.current) return;
    written.current = html;
    editor.commands.setContent(startContent(html), { emitUpdate: false });
  }, [editor, html]);

  useEffect(() => {
    const field = editor?.view.dom;
    if (!field) return;
    field.toggleAttribute('aria-invalid', false);
    field.removeAttribute('aria-describedby');
    if (fault) {
      field.setAttribute('aria-invalid', 'true');
      field.setAttribute('aria-describedby', `${id}-error`);
    }
  }, [editor, fault, id]);

  useEffect(() => {
    const field = editor?.view.dom;
    if (required) field?.setAttribute('aria-required', 'true');
    else field?.removeAttribute('aria-required');
  }, [editor, required]);

  return (
    <div className={styles.editor} data-fault={fault ? '' : undefined}>
      {editor && <EditorTools editor={editor} id={id} />}
      {editor && markdown && <MarkdownOffer editor={editor} paste={markdown} onDone={forget} />}
      <div ref={host} className={styles.text} />
    </div>
  );
}
