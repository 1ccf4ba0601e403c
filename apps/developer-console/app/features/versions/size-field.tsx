import { Field, TextInput } from '@yunduo/ui';
import { useState } from 'react';
import { useDeveloperTerms } from '../../shell/developer-terms.ts';
import { useWords } from '../../shell/words.ts';

/** As the store counts what it shows, and download pages do. */
const MEGABYTE = 1_000_000;

/**
 * Of what was typed the number, as the field then shows it: a comma and the full stop of a Chinese keyboard are points.
 * What stands there is what is kept; what would be none never stands there.
 */
function numberIn(text: string): string {
  const plain = text.normalize('NFKC').replaceAll('。', '.');
  const pointed = plain.includes('.') ? plain : plain.replaceAll(',', '.');
  const [whole = '', ...parts] = pointed.replaceAll(/[^\d.]/g, '').split('.');
  return parts.length > 0 ? `${whole}.${parts.join('')}` : whole;
}

/** Bytes of a number of megabytes; no number is no size. */
export const bytesOf = (number: string): number =>
  Number(number) > 0 ? Math.round(Number(number) * MEGABYTE) : 0;
/** Megabytes of that many bytes, as people type them; no text for no size. */
export const sizeText = (bytes: number): string =>
  bytes > 0 ? String(Number((bytes / MEGABYTE).toFixed(2))) : '';

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
  const [typed, setTyped] = useState('');
  // What was typed stays as it is, unless another size came from elsewhere.
  const text = bytesOf(typed) === size ? typed : sizeText(size);
  return (
    <Field
      id="version-size"
      label={t('size', { field: terms('field.size') })}
      error={error}
      required
      hint={t('size_hint')}
    >
      {(control) => (
        <TextInput
          {...control}
          className="num"
          inputMode="decimal"
          value={text}
          onChange={({ target }) => {
            const number = numberIn(target.value);
            setTyped(number);
            onChange(bytesOf(number));
          }}
        />
      )}
    </Field>
  );
}
