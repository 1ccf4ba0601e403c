import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { showToast } from '@yunduo/app-shell';
import { Button, LiveRegion } from '@yunduo/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../shell/words.ts';
import styles from './editor.module.css';
import { replaceWithMarkdown, type MarkdownPaste } from './editor-schema.ts';
import { markdownToHtml } from './markdown.ts';

interface MarkdownOfferProps {
  editor: Editor;
  paste: MarkdownPaste;
  onDone: () => void;
}

/** Offers to convert pasted Markdown to rich text. The offer disappears when that part of the text changes. */
export function MarkdownOffer({ editor, paste, onDone }: MarkdownOfferProps) {
  const t = useTranslations('editor');
  const [converting, setConverting] = useState<MarkdownPaste | null>(null);
  const place = useRef(paste);
  useEffect(() => {
    place.current = paste;
    const textAt = ({ from, to }: MarkdownPaste) => editor.state.doc.textBetween(from, to, '\n', '\n');
    const pasted = textAt(paste);
    const follow = ({ transaction: { docChanged, mapping } }: { transaction: Transaction }) => {
      if (!docChanged) return;
      const { text, from, to } = place.current;
      place.current = { text, from: mapping.map(from, 1), to: mapping.map(to, -1) };
      if (place.current.from >= place.current.to || textAt(place.current) !== pasted) onDone();
    };
    editor.on('transaction', follow);
    return () => {
      editor.off('transaction', follow);
      // The position is no longer tracked.
      place.current = { ...paste, text: '' };
    };
  }, [editor, paste, onDone]);

  const convert = async () => {
    setConverting(paste);
    // The text was changed meanwhile, or another one was pasted, which has an offer of its own.
    const isOver = () => editor.isDestroyed || place.current.text !== paste.text;
    try {
      const html = await markdownToHtml(paste.text);
      if (isOver()) return;
      replaceWithMarkdown(editor.view, place.current, html);
      onDone();
    } catch {
      if (isOver()) return;
      showToast(t('markdown.failed'), { kind: 'error' });
      setConverting(null);
    }
  };
  const keep = () => {
    onDone();
    editor.commands.focus();
  };
  return (
    <div className={styles.offer}>
      <LiveRegion role="status" as="p">
        {t('markdown.question')}
      </LiveRegion>
      <Button size="sm" busy={converting === paste} onClick={() => void convert()}>
        {t('markdown.convert')}
      </Button>
      <Button size="sm" kind="bare" onClick={keep}>
        {t('markdown.keep')}
      </Button>
    </div>
  );
}
