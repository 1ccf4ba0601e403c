import { useFieldErrorText } from '@yunduo/app-shell/form-error';
import type { FieldErrors } from '@yunduo/validation';
import type { DraftField, DraftState } from './draft.ts';
import { useDraft, useDraftState } from './use-draft.ts';

/** The id of the control of a path, such as `name.en`. */
export const controlId = (path: string): string => `edit-${path}`;

const fieldOf = (path: string): string => path.split(/[.[]/)[0] ?? path;

/** The messages of one field by path: what keeps it from being saved, over what keeps it from being handed in. */
function messagesOf({ checks, dirty, faults }: DraftState, field: DraftField, asked: boolean): FieldErrors {
  const due = asked && !dirty.includes(field) ? checks.flatMap((check) => check.faults) : [];
  const all = [
    ...due.map(({ path, message }): [string, string] => [path, message]).reverse(),
    ...Object.entries(faults),
  ];
  return Object.fromEntries(all.filter(([path]) => fieldOf(path) === field));
}

/** What is wrong in a field, by path: what keeps it from being saved, or, once asked for, from being handed in. */
export function useFault(field: DraftField): (path: string) => string | undefined {
  const { asked } = useDraft();
  const textOf = useFieldErrorText();
  const messages = JSON.parse(
    useDraftState((state) => JSON.stringify(messagesOf(state, field, asked))),
  ) as FieldErrors;
  return (path) => textOf(messages[path]);
}

/** Puts the focus on the control of a path, or on the nearest one that there is. */
export function focusPath(path: string): void {
  const field = fieldOf(path);
  const control =
    document.getElementById(controlId(path)) ??
    document.getElementById(controlId(`${field}.zh`)) ??
    document.getElementById(controlId(field));
  const target = control?.matches('fieldset') ? control.querySelector('input') : control;
  target?.focus();
}
