import { useFieldErrorText } from '@yunduo/app-shell/form-error';
import type { FieldErrors } from '@yunduo/validation';
import type { DraftField, ListingDraftState } from './listing-draft.ts';
import { useDraft, useDraftState } from './use-listing-draft.ts';

/** The id of the control of a path, such as `name.en`. */
export const controlId = (path: string): string => `edit-${path}`;

const fieldOf = (path: string): string => path.split(/[.[]/)[0] ?? path;

/** Errors of one field by path: those of saving win over those of a submission. */
function messagesOf(
  { extra, dirty, errors }: ListingDraftState,
  field: DraftField,
  showMissing: boolean,
): FieldErrors {
  const due = showMissing && !dirty.includes(field) ? extra.checks.flatMap((check) => check.faults) : [];
  const all = [
    ...due.map(({ path, message }): [string, string] => [path, message]).reverse(),
    ...Object.entries(errors),
  ];
  return Object.fromEntries(all.filter(([path]) => fieldOf(path) === field));
}

/** Errors of one field, by path: of saving and, where `showMissing` is set, of a submission. */
export function useFieldError(field: DraftField): (path: string) => string | undefined {
  const { showMissing } = useDraft();
  const textOf = useFieldErrorText();
  const messages = JSON.parse(
    useDraftState((state) => JSON.stringify(messagesOf(state, field, showMissing))),
  ) as FieldErrors;
  return (path) => textOf(messages[path]);
}

/** Focuses the control of a path, or the nearest one that exists. */
export function focusPath(path: string): void {
  const field = fieldOf(path);
  const control =
    document.getElementById(controlId(path)) ??
    document.getElementById(controlId(`${field}.zh`)) ??
    document.getElementById(controlId(field));
  const target = control?.matches('fieldset') ? control.querySelector('input') : control;
  target?.focus();
}
