import styles from './steps.module.css';

interface StepsProps {
  label: string;
  steps: readonly string[];
  /** Index of the current step; `steps.length` if all are done. */
  current: number;
  /** For screen readers, after a completed step. */
  doneLabel: string;
}

/** Progress through a few steps. */
export function Steps({ label, steps, current, doneLabel }: StepsProps) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          data-done={index < current || undefined}
        >
          {step}
          {index < current && <span className="sr"> {doneLabel}</span>}
        </li>
      ))}
    </ol>
  );
}
