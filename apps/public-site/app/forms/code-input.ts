import type { FieldProps } from '@yunduo/app-shell/forms';
import { EMAIL_CODE_LENGTH } from '@yunduo/validation';

/** For the input of a mailed code: of what is typed or pasted it keeps the first six digits, full-width ones as well. */
export const codeInput = ({ onChange, ...field }: FieldProps) => ({
  ...field,
  inputMode: 'numeric' as const,
  autoComplete: 'one-time-code',
  // No `maxLength`: it would cut a pasted code before the space in front of it is gone.
  onChange: ((event) => {
    const { target } = event;
    target.value = target.value.normalize('NFKC').replace(/\D/g, '').slice(0, EMAIL_CODE_LENGTH);
    onChange(event);
  }) satisfies FieldProps['onChange'],
});
