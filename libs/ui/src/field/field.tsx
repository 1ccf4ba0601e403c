import { useId, type ReactNode } from 'react';
import { join } from '../join.ts';
import styles from './field.module.css';

/** What a control needs so that its label, hint and fault belong to it. */
export interface ControlProps {
  id: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  'aria-required'?: true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and what to do; the hint stays, since it says how to do it. */
  error?: ReactNode;
  /** Has to be filled in; where a form's hook knows it, `form.field()` says so. */
  required?: boolean;
  /** Stands at the end of the label's line, such as a counter. */
  aside?: ReactNode;
  /** To put the focus on the first fault; made up when missing. */
  id?: string;
  children: (control: ControlProps) => ReactNode;
}

/** Label, control, hint or fault: `<Field label="E-mail">{(control) => <TextInput {...control} />}</Field>`. */
export function Field({ label, hint, error, required, aside, id, children }: FieldProps) {
  const own = useId();
  const control = id ?? own;
  const hintId = `${control}-hint`;
  const errorId = `${control}-error`;
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={control}>{label}</label>
        {aside}
      </div>
      {children({
        id: control,
        'aria-describedby': join(error ? errorId : undefined, hint ? hintId : undefined),
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {error && (
        <p className={styles.error} id={errorId}>
          {error}
        </p>
      )}
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Controls side by side under one label: an input and its button. */
export function ControlRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
