import type { ReactNode } from 'react';
import styles from './timeline.module.css';

export interface TimelineEvent {
  key: string | number;
  title: ReactNode;
  /** ISO 8601. */
  at: string;
  /** The same time in readable form. */
  when: string;
  /** Details. */
  children?: ReactNode;
  tone?: 'good' | 'warn' | 'bad';
}

/** Events, newest first. */
export function Timeline({ label, events }: { label: string; events: readonly TimelineEvent[] }) {
  return (
    <ol className={styles.timeline} aria-label={label} reversed>
      {events.map(({ key, title, at, when, children, tone }) => (
        <li key={key} data-tone={tone}>
          <p className={styles.title}>{title}</p>
          <time dateTime={at}>{when}</time>
          {children}
        </li>
      ))}
    </ol>
  );
}
