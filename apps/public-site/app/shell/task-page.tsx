import type { ReactNode } from 'react';
import styles from './task-page.module.css';

interface TaskPageProps {
  children: ReactNode;
  beside: BesideProps;
}

interface BesideProps {
  heading: string;
  items: readonly { term: string; text: ReactNode }[];
  /** Index of the current item, where the items are steps. */
  current?: number;
}

/** A page with one task: sign-in, a device's code, an email's link. What helps with it stands beside it. */
export function TaskPage({ children, beside: { heading, items, current } }: TaskPageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.task}>{children}</div>
      <aside className={styles.beside}>
        <h2>{heading}</h2>
        <dl data-steps={current === undefined ? undefined : ''}>
          {items.map(({ term, text }, index) => (
            <div key={term} aria-current={index === current ? 'step' : undefined}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </aside>
    </div>
  );
}
