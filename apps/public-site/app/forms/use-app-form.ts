import type { ApiFailure } from '@yunduo/api-client';
import { afterPaint, painted, showToast, useSharedWords, useShownFailure } from '@yunduo/app-shell';
import { isApiFailure } from '@yunduo/data-access';
import type { FieldMessage } from '@yunduo/validation/schemas';
import { useFormik, yupToFormErrors, type FormikErrors, type FormikValues } from 'formik';
import { useEffect, useState, type ChangeEvent, type FormEvent } from 'react';
import type { ISchema, ValidationError } from 'yup';
import { focusFirstFault } from './focus-first-fault.ts';
import type { FormSchema } from './form-schema.ts';
import { useKept, type KeptFields } from './use-kept.ts';

type NameOf<V> = keyof V & string;

interface AppFormOptions<V extends FormikValues> {
  /** The id of the form element. */
  id: string;
  initialValues: V;
  /** Loads the rules: they come when the form is first touched, since no page needs them before. */
  schema: FormSchema;
  /**
   * Takes the values as the schema casts them. What it rejects with lands on its fields, or in `failure`. Answers false
   * where nothing was sent after all.
   */
  onSubmit: (values: V) => Promise<void | false>;
  /**
   * Fields that this tab keeps under a name until they were sent (`onSubmit` came to its end), over a reload and the way
   * through sign-in. Texts alone, and never a password or a code.
   */
  keep?: KeptFields<V>;
  /** Fields that the call names otherwise: its name → the form's. */
  serverNames?: Readonly<Record<string, NameOf<V>>>;
}

export interface FieldProps {
  name: string;
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  'aria-required'?: true;
}

/** The fault of the form as a whole whose rules did not come: nothing is sent unchecked. */
const UNCHECKED = '';

/** A refusal holds as long as the field says what was refused. `reason` is said where the message says nothing. */
interface Refusal {
  value: unknown;
  message: string;
  reason?: string | undefined;
}
type Refusals<V> = Partial<Record<NameOf<V>, Refusal>>;

/**
 * A form of this site: the rules of `@yunduo/validation` with their words, refusals of the server on their fields,
 * focus on the first fault. It is silent until the first submit and follows every change from then on. A failed
 * submit keeps everything that was typed.
 */
