import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { keptValues, whenForgotten } from './kept-values.ts';

/** Which fields of a form are kept, and under which name. */
export interface KeptFields<V> {
  name: string;
  fields: readonly (keyof V & string)[];
}

interface FilledForm<V> {
  values: V;
  initialValues: V;
  /** Something was changed. */
  dirty: boolean;
  setValues: (change: (now: V) => V, validate: false) => unknown;
}

/**
 * Fills in what this tab kept of a form before the first picture, and keeps every change from then on. Without `keep` it
 * does nothing. `forget` is for what was sent.
 */
export function useKept<V extends object>(
  { values, initialValues, dirty, setValues }: FilledForm<V>,
  keep: KeptFields<V> | undefined,
): { forget: () => void } {
  const textsOf = (fields: readonly (keyof V)[] = []) =>
    Object.fromEntries(fields.map((field) => [field, String(values[field])]));
  const [kept] = useState(() => keep && keptValues(keep.name, textsOf(keep.fields)));
  const begun = useRef(false);

  const restore = useEffectEvent(() => {
    if (kept) void setValues((now) => ({ ...now, ...kept.read() }), false);
  });
  useLayoutEffect(() => restore(), []);
  useEffect(() => whenForgotten(() => restore()), []);

  const follow = useEffectEvent(() => {
    // What nobody touched is not kept: it may change elsewhere until the form is filled in again.
    if (dirty) kept?.keep(textsOf(keep?.fields.filter((field) => values[field] !== initialValues[field])));
    else kept?.forget();
  });
  useEffect(() => {
    // The first values are those from before anything was filled in.
    if (begun.current) follow();
    begun.current = true;
  }, [values]);

  return { forget: () => kept?.forget() };
}
