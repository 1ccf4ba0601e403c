import type { Ref, SelectHTMLAttributes } from 'react';
import { cx } from '../cx.ts';
import { inputClass } from '../text-input/text-input.tsx';
import styles from './select.module.css';

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  ref?: Ref<HTMLSelectElement>;
}

/** The native select with our styles: it works before scripts run and opens as the system does. */
export function Select({ className, ...rest }: SelectProps) {
  return (
    <span className={cx(styles.select, className)}>
      <select {...rest} className={inputClass} />
    </span>
  );
}
