import styles from './loading-bar.module.css';

export type LoadingState = 'hidden' | 'loading' | 'finished' | 'error';

interface LoadingBarViewProps {
  label: string;
  state: LoadingState;
  /** 0 to 100. */
  progress: number;
}

/** The 3px bar at the top of the page. Hidden, it stays mounted so that it can fade. */
export function LoadingBarView({ label, state, progress }: LoadingBarViewProps) {
  return (
    <progress
      className={styles.bar}
      data-state={state}
      max={100}
      value={progress}
      aria-label={label}
      aria-hidden={state === 'hidden' || undefined}
    />
  );
}
