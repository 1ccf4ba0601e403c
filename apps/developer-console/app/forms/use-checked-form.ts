import type { ApiFailure } from '@yunduo/api-client';
import { afterPaint, painted, showToast, useSharedWords, useShownFailure } from '@yunduo/app-shell';
import { isApiFailure } from '@yunduo/data-access';
import type { FieldMessage } from '@yunduo/validation/schemas';
import { useEffect, useId, useState, type FormEvent } from 'react';
import type { ISchema } from 'yup';
import { faultsOf, type Faults } from './faults-of.ts';
import { focusFirstFault } from './focus-first-fault.ts';
import { keptForm } from './kept-form.ts';
import { tellMovedOn } from './moved-on.ts';

interface CheckedFormOptions<V extends object> {
  initialValues: V;
  /** Loads the rules: they come when the form is first touched. */
  schema: () => Promise<ISchema<object>>;
  /** What it rejects with lands on its fields, or in `fault`. */
  onSubmit: (values: V) => Promise<void>;
  /** Under which name this tab keeps what is typed, until it is sent or given up. */
  keep?: string;
}

/**
 * A form whose values may be nested: `errorOf('description.en')`. Silent until the first submit; then each change is
 * checked anew. What was typed survives every refusal, and the focus goes to the first fault.
 */
export function useCheckedForm<V extends object>({
  initialValues,
  schema,
  onSubmit,
  keep,
}: CheckedFormOptions<V>) {
  const id = useId();
  const words = useSharedWords('validation');
  const [kept] = useState(() => (keep === undefined ? null : keptForm(keep)));
  const [values, setValues] = useState<V>(() => ({ ...initialValues, ...kept?.read(initialValues) }));
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [asked, setAsked] = useState(0);
  const [busy, setBusy] = useState(false);
  /** Fields whose fault the form shows: a refusal of another one belongs to the form as a whole. */
  const [shownFields] = useState(() => new Set<string>());

  useEffect(() => {
    if (asked > 0 && !busy) focusFirstFault(id);
  }, [id, asked, busy]);

  /** Null when they did not come: they are asked for again. */
  const load = () => schema().catch(() => null);

  const change = (part: Partial<V>) => {
    const next = { ...values, ...part };
    setValues(next);
    kept?.keep(next);
    if (asked > 0) void load().then(async (rules) => rules && setFaults(await faultsOf(rules, next)));
  };

  const send = async () => {
    // The button answers the press; rules and call come after that picture.
    await painted();
    const rules = await load();
    // Nothing is sent unchecked.
    if (!rules) return showToast({ message: 'server_busy' }, { kind: 'error' });
    const found = await faultsOf(rules, values);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    try {
      await onSubmit(values);
      kept?.forget();
      setFailure(null);
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      if (tellMovedOn(error)) return;
      setFailure(error);
      setFaults((error.data.fields ?? {}) as Faults);
    }
  };

  const submit = (): void => {
    if (busy) return;
    setBusy(true);
    void send().finally(() => {
      setBusy(false);
      setAsked((count) => count + 1);
    });
  };

  const fields = Object.keys(failure?.data.fields ?? {});
  const atFields = failure !== null && fields.some((path) => shownFields.has(path));
  useShownFailure(atFields ? failure : null);

  return {
    values,
    change,
    busy,
    /** For a form within another one, which HTML does not know: its button calls it. */
    submit,
    /** For who gives up what they typed. */
    forget: () => kept?.forget(),
    /** What the server refused as a whole; a refusal of single fields stands at them. */
    fault: atFields ? null : failure,
    errorOf(path: string): string | undefined {
      shownFields.add(path);
      const message = faults[path];
      if (!message) return undefined;
      // A word that this build does not know comes back as its key.
      const text = words(message as FieldMessage);
      return text === message ? words('field_invalid') : text;
    },
    form: {
      id,
      method: 'post' as const,
      noValidate: true,
      onFocus: () => afterPaint(() => void load()),
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault();
        submit();
      },
    },
  };
}
