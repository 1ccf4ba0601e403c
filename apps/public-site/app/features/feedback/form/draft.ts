import { localDraft } from '@yunduo/app-shell/drafts';
import type { FeedbackFormValues } from './values.ts';
import { EMPTY } from './values.ts';

const entry = localDraft('feedback');

/** An attachment that this tab remembers: what the server has of it, or that it was on its way. */
export interface KeptFile {
  name: string;
  /** On the server, once it arrived. */
  id?: number;
  /** Address of its picture, and until when it opens (milliseconds): such addresses live for minutes. */
  picture?: string;
  until?: number;
}

/**
 * What was written, kept in this tab until it is sent: it survives a reload and the way to sign in. The server keeps what
 * was uploaded for a day.
 */
export interface Draft {
  values: FeedbackFormValues;
  files: KeptFile[];
}

const fileOf = (kept: Partial<Record<keyof KeptFile, unknown>> | null): KeptFile[] => {
  if (typeof kept?.name !== 'string') return [];
  const { name, id, picture, until } = kept;
  if (!Number.isSafeInteger(id)) return [{ name }];
  const shown = typeof picture === 'string' && picture.startsWith('/') && typeof until === 'number';
  return [{ name, id: id as number, ...(shown && { picture, until }) }];
};

export const draft = {
  read(): Draft | null {
    const { values: kept, files } = entry.read() as { values?: Partial<FeedbackFormValues>; files?: unknown };
    if (!kept || typeof kept !== 'object') return null;
    const values = { ...EMPTY };
    for (const name of Object.keys(EMPTY) as (keyof FeedbackFormValues)[]) {
      const value: unknown = kept[name];
      if (typeof value === 'string') values[name] = value;
    }
    return { values, files: Array.isArray(files) ? files.flatMap(fileOf) : [] };
  },
  keep(values: FeedbackFormValues, files: readonly KeptFile[]): void {
    const empty = files.length === 0 && Object.values(values).every((value) => value === '');
    if (empty) entry.remove();
    else entry.save({ values, files });
  },
};
