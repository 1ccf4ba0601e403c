import type { FeedbackFormValues } from './values.ts';
import { EMPTY } from './values.ts';

// Forgotten with everything else that was typed (`forms/kept-values.ts`).
const KEY = 'typed:feedback';

/** What was written, kept in this tab until it is sent: it survives a reload and the way to sign in. Files cannot be kept. */
export interface Draft {
  values: FeedbackFormValues;
  /** How many files were attached. */
  files: number;
}

export const draft = {
  read(): Draft | null {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<Draft> | null;
      if (!kept || typeof kept.values !== 'object') return null;
      const values = { ...EMPTY };
      for (const name of Object.keys(EMPTY) as (keyof FeedbackFormValues)[]) {
        const value: unknown = kept.values[name];
        if (typeof value === 'string') values[name] = value;
      }
      return { values, files: Number(kept.files) || 0 };
    } catch {
      // Storage may be refused, or hold what an older page left.
      return null;
    }
  },
  keep(values: FeedbackFormValues, files: number): void {
    try {
      const empty = files === 0 && Object.values(values).every((value) => value === '');
      if (empty) sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, JSON.stringify({ values, files } satisfies Draft));
    } catch {
      // Then it lasts as long as the page.
    }
  },
};
