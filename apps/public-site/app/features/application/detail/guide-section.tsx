import type { ReactNode } from 'react';
import styles from './guide-page.module.css';

interface GuideSectionProps {
  /** The anchor that the contents lead to. */
  id: string;
  heading: string;
  children: ReactNode;
}

/** A part of the guide, under its heading. */
export function GuideSection({ id, heading, children }: GuideSectionProps) {
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-h`}>
      <h2 id={`${id}-h`}>{heading}</h2>
      {children}
    </section>
  );
}
