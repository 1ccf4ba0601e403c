import { localDraft } from '../drafts/local-draft.ts';

/**
 * Whether a stored value has the shape of a form's or the server's: one of an earlier release, or a damaged one, would
 * break the form on every visit. A value that was empty may have become anything. `empty`: it may also be emptied.
 * Elements of lists are not compared.
 */
export const hasShape = (value: unknown, own: unknown, empty = false): boolean => {
  if (own === null) return true;
  if (value === null) return empty;
  if (typeof value !== typeof own || Array.isArray(value) !== Array.isArray(own)) return false;
  return (
    typeof own !== 'object' ||
    Array.isArray(own) ||
    Object.entries(own as object).every(([key, part]) =>
      hasShape((value as Record<string, unknown>)[key], part, empty),
    )
  );
};

/** A form's initial values, overridden by the fields stored under a draft's name that have the same shape. */
export function readDraft<V extends object>(name: string, initial: V): V {
  const stored = localDraft(name).read();
  const entries = Object.entries(initial).map(([field, value]: [string, unknown]) => [
    field,
    stored[field] !== undefined && hasShape(stored[field], value) ? stored[field] : value,
  ]);
  return Object.fromEntries(entries) as V;
}
