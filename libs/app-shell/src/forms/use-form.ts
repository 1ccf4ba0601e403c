import type { ApiFailure } from '@yunduo/api-client';
import { isApiFailure } from '@yunduo/data-access';
import { fieldErrors, type FormRules } from '@yunduo/validation';
import { getIn, useFormik, type FormikErrors, type FormikValues } from 'formik';
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type FormEvent,
} from 'react';
import { afterPaint, painted } from '../common/after-paint.ts';
import { localDraft, onDraftsRemoved } from '../drafts/local-draft.ts';
import { useShownFailure } from '../errors/shown-failures.ts';
import { showToast } from '../toasts/toast-store.ts';
import { focusFirstError, useFieldErrorText } from './form-error.tsx';

type NameOf<V> = keyof V & string;
/** A field, or a path into it, such as `name.en`. */
type PathOf<V> = NameOf<V> | `${NameOf<V>}.${string}`;

/** Loads the yup schema of a form when it is first touched. Which fields are required is known before that. */
export interface FormSchema<S = FormRules> {
  (): Promise<S>;
  required?: readonly string[];
}

interface FormOptions<V extends FormikValues> {
  /** The id of the form element; by default one of React's. */
  id?: string;
  initialValues: V;
  schema: FormSchema;
  /**
   * Takes the values as the schema casts them. What it rejects with is shown at its fields, or is `error`. Answers false
   * where nothing was sent after all.
   */
  onSubmit: (values: V) => Promise<void | false>;
  /** A rejection that is not about what was typed: returns true once it has been shown elsewhere. */
  onConflict?: (failure: ApiFailure) => boolean;
  /**
   * Stores what was typed in this tab until it is sent (`onSubmit` came to its end): all fields, or those named. Never a
   * password or a code.
   */
  draft?: { key: string; fields?: readonly NameOf<V>[] };
  /** Fields that the call names otherwise: its name → the form's. */
  serverNames?: Readonly<Record<string, NameOf<V>>>;
}

export interface FieldProps {
  name: string;
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  'aria-required'?: true;
}

/** The error of a form whose schema could not be loaded: nothing is sent unchecked. */
const UNCHECKED = '';

/** A rejection holds as long as the field has the rejected value. `reason` is shown where the message says nothing. */
interface Rejection {
  value: unknown;
  message: string;
  reason?: string | undefined;
}

/**
 * The one way to write a form: Formik, a yup schema of `@yunduo/validation`, errors of the server at their fields, focus
 * on the first error. Silent until the first submit, then validated with every change. A failed submit loses nothing
 * that was typed.
 */
