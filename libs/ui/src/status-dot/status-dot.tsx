import styles from './status-dot.module.css';

export type StatusTone = 'good' | 'warn' | 'bad' | 'run' | 'none';

/** The shape of a status (disc, diamond, square, ring) before the word for it. */
export function StatusDot({ tone = 'good' }: { tone?: StatusTone }) {
  return <i className={styles.dot} data-tone={tone} aria-hidden="true" />;
}