export function useAppForm<V extends FormikValues>(options: AppFormOptions<V>) {
  const { id, initialValues, schema, onSubmit, keep, serverNames } = options;
  const words = useSharedWords('validation');
  const [refusals, setRefusals] = useState<Refusals<V>>({});
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [checks, setChecks] = useState(0);
  const [silent, setSilent] = useState(true);
  const [busy, setBusy] = useState(false);
  /** Fields whose fault the form shows: a refusal of another one belongs to the form as a whole. */
  const [asked] = useState(() => new Set<string>());

  const formik = useFormik<V>({
    initialValues,
    validate: async (values) => {
      const rules = await schema().catch(() => null);
      if (rules) return faultsOf<V>(values, rules);
      showToast({ message: 'server_busy' }, { kind: 'error' });
      setSilent(true);
      return { [UNCHECKED]: UNCHECKED } as FormikErrors<V>;
    },
    // What nobody is told need not be found out with every key.
    validateOnChange: !silent,
    validateOnBlur: false,
    onSubmit: async (values) => {
      setRefusals({});
      setFailure(null);
      try {
        const sent = await onSubmit((await schema()).cast(values) as V);
        if (sent !== false) forget();
      } catch (error) {
        if (!isApiFailure(error)) throw error;
        const refused: Record<string, Refusal> = {};
        // What has a code of its own says more than that a field is wrong.
        const reason = error.code === 'VALIDATION_FAILED' ? undefined : error.msg;
        for (const [theirs, message] of Object.entries(error.data.fields ?? {})) {
          const name: string = serverNames?.[theirs] ?? theirs;
          if (asked.has(name)) refused[name] = { value: values[name], message, reason };
        }
        setRefusals(refused as Refusals<V>);
        setFailure(error);
      }
    },
  });
  const { submitCount } = formik;
  const atFields = Object.keys(refusals).length > 0;
  useShownFailure(atFields ? failure : null);
  const { forget } = useKept(formik, keep);

  useEffect(() => {
    if (!busy && submitCount + checks > 0) focusFirstFault(id);
  }, [id, busy, submitCount, checks]);

  const required = (name: NameOf<V>) =>
    schema.required?.includes(name) ? { 'aria-required': true as const } : {};

  const refuse = (name: NameOf<V>, message: string) => {
    setRefusals((all) => ({ ...all, [name]: { value: formik.values[name], message } }));
    setChecks((count) => count + 1);
  };

  return {
    values: formik.values,
    busy,
    changed: formik.dirty,
    /** What the server refused last, null once it agreed. */
    failure,
    /** The same, unless a field took it: for the form as a whole. */
    fault: atFields ? null : failure,
    /** The fault of one field in the language of the page. */
    errorOf(name: NameOf<V>): string | undefined {
      asked.add(name);
      const own = silent ? undefined : formik.errors[name];
      const refused = refusals[name];
      const message =
        typeof own === 'string' ? own : refused?.value === formik.values[name] ? refused.message : undefined;
      if (!message) return undefined;
      // A word that this build does not know comes back as its key.
      const text = words(message as FieldMessage);
      if (text !== message && message !== 'field_invalid') return text;
      return (typeof own !== 'string' && refused?.reason) || words('field_invalid');
    },
    /** For an input or a text area: name, value, handler, and whether it has to be filled in. */
    field: (name: NameOf<V>): FieldProps => ({
      ...required(name),
      name,
      value: String(formik.values[name]),
      onChange: formik.handleChange,
    }),
    checkbox: (name: NameOf<V>) => ({
      ...required(name),
      name,
      checked: Boolean(formik.values[name]),
      onChange: formik.handleChange,
    }),
    setValue: (name: NameOf<V>, value: unknown) => void formik.setFieldValue(name, value),
    /** Checks one field now, as before a code is sent to it; true when it stands. */
    async check(name: NameOf<V>): Promise<boolean> {
      const faults = await formik.validateForm();
      const fault = faults[name];
      if (typeof fault === 'string') refuse(name, fault);
      return !fault && !(UNCHECKED in faults);
    },
    /** Puts a refusal that another call met on a field. */
    refuse,
    /** Begins anew from these values. */
    reset(values: V) {
      setFailure(null);
      setRefusals({});
      setSilent(true);
      formik.resetForm({ values });
    },
    /** For the form element. */
    form: {
      id,
      // A form sent before the scripts run must not put what was typed into an address.
      method: 'post' as const,
      noValidate: true,
      // What does not come now is asked for again when it is needed.
      onFocus: () => afterPaint(() => void schema().catch(() => undefined)),
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault();
        if (busy) return;
        setSilent(false);
        setBusy(true);
        // The button answers the press; rules and call come after that picture.
        void painted()
          .then(formik.submitForm)
          .finally(() => setBusy(false));
      },
    },
  };
}

export type AppForm<V extends FormikValues> = ReturnType<typeof useAppForm<V>>;

/** As much of a form as a part of it needs that knows only some of its fields. */
export interface FieldForm<V extends FormikValues> {
  field: (name: NameOf<V>) => FieldProps;
  errorOf: (name: NameOf<V>) => string | undefined;
  form: { id: string };
}

async function faultsOf<V extends FormikValues>(
  values: V,
  schema: ISchema<object>,
): Promise<FormikErrors<V>> {
  try {
    // Not Formik's own way: it takes an emptied text for one that is missing.
    await schema.validate(values, { abortEarly: false });
    return {};
  } catch (error) {
    if ((error as ValidationError).name !== 'ValidationError') throw error;
    return yupToFormErrors<V>(error);
  }
}
