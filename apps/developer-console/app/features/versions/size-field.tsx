import { Field, TextInput } from '@yunduo/ui';
import { useState } from 'react';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';

/** Decimal, as in the store and on download pages. */
const MEGABYTE = 1_000_000;

/**
 * The number in a typed text, as the field then shows it: a comma and a Chinese full stop become decimal points. The
 * shown text is always the stored value; text without a number is never shown.
 */
function numberIn(text: string): string {
  const plain = text.normalize('NFKC').replaceAll('。', '.');
  const pointed = plain.includes('.') ? plain : plain.replaceAll(',', '.');
  const [whole = '', ...parts] = pointed.replaceAll(/[^\d.]/g, '').split('.');
  return parts.length > 0 ? `${whole}.${parts.join('')}` : whole;
}

/** Megabytes to bytes; 0 without a number. */
export const bytesOf = (number: string): number =>
  Number(number) > 0 ? Math.round(Number(number) * MEGABYTE) : 0;
/** Bytes to megabytes as users type them, exactly if two decimals would show 0; empty for 0. */
export const sizeText = (bytes: number): string =>
  bytes > 0 ? String(Number((bytes / MEGABYTE).toFixed(2)) || bytes / MEGABYTE) : '';

interface SizeFieldProps {
  /** In bytes. */
  size: number;
  error: string | undefined;
  onChange: (bytes: number) => void;
}

/** The size of the package, in megabytes. */
export function SizeField({ size, error, onChange }: SizeFieldProps) {
  const t = useTranslations('versions');
  const terms = useDeveloperTerms();
  const [input, setInput] = useState('');
  // Typed text is kept, unless the size changed elsewhere.
  const text = bytesOf(input) === size ? input : sizeText(size);
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
            setInput(number);
            onChange(bytesOf(number));
          }}
        />
      )}
    </Field>
  );
}
