import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { draft, type Draft } from './draft.ts';
import type { Uploads } from './use-attachments.ts';
import type { FeedbackFormValues } from './values.ts';

interface DraftForm {
  values: FeedbackFormValues;
  reset: (values: FeedbackFormValues) => void;
}

/**
 * Fills the form with what was written and uploaded in this tab before, and keeps it from then on. `restored` is what was
 * there, for a word about it; `dismiss` forgets that.
 */
export function useDraft(
  form: DraftForm,
  { kept: files, restore: restoreFiles }: Pick<Uploads, 'kept' | 'restore'>,
): { restored: Draft | null; dismiss: () => void } {
  const [restored, setRestored] = useState<Draft | null>(null);
  const begun = useRef(false);
  const { values } = form;

  const restore = useEffectEvent(() => {
    const kept = draft.read();
    // What was typed before the page was awake is newer.
    if (!kept || Object.values(values).some((value) => value !== '')) return;
    form.reset(kept.values);
    restoreFiles(kept.files);
    setRestored(kept);
  });
  // After hydration: the server knows no draft.
  useEffect(() => restore(), []);

  useEffect(() => {
    // The first values are the empty ones, which must not wipe what is about to be restored.
    if (begun.current) draft.keep(values, files);
    begun.current = true;
  }, [values, files]);

  return { restored, dismiss: () => setRestored(null) };
}
