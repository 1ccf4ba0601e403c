import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react';
import { join } from '../join.ts';
import { Icon } from '../icon/icon.tsx';
import styles from './text-input.module.css';

/** The look of a text control, for what has to be made elsewhere. */
export const inputClass = String(styles.input);

interface TextInputProps extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>;
}

/** One line of text. */
export function TextInput({ className, ...rest }: TextInputProps) {
  return <input {...rest} className={join(inputClass, className)} />;
}

/** One line of text to search with, under its magnifier. */
export function SearchInput({ className, ...rest }: TextInputProps) {
  return (
    <span className={join(styles.search, className)}>
      <Icon name="search" />
      <input {...rest} type="search" className={inputClass} />
    </span>
  );
}

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text; the reader may make it taller. */
export function TextArea({ className, ...rest }: TextAreaProps) {
  return <textarea rows={4} {...rest} className={join(inputClass, className)} />;
}
