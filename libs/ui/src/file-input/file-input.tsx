import type { InputHTMLAttributes } from 'react';
import styles from './file-input.module.css';

/** A file input that shows its button and the chosen file's name, for one file of a form. */
export function FileInput(props: Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'>) {
  return <input {...props} type="file" className={styles.file} />;
}
