import { CopyButtonView, type CopyState } from '@yunduo/ui';
import { useEffect, useState } from 'react';
import { useSharedTranslations } from '../i18n/use-translations.ts';
import { showToast } from '../toasts/toast-store.ts';

/** The result of copying, as the key of its message. */
type CopyOutcome = 'copied' | 'copy_failed' | 'copy_unsupported';

/** Writes a text to the clipboard. Reports if the page has no clipboard (plain http). */
async function copyText(text: string): Promise<CopyOutcome> {
  if (!('clipboard' in navigator)) return 'copy_unsupported';
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'copy_failed';
  }
}

/** Milliseconds until the button shows its first label again. */
const ANSWER_TIME = 2000;

export interface CopyButtonProps {
  text: string;
  /** The button's label, such as "Copy the command". */
  label?: string;
  withText?: boolean;
}

/** Copies a command, code or number, and shows the result (R8.09g). */
export function CopyButton({ text, label, withText }: CopyButtonProps) {
  const t = useSharedTranslations('shell');
  const message = useSharedTranslations('messages');
  // An object: the result of a second press is shown as long as that of the first.
  const [shown, setShown] = useState<{ state: CopyState }>({ state: 'idle' });
  const { state } = shown;
  useEffect(() => {
    if (shown.state === 'idle') return;
    const timer = setTimeout(() => setShown({ state: 'idle' }), ANSWER_TIME);
    return () => clearTimeout(timer);
  }, [shown]);
  const copy = async () => {
    const outcome = await copyText(text);
    setShown({ state: outcome === 'copied' ? 'copied' : 'failed' });
    showToast({ message: outcome }, { kind: outcome === 'copied' ? 'success' : 'error' });
  };
  const words = { idle: label ?? t('copy'), copied: t('copied'), failed: message('copy_failed') };
  return <CopyButtonView state={state} words={words} withText={withText} onCopy={() => void copy()} />;
}
