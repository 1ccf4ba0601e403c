import type { ApiFailure } from '@yunduo/api-client';
import { isApiFailure } from '@yunduo/data-access';
import { fieldErrors, type FormRules } from '@yunduo/validation';
import type { i18n } from 'i18next';
import { getIn, setIn, useFormik, type FormikErrors, type FormikValues } from 'formik';
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
import { afterNextPaint, nextPaint } from '../common/next-paint.ts';
import { localDraft, onDraftsRemoved } from '../drafts/local-draft.ts';
import { useShownFailure } from '../errors/shown-failures.ts';
import { useI18n } from '../i18n/use-translations.ts';
import { hideToast, showToast, toastStore } from '../toasts/toast-store.ts';
import { focusFirstError, useFieldErrorText } from './form-error.tsx';
import { readDraft } from './read-draft.ts';

type NameOf<V> = keyof V & string;
/** A field, or a path into it, such as `name.en` and `changes[0].kind`. */
type PathOf<V> = NameOf<V> | `${NameOf<V>}${'.' | '['}${string}`;

/**
 * Loads the form's yup schema at the first touch, and adds the messages of its rules to the words of the page.
 * Required fields are known before that.
 */
export interface FormSchema<S = FormRules> {
  (words: i18n | null): Promise<S>;
  required?: readonly string[];
}

interface FormOptions<V extends FormikValues> {
  /** The id of the form element; a React id by default. */
  id?: string;
  initialValues: V;
  /**
   * The values, if they are stored elsewhere, as in a draft that saves itself: the form shows, validates and submits
   * them, and reports each change.
   */
  source?: { values: V; change: (part: Partial<V>) => void };
  schema: FormSchema;
  /**
   * Receives the values cast by the schema. Its rejection is shown at the fields or as `error`. Returns false
   * if nothing was sent.
   */
  onSubmit: (values: V) => Promise<void | false>;
  /** Handles a rejection that does not concern the input: returns true once it is shown elsewhere. */
  onConflict?: (failure: ApiFailure) => boolean;
  /**
   * Stores the input in this tab until it is sent (`onSubmit` fulfilled): all fields, or those listed. Never
   * a password or a code. `revision`: of the row that is edited, for `draftRevision`. null: there is nothing but
   * passwords, codes and choices to type again, or the page stores the input itself.
   */
  draft: { key: string; fields?: readonly NameOf<V>[]; revision?: number | string | undefined } | null;
  /** Fields that the call names differently: its path → the form's. */
  serverNames?: Readonly<Record<string, PathOf<V>>>;
}

export interface FieldProps {
  name: string;
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  'aria-required'?: true;
}

/** The error of a form whose schema failed to load: nothing is sent without validation. */
const UNCHECKED = '';

/**
 * A rejection applies while the field has the rejected value. `reason` is shown if the message says nothing
 * specific.
 */
interface Rejection {
  value: unknown;
  message: string;
  reason?: string | undefined;
}

/**
 * The only way to write a form: Formik, a yup schema of `@yunduo/validation`, server errors at their fields,
 * focus on the first error. No messages before the first submit, then validation on every change. A failed
 * submit keeps all input.
 */
