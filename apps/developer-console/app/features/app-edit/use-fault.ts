import { useSharedWords } from '@yunduo/app-shell';
import type { FieldMessage } from '@yunduo/validation/schemas';
import { useDraft } from './use-draft.ts';

/** The id of the control of a path, such as `name.en`. */
export const controlId = (path: string): string => `edit-${path}`;

/** What is wrong at a path: what keeps it from being saved, or, once asked for, from being handed in. */
export function useFault(): (path: string) => string | undefined {
  const { state, asked } = useDraft();
  const words = useSharedWords('validation');
  return (path) => {
    const [field] = path.split(/[.[]/);
    const due =
      asked && !state.dirty.some((dirty) => dirty === field)
        ? state.checks.flatMap(({ faults }) => faults).find((fault) => fault.path === path)?.message
        : undefined;
    const message = state.faults[path] ?? due;
    if (!message) return undefined;
    // A word that this build does not know comes back as its key.
    const text = words(message as FieldMessage);
    return text === message ? words('field_invalid') : text;
  };
}

/** Puts the focus on the control of a path, or on the nearest one that there is. */
export function focusPath(path: string): void {
  const field = path.split(/[.[]/)[0] ?? path;
  const control =
    document.getElementById(controlId(path)) ??
    document.getElementById(controlId(`${field}.zh`)) ??
    document.getElementById(controlId(field));
  const target = control?.matches('fieldset') ? control.querySelector('input') : control;
  target?.focus();
}
