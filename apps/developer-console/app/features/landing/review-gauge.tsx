import styles from './landing.module.css';

/** The value of the gauge: its hand is at 258° of a turn of three 24-hour days. */
export const HOURS_LEFT = 20;

interface ReviewDialProps {
  className?: string;
  /** Time left, shown in the middle. */
  left?: string;
}

/** Three working days as one turn: the elapsed arc, and the king spoke at the hand's position. */
export function ReviewGauge({ className, left }: ReviewDialProps) {
  return (
    <svg className={className} viewBox="-100 -100 200 200" width="200" height="200" aria-hidden="true">
      <circle r="80" strokeWidth="10" pathLength="72" strokeDasharray=".3 .7" transform="rotate(-90)" />
      <circle
        className={styles.gone}
        r="80"
        strokeWidth="10"
        pathLength="72"
        strokeDasharray="51.6 72"
        transform="rotate(-90)"
      />
      <path strokeWidth="2" d="M0-94v28M81.400 47l-24.200-14M-81.400 47l24.200-14" />
      <path className={styles.king} d="M0-58v-36" transform="rotate(258)" />
      {left && <text y="6">{left}</text>}
    </svg>
  );
}
