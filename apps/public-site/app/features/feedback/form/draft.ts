import { keptEntry } from '../../../forms/kept-values.ts';
import type { FeedbackFormValues } from './values.ts';
import { EMPTY } from './values.ts';

const entry = keptEntry('feedback');

/** What was written, kept in this tab until it is sent: it survives a reload and the way to sign in. Files cannot be kept. */
export interface Draft {
  values: FeedbackFormValues;
  /** How many files were attached. */
  files: number;
}

export const draft = {
  read(): Draft | null {
    const { values: kept, files } = entry.read() as Partial<Draft>;
    if (!kept || typeof kept !== 'object') return null;
    const values = { ...EMPTY };
    for (const name of Object.keys(EMPTY) as (keyof FeedbackFormValues)[]) {
      const value: unknown = kept[name];
      if (typeof value === 'string') values[name] = value;
    }
    return { values, files: Number(files) || 0 };
  },
  keep(values: FeedbackFormValues, files: number): void {
    const empty = files === 0 && Object.values(values).every((value) => value === '');
    if (empty) entry.forget();
    else entry.keep({ values, files } satisfies Draft);
  },
};
