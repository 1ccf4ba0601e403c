import { useId, type ReactNode } from 'react';
import styles from './side-section.module.css';

/** A section of the side column: a heading under a rule, without a box. */
export function SideSection({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {children}
    </section>
  );
}
