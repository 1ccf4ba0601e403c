import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { cx } from '../cx.ts';
import styles from './checkbox.module.css';

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** The label; links in it stay links. */
  children: ReactNode;
  error?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A checkbox with its label and error. */
export function Checkbox({ children, error, className, ...rest }: CheckboxProps) {
  const own = useId();
  const errorId = `${rest.id ?? own}-error`;
  return (
    <div className={className}>
      <label className={styles.check}>
        <input
          {...rest}
          type="checkbox"
          aria-invalid={error ? true : rest['aria-invalid']}
          aria-describedby={cx(rest['aria-describedby'], error ? errorId : undefined)}
        />
        <span>{children}</span>
      </label>
      {error && (
        <p className={styles.error} id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}