export function useForm<V extends FormikValues>(options: FormOptions<V>) {
  const { initialValues, source, onSubmit, onConflict, draft, serverNames } = options;
  const words = useI18n();
  const rules = () => options.schema(words);
  const ownId = useId();
  const id = options.id ?? ownId;
  const textOf = useFieldErrorText();
  const [rejections, setRejections] = useState<Partial<Record<string, Rejection>>>({});
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [checks, setChecks] = useState(0);
  const [silent, setSilent] = useState(true);
  const [busy, setBusy] = useState(false);
  /** Paths whose errors the form shows. A rejection at another path belongs to the whole form. */
  const [shownPaths] = useState(() => new Set<string>());

  const formik = useFormik<V>({
    initialValues,
    validate: async (values) => {
      const schema = await rules().catch(() => null);
      // Flat by path: the form reads errors by path, and Formik only counts them.
      if (schema) return (await fieldErrors(schema, values)) as FormikErrors<V>;
      showToast({ message: 'server_busy' }, { kind: 'error' });
      setSilent(true);
      return { [UNCHECKED]: UNCHECKED } as FormikErrors<V>;
    },
    // Skips validation on every key while no errors are shown.
    validateOnChange: !silent,
    validateOnBlur: false,
    onSubmit: async (values) => {
      setRejections({});
      setFailure(null);
      try {
        const sent = await onSubmit((await rules()).cast(values) as V);
        if (sent !== false) removeDraft();
      } catch (error) {
        if (!isApiFailure(error)) throw error;
        if (onConflict?.(error)) return;
        const rejected: Record<string, Rejection> = {};
        // A specific error code says more than that a field is wrong.
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
  const values = source?.values ?? formik.values;
  const valueOf = (path: string): unknown => getIn(values, path);
  const follow = useEffectEvent(() => {
    if (source && source.values !== formik.values) void formik.setValues(source.values, !silent);
  });
  useLayoutEffect(() => follow(), [source?.values]);
  const setValue = (path: PathOf<V>, value: unknown): void => {
    if (!source) return void formik.setFieldValue(path, value);
    const [name = ''] = path.split(/[.[]/);
    source.change({ [name]: (setIn(values, path, value) as V)[name] as unknown } as Partial<V>);
  };
  const atFields = Object.keys(rejections).length > 0;
  useShownFailure(atFields ? failure : null);
  const removeDraft = useFormDraft(formik, draft);

  useEffect(() => {
    if (!busy && submitCount + checks > 0) focusFirstError(id);
  }, [id, busy, submitCount, checks]);

  const required = (name: string) =>
    options.schema.required?.includes(name) ? { 'aria-required': true as const } : {};

  const reject = (name: NameOf<V>, message: string) => {
    setRejections((all) => ({ ...all, [name]: { value: valueOf(name), message } }));
    setChecks((count) => count + 1);
  };

  const submit = (): void => {
    if (busy) return;
    const halfTyped = halfTypedField(id);
    if (halfTyped && shownPaths.has(halfTyped)) return reject(halfTyped as NameOf<V>, 'field_invalid');
    // An earlier try's error says nothing of this one.
    if (toastStore.get()?.kind === 'error') hideToast();
    setSilent(false);
    setBusy(true);
    // The button responds first; validation and call start after that frame.
    void nextPaint()
      .then(formik.submitForm)
      .finally(() => setBusy(false));
  };

  return {
    values,
    busy,
    changed: formik.dirty,
    /** The server's last rejection; null after it accepted. */
    failure,
    /** The same, unless it is shown at a field: for `FormError`. */
    error: atFields ? null : failure,
    /** The error of one field, or of a path into it, in the page's language. */
    errorOf(path: PathOf<V>): string | undefined {
      shownPaths.add(path);
      const own = silent ? undefined : (formik.errors as Partial<Record<string, string>>)[path];
      if (own) return textOf(own);
      const rejected = rejections[path];
      return rejected && rejected.value === valueOf(path)
        ? textOf(rejected.message, rejected.reason)
        : undefined;
    },
    /** Props of an input or text area: name, value, handlers, and whether it is required. */
    field: (path: PathOf<V>): FieldProps => ({
      ...required(path),
      name: path,
      value: String(valueOf(path)),
      onChange: source ? ({ target }) => setValue(path, target.value) : formik.handleChange,
    }),
    checkbox: (name: NameOf<V>) => ({
      ...required(name),
      name,
      checked: Boolean(formik.values[name]),
      onChange: formik.handleChange,
    }),
    setValue,
    /** Validates one field now, as before sending a code to it; true if it is valid. */
    async check(name: NameOf<V>): Promise<boolean> {
      const errors = await formik.validateForm();
      const message = errors[name];
      if (typeof message === 'string') reject(name, message);
      return !message && !(UNCHECKED in errors);
    },
    /** Adds the rejection of another call to a field. */
    reject,
    /** Resets the form to these values. */
    reset(values: V) {
      setFailure(null);
      setRejections({});
      setSilent(true);
      formik.resetForm({ values });
    },
    /** For a nested form, which HTML does not allow: its button calls this. */
    submit,
    /** For a button that discards the input. */
    removeDraft,
    /** Props of the form element. */
    form: {
      id,
      // A submit before hydration must not put input into the address.
      method: 'post' as const,
      noValidate: true,
      // A schema that failed to load is requested again when it is needed.
      onFocus: () => afterNextPaint(() => void rules().catch(() => undefined)),
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault();
        submit();
      },
    },
  };
}

export type Form<V extends FormikValues> = ReturnType<typeof useForm<V>>;

/** The part of a form that a component with only some of its fields needs. */
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

/** The name of a field whose date is half typed: its value reads as empty, which may mean “now” or “never”. */
const halfTypedField = (id: string): string | undefined =>
  [...(document.getElementById(id)?.querySelectorAll('input') ?? [])].find(
    ({ type, validity }) => type.startsWith('date') && validity.badInput,
  )?.name;

/** Stored beside the fields of a draft. */
const REVISION = '@revision';

/**
 * The revision of the row on which a stored draft was typed; without a draft `current`. An editor that restores the
 * draft saves with it: a colleague's change in between is then reported as a conflict, not overwritten silently.
 */
export function draftRevision<R extends number | string>(key: string, current: R): R {
  const revision = localDraft(key).read()[REVISION];
  return typeof revision === typeof current ? (revision as R) : current;
}

/**
 * Restores a form's draft before the first paint and saves every change from then on. Returns its removal.
 */
function useFormDraft<V extends FormikValues>(
  { values, initialValues, dirty, setValues }: FilledForm<V>,
  options: FormOptions<V>['draft'],
): () => void {
  const [draft] = useState(() => options && localDraft(options.key));
  const started = useRef(false);
  /** Keeps strings: Formik turns the input of a number field into a number. */
  const valueOf = (field: NameOf<V>): unknown =>
    typeof initialValues[field] === 'string' ? String(values[field]) : values[field];
  const pick = (fields: readonly NameOf<V>[] = Object.keys(values)) =>
    Object.fromEntries(fields.map((field) => [field, valueOf(field)]));
  const [initial] = useState(() => pick(options?.fields));

  const restore = useEffectEvent(() => {
    if (options) void setValues((now) => ({ ...now, ...readDraft(options.key, initial) }), false);
  });
  useLayoutEffect(() => restore(), []);
  useEffect(() => onDraftsRemoved(() => restore()), []);

  const save = useEffectEvent(() => {
    // An untouched field is not stored: its initial value may change before the form is opened again.
    if (dirty) {
      const changed = Object.keys(initial).filter((field) => values[field] !== initialValues[field]);
      draft?.save({ ...pick(changed), [REVISION]: options?.revision });
    } else draft?.remove();
  });
  useEffect(() => {
    // The initial values are those from before the restore.
    if (started.current) save();
    started.current = true;
  }, [values, options?.revision]);

  return () => draft?.remove();
}
