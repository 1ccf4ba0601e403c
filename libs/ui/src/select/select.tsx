import type { Ref, SelectHTMLAttributes } from 'react';
import { join } from '../join.ts';
import { inputClass } from '../text-input/text-input.tsx';
import styles from './select.module.css';

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  ref?: Ref<HTMLSelectElement>;
}

/** The browser's own select under our look: it works before any script and opens as each system does. */
export function Select({ className, ...rest }: SelectProps) {
  return (
    <span className={join(styles.select, className)}>
      <select {...rest} className={inputClass} />
    </span>
  );
}
