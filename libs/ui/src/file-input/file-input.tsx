import { type InputHTMLAttributes, useState } from 'react';
import styles from './file-input.module.css';

interface FileInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  /** The words on its button: the browser's own are in the language of the browser, not of the page. */
  choose: string;
}

/** A file input that shows its button and the chosen file's name, for one file of a form. */
export function FileInput({ choose, onChange, ...props }: FileInputProps) {
  const [name, setName] = useState('');
  return (
    <span className={styles.file}>
      {/* The input lies over both: it takes the press, the dropped file and the focus. */}
      <input
        {...props}
        type="file"
        onChange={(event) => {
          setName(event.target.files?.[0]?.name ?? '');
          onChange?.(event);
        }}
      />
      <span className={styles.button} aria-hidden="true">
        {choose}
      </span>
      <span aria-hidden="true">{name}</span>
    </span>
  );
}
