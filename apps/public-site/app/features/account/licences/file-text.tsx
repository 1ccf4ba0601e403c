import { keepFilesOut } from '@yunduo/app-shell';
import type { FieldProps } from '@yunduo/app-shell/forms';
import { Field, FileInput, TextArea } from '@yunduo/ui';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import styles from './licences.module.css';

interface FileTextProps {
  /** Labels of the file input and of the text field. */
  labels: { file: string; text: string; tooLarge: string };
  /** In characters. */
  max: number;
  field: FieldProps;
  error: string | undefined;
  onText: (text: string) => void;
}

/** The text of a small file written by an offline server: selected as a file, or pasted. */
export function FileText({ labels, max, field, error, onText }: FileTextProps) {
  const t = useTranslations('licences');
  const [fault, setFault] = useState<string>();
  const last = useRef<File>(null);
  useEffect(keepFilesOut, []);
  const read = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const file = input.files?.[0];
    if (!file) return;
    last.current = file;
    // Allows the same file to be selected again after a correction.
    input.value = '';
    setFault(undefined);
    try {
      // A character has at most three bytes, a mark at the start as many: more is not read into memory at all.
      const text = file.size > 3 * max + 3 ? null : await file.text();
      // Another file was chosen while this one was read.
      if (last.current !== file) return;
      if (text === null || text.length > max) setFault(labels.tooLarge);
      else onText(text);
    } catch {
      if (last.current === file) setFault(t('offline_form.unreadable'));
    }
  };
  return (
    <>
      <Field label={labels.file} error={fault}>
        {(control) => (
          <FileInput
            {...control}
            choose={t('offline_form.choose')}
            accept=".json,application/json,text/plain"
            onChange={(event) => void read(event)}
          />
        )}
      </Field>
      <Field label={labels.text} error={error}>
        {(control) => (
          <TextArea {...control} {...field} rows={6} spellCheck={false} className={styles.request} />
        )}
      </Field>
    </>
  );
}
