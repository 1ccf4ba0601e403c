import type { ApiFailure } from '@yunduo/api-client';
import { LiveRegion, Notice } from '@yunduo/ui';
import type { FieldMessage } from '@yunduo/validation/schemas';
import type { ReactNode } from 'react';
import { useFailureText } from '../errors/failure-text.ts';
import { useShownFailure } from '../errors/shown-failures.ts';
import { useSharedTranslations } from '../i18n/use-translations.ts';

// Form errors. Separate from `useForm` because it is small and some forms are a single button.

interface FormErrorProps {
  error: ApiFailure | null;
  /** A link or action that helps: another section, another try. */
  action?: ReactNode;
}

/** The server's error of the whole form. Errors of single fields are shown at their fields. */
export function FormError({ error, action }: FormErrorProps) {
  const textOf = useFailureText();
  // A toast has reported every other status.
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
 * The text of a field's error in the page's language, undefined without an error. `reason` is the server's
 * own sentence, used if the message says only that the field is wrong.
 */
export function useFieldErrorText(): (message: string | undefined, reason?: string) => string | undefined {
  const words = useSharedTranslations('validation');
  return (message, reason) => {
    if (!message) return undefined;
    // An unknown message of a newer server is its own key.
    const text = words(message as FieldMessage);
    if (text !== message && message !== 'field_invalid') return text;
    return reason ?? words('field_invalid');
  };
}

/**
 * Focuses the first invalid control of a form in page order, or the first choice between two texts.
 * @returns true if there is one
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
