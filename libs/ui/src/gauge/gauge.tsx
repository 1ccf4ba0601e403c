import { cx } from '../cx.ts';
import styles from './gauge.module.css';

interface GaugeProps {
  /** Direction of the king spoke in degrees from the top; null draws a cross for a failed run. */
  bearing?: number | null;
  className?: string;
}

/** A dial of ticks with its spoke, for a periodic action or an empty slot. */
export function Gauge({ bearing = 0, className }: GaugeProps) {
  return (
    <svg
      className={cx(styles.dial, className)}
      viewBox="-50 -50 100 100"
      width="88"
      height="88"
      aria-hidden="true"
    >
      <circle r="40" pathLength="72" strokeWidth="8" strokeDasharray=".4 1.6" />
      {bearing === null ? (
        <path d="M-12-12 12 12M12-12-12 12" />
      ) : (
        <path className={styles.spoke} d="M0-22v-24" transform={bearing ? `rotate(${bearing})` : undefined} />
      )}
    </svg>
  );
}
