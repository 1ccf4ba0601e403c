import type { FieldProps } from '@yunduo/app-shell/forms';
import { EMAIL_CODE_LENGTH } from '@yunduo/validation';

/**
 * Props for the input of a mailed code: keeps the first six digits of typed or pasted text, including full-width ones.
 */
export const codeInput = ({ onChange, ...field }: FieldProps) => ({
  ...field,
  inputMode: 'numeric' as const,
  autoComplete: 'one-time-code',
  // No `maxLength`: it would truncate a pasted code before its leading space is removed.
  onChange: ((event) => {
    const { target } = event;
    target.value = target.value.normalize('NFKC').replace(/\D/g, '').slice(0, EMAIL_CODE_LENGTH);
    onChange(event);
  }) satisfies FieldProps['onChange'],
});
