import { Field, TextInput } from '@yunduo/ui';
import { useState } from 'react';
import { useDeveloperTerms } from '../../shell/developer-terms.ts';
import { useWords } from '../../shell/words.ts';

const MEGABYTE = 1024 ** 2;

/** Bytes of what was typed in megabytes; what is no number is no size. */
export const bytesOf = (text: string): number =>
  /^\d+(?:\.\d+)?$/.test(text.trim()) ? Math.round(Number(text) * MEGABYTE) : 0;
const textOf = (bytes: number): string => (bytes > 0 ? String(Number((bytes / MEGABYTE).toFixed(2))) : '');

interface SizeFieldProps {
  /** Bytes. */
  size: number;
  error: string | undefined;
  onChange: (bytes: number) => void;
}

/** The size of the package, as people say it. */
export function SizeField({ size, error, onChange }: SizeFieldProps) {
  const t = useWords('versions');
  const terms = useDeveloperTerms();
  const [text, setText] = useState(() => textOf(size));
  return (
    <Field
      id="version-size"
      label={t('size', { field: terms('field.size') })}
      error={error}
      hint={t('size_hint')}
    >
      {(control) => (
        <TextInput
          {...control}
          className="num"
          inputMode="decimal"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            onChange(bytesOf(target.value));
          }}
        />
      )}
    </Field>
  );
}
