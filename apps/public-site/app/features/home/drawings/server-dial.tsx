import { useWords } from '../../../shell/words.ts';
import styles from './server-dial.module.css';

/** Ninety-six servers on a dial: a mark each, and the two that need somebody stand out. */
export function ServerDial() {
  const t = useWords('home');
  return (
    <svg
      className={styles.dial}
      viewBox="-180 -180 360 360"
      width="360"
      height="360"
      role="img"
      aria-label={t('dial.alt')}
    >
      <circle className={styles.ring} r="140" pathLength="960" strokeDasharray="2 8" />
      <circle className={styles.inner} r="104" />
      <path className={styles.warn} d="M0-126v-34" transform="rotate(82.5)" />
      <path className={styles.bad} d="M0-126v-48" transform="rotate(-37.5)" />
      <g className={styles.seek}>
        <path className={styles.needle} d="M0-68v-36" transform="rotate(-37.5)" />
      </g>
      <text y="10">96</text>
      <text className={styles.small} y="38">
        {t('dial.healthy')}
      </text>
    </svg>
  );
}
