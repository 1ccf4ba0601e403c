import type { ApiFailure } from '@yunduo/api-client';
import { LiveRegion, Notice } from '@yunduo/ui';
import type { FieldMessage } from '@yunduo/validation/schemas';
import type { ReactNode } from 'react';
import { useFailureText } from '../errors/failure-text.ts';
import { useShownFailure } from '../errors/shown-failures.ts';
import { useSharedWords } from '../i18n/use-words.ts';

// What a form shows of its errors; apart from `useForm`, since it is light and some forms are one button.

interface FormErrorProps {
  error: ApiFailure | null;
  /** A way on: another section, another try. */
  action?: ReactNode;
}

/** What the server said against a form as a whole. Errors of single fields stand at their fields. */
export function FormError({ error, action }: FormErrorProps) {
  const textOf = useFailureText();
  // Every other status has been shown by a toast.
  const shown = error && (error.status === 400 || error.status === 404) ? error : null;
  useShownFailure(shown);
  return (
    <LiveRegion role="alert">
      {shown && (
        <Notice tone="bad" action={action}>
          <p>{textOf(shown)}</p>
        </Notice>
      )}
    </LiveRegion>
  );
}

/**
 * The text of a field's error in the language of the page, undefined without one. `reason` is the server's own sentence,
 * for a message that says no more than that the field is wrong.
 */
export function useFieldErrorText(): (message: string | undefined, reason?: string) => string | undefined {
  const words = useSharedWords('validation');
  return (message, reason) => {
    if (!message) return undefined;
    // A message that this build does not know comes back as its key.
    const text = words(message as FieldMessage);
    if (text !== message && message !== 'field_invalid') return text;
    return reason ?? words('field_invalid');
  };
}

/**
 * Puts the focus on the first invalid control of a form, in the order of the page, or on the first choice between two
 * texts.
 * @returns whether there is one
 */
export function focusFirstError(formId: string): boolean {
  const found = document
    .getElementById(formId)
    ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-clash]');
  // A group of radio buttons is invalid as a whole.
  const control = found?.matches('fieldset') ? found.querySelector('input') : found;
  control?.focus();
  return Boolean(control);
}
