import { join } from '../join.ts';
import styles from './progress.module.css';

interface ProgressProps {
  /** What is under way, for who does not see it. */
  label: string;
  /** 0 to 1; missing while nobody knows. */
  share?: number;
  className?: string;
}

/** How far something has come: the platform's own element, so that it is announced as such. */
export function Progress({ label, share, className }: ProgressProps) {
  return (
    <progress
      className={join(styles.progress, className)}
      aria-label={label}
      max={1}
      value={share === undefined ? undefined : Math.min(1, Math.max(0, share))}
    />
  );
}