export function useForm<V extends FormikValues>(options: FormOptions<V>) {
  const { initialValues, schema, onSubmit, onConflict, draft, serverNames } = options;
  const ownId = useId();
  const id = options.id ?? ownId;
  const textOf = useFieldErrorText();
  const [rejections, setRejections] = useState<Partial<Record<string, Rejection>>>({});
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [checks, setChecks] = useState(0);
  const [silent, setSilent] = useState(true);
  const [busy, setBusy] = useState(false);
  /** Paths whose error the form shows: a rejection of another one belongs to the form as a whole. */
  const [shownPaths] = useState(() => new Set<string>());

  const formik = useFormik<V>({
    initialValues,
    validate: async (values) => {
      const rules = await schema().catch(() => null);
      // By path, not nested: the form asks for them by path, and Formik only counts them.
      if (rules) return (await fieldErrors(rules, values)) as FormikErrors<V>;
      showToast({ message: 'server_busy' }, { kind: 'error' });
      setSilent(true);
      return { [UNCHECKED]: UNCHECKED } as FormikErrors<V>;
    },
    // Errors that are not shown need not be computed with every key.
    validateOnChange: !silent,
    validateOnBlur: false,
    onSubmit: async (values) => {
      setRejections({});
      setFailure(null);
      try {
        const sent = await onSubmit((await schema()).cast(values) as V);
        if (sent !== false) removeDraft();
      } catch (error) {
        if (!isApiFailure(error)) throw error;
        if (onConflict?.(error)) return;
        const rejected: Record<string, Rejection> = {};
        // An error with a code of its own says more than that a field is wrong.
        const reason = error.code === 'VALIDATION_FAILED' ? undefined : error.msg;
        for (const [theirs, message] of Object.entries(error.data.fields ?? {})) {
          const path: string = serverNames?.[theirs] ?? theirs;
          if (shownPaths.has(path))
            rejected[path] = { value: getIn(values, path) as unknown, message, reason };
        }
        setRejections(rejected);
        setFailure(error);
      }
    },
  });
  const { submitCount } = formik;
  const valueOf = (path: string): unknown => getIn(formik.values, path);
  const atFields = Object.keys(rejections).length > 0;
  useShownFailure(atFields ? failure : null);
  const removeDraft = useFormDraft(formik, draft);

  useEffect(() => {
    if (!busy && submitCount + checks > 0) focusFirstError(id);
  }, [id, busy, submitCount, checks]);

  const required = (name: string) =>
    schema.required?.includes(name) ? { 'aria-required': true as const } : {};

  const reject = (name: NameOf<V>, message: string) => {
    setRejections((all) => ({ ...all, [name]: { value: valueOf(name), message } }));
    setChecks((count) => count + 1);
  };

  const submit = (): void => {
    if (busy) return;
    setSilent(false);
    setBusy(true);
    // The button answers the press; validation and call come after that frame.
    void painted()
      .then(formik.submitForm)
      .finally(() => setBusy(false));
  };

  return {
    values: formik.values,
    busy,
    changed: formik.dirty,
    /** The last rejection of the server, null once it agreed. */
    failure,
    /** The same, unless it is shown at a field: for `FormError`. */
    error: atFields ? null : failure,
    /** The error of one field, or of a path into it, in the language of the page. */
    errorOf(path: PathOf<V>): string | undefined {
      shownPaths.add(path);
      const own = silent ? undefined : (formik.errors as Partial<Record<string, string>>)[path];
      if (own) return textOf(own);
      const rejected = rejections[path];
      return rejected && rejected.value === valueOf(path)
        ? textOf(rejected.message, rejected.reason)
        : undefined;
    },
    /** For an input or a text area: name, value, handler, and whether it is required. */
    field: (path: PathOf<V>): FieldProps => ({
      ...required(path),
      name: path,
      value: String(valueOf(path)),
      onChange: formik.handleChange,
    }),
    checkbox: (name: NameOf<V>) => ({
      ...required(name),
      name,
      checked: Boolean(formik.values[name]),
      onChange: formik.handleChange,
    }),
    setValue: (name: NameOf<V>, value: unknown) => void formik.setFieldValue(name, value),
    /** Validates one field now, as before a code is sent to it; true when it is valid. */
    async check(name: NameOf<V>): Promise<boolean> {
      const errors = await formik.validateForm();
      const message = errors[name];
      if (typeof message === 'string') reject(name, message);
      return !message && !(UNCHECKED in errors);
    },
    /** Puts a rejection of another call on a field. */
    reject,
    /** Starts over from these values. */
    reset(values: V) {
      setFailure(null);
      setRejections({});
      setSilent(true);
      formik.resetForm({ values });
    },
    /** For a form within another one, which HTML does not allow: its button calls it. */
    submit,
    /** For a button that discards what was typed. */
    removeDraft,
    /** For the form element. */
    form: {
      id,
      // A form sent before the scripts run must not put what was typed into an address.
      method: 'post' as const,
      noValidate: true,
      // A schema that does not come now is requested again when it is needed.
      onFocus: () => afterPaint(() => void schema().catch(() => undefined)),
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault();
        submit();
      },
    },
  };
}

export type Form<V extends FormikValues> = ReturnType<typeof useForm<V>>;

/** As much of a form as a part of it needs that knows only some of its fields. */
export interface FieldForm<V extends FormikValues> {
  field: (name: NameOf<V>) => FieldProps;
  errorOf: (name: NameOf<V>) => string | undefined;
  form: { id: string };
}

interface FilledForm<V> {
  values: V;
  initialValues: V;
  dirty: boolean;
  setValues: (change: (now: V) => V, validate: false) => unknown;
}

/** Restores the draft of a form before the first paint and saves every change from then on. Returns its removal. */
function useFormDraft<V extends FormikValues>(
  { values, initialValues, dirty, setValues }: FilledForm<V>,
  options: FormOptions<V>['draft'],
): () => void {
  const [draft] = useState(() => options && localDraft(options.key));
  const started = useRef(false);
  /** A text stays one: Formik turns what is typed into a number field into a number. */
  const valueOf = (field: NameOf<V>): unknown =>
    typeof initialValues[field] === 'string' ? String(values[field]) : values[field];
  const pick = (fields: readonly NameOf<V>[] = Object.keys(values)) =>
    Object.fromEntries(fields.map((field) => [field, valueOf(field)]));
  const [initial] = useState(() => pick(options?.fields));

  const restore = useEffectEvent(() => {
    if (draft) void setValues((now) => ({ ...now, ...draft.readInto(initial) }), false);
  });
  useLayoutEffect(() => restore(), []);
  useEffect(() => onDraftsRemoved(() => restore()), []);

  const save = useEffectEvent(() => {
    // An untouched field is not stored: it may change elsewhere until the form is filled in again.
    if (dirty)
      draft?.save(pick(Object.keys(initial).filter((field) => values[field] !== initialValues[field])));
    else draft?.remove();
  });
  useEffect(() => {
    // The first values are those from before anything was restored.
    if (started.current) save();
    started.current = true;
  }, [values]);

  return () => draft?.remove();
}
