import styles from './steps.module.css';

interface StepsProps {
  label: string;
  steps: readonly string[];
  /** Index of the step being done; `steps.length` when all are. */
  current: number;
  /** Read out after a step that is done. */
  doneLabel: string;
}

/** Where one stands on a way of a few steps. */
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
