import styles from './countdown.module.css';

interface CountdownProps {
  /** The whole time as a sentence for screen readers: "Ends in 3 days 14 hours 25 minutes". */
  label: string;
  parts: readonly { value: number; unit: string }[];
}

/** The remaining time in days, hours and minutes. */
export function Countdown({ label, parts }: CountdownProps) {
  return (
    <div className={styles.countdown} role="timer" aria-label={label}>
      {parts.map(({ value, unit }) => (
        <span key={unit} aria-hidden="true">
          <b translate="no">{String(value).padStart(2, '0')}</b>
          {unit}
        </span>
      ))}
    </div>
  );
}
