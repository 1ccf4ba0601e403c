import { localDraft } from '@yunduo/app-shell/drafts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SavedFile, Uploads } from './use-attachments.ts';

const entry = localDraft('feedback');

/**
 * Draft, stored in this tab until it is sent: it survives a reload and a sign-in. The server keeps uploaded files for a
 * day.
 */
export interface Draft {
  values: FeedbackFormValues;
  files: SavedFile[];
}

const fileOf = (stored: Partial<Record<keyof SavedFile, unknown>> | null): SavedFile[] => {
  if (typeof stored?.name !== 'string') return [];
  const { name, id, picture, until } = stored;
  if (!Number.isSafeInteger(id)) return [{ name }];
  const shown = typeof picture === 'string' && picture.startsWith('/') && typeof until === 'number';
  return [{ name, id: id as number, ...(shown && { picture, until }) }];
};

const draft = {
  read(): Draft | null {
    const { values: stored, files } = entry.read() as {
      values?: Partial<FeedbackFormValues>;
      files?: unknown;
    };
    if (!stored || typeof stored !== 'object') return null;
    const values = { ...EMPTY };
    for (const name of Object.keys(EMPTY) as (keyof FeedbackFormValues)[]) {
      const value: unknown = stored[name];
      if (typeof value === 'string') values[name] = value;
    }
    return { values, files: Array.isArray(files) ? files.flatMap(fileOf) : [] };
  },
  keep(values: FeedbackFormValues, files: readonly SavedFile[]): void {
    const empty = files.length === 0 && Object.values(values).every((value) => value === '');
    if (empty) entry.remove();
    else entry.save({ values, files });
  },
};

/** The form's values; contact kind and value are empty if the user gives none. */
export type FeedbackFormValues = {
  type: string;
  title: string;
  description: string;
  contact_kind: string;
  contact_value: string;
};

export const EMPTY: FeedbackFormValues = {
  type: '',
  title: '',
  description: '',
  contact_kind: '',
  contact_value: '',
};

interface DraftForm {
  values: FeedbackFormValues;
  reset: (values: FeedbackFormValues) => void;
}

/**
 * Restores a draft of this tab into the form, and stores changes from then on. `restored` is the draft that was found,
 * for a notice; `dismiss` hides it.
 */
export function useDraft(
  form: DraftForm,
  { saved: files, restore: restoreFiles }: Pick<Uploads, 'saved' | 'restore'>,
): { restored: Draft | null; dismiss: () => void } {
  const [restored, setRestored] = useState<Draft | null>(null);
  const started = useRef(false);
  const { values } = form;

  const restore = useEffectEvent(() => {
    const stored = draft.read();
    if (!stored) return;
    form.reset(stored.values);
    restoreFiles(stored.files);
    setRestored(stored);
  });
  // After hydration: the server has no draft.
  useEffect(() => restore(), []);

  useEffect(() => {
    // The initial values are empty, and must not overwrite the draft that is about to be restored.
    if (started.current) draft.keep(values, files);
    started.current = true;
  }, [values, files]);

  return { restored, dismiss: () => setRestored(null) };
}
