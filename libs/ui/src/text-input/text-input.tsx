import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icon/icon.tsx';
import styles from './text-input.module.css';

/** The class of a text control, for elements created elsewhere. */
export const inputClass = String(styles.input);

interface TextInputProps extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>;
}

/** A single-line text input. The direction of free text follows what is typed, as in Arabic or Hebrew. */
export function TextInput({ className, ...rest }: TextInputProps) {
  return <input dir={rest.type ? undefined : 'auto'} {...rest} className={cx(inputClass, className)} />;
}

/** A search input with a magnifier icon. */
export function SearchInput({ className, ...rest }: TextInputProps) {
  return (
    <span className={cx(styles.search, className)}>
      <Icon name="search" />
      <input {...rest} type="search" className={inputClass} />
    </span>
  );
}

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** A multi-line text input that the user can make taller. */
export function TextArea({ className, ...rest }: TextAreaProps) {
  return <textarea rows={4} dir="auto" {...rest} className={cx(inputClass, className)} />;
}
