import { cx } from '../cx.ts';
import styles from './progress.module.css';

interface ProgressProps {
  /** The accessible name of the action in progress. */
  label: string;
  /** 0 to 1; undefined while unknown. */
  share?: number;
  className?: string;
}

/** A progress bar: the native element, so that screen readers announce it as such. */
export function Progress({ label, share, className }: ProgressProps) {
  return (
    <progress
      className={cx(styles.progress, className)}
      aria-label={label}
      max={1}
      value={share === undefined ? undefined : Math.min(1, Math.max(0, share))}
    />
  );
}
