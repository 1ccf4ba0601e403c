import type { ReactNode } from 'react';
import { NeedsScript } from '../../forms/needs-script.tsx';
import styles from './subscribe.module.css';

interface LetterProps {
  heading: string;
  lead?: string;
  /** It took the place of the question: read out. */
  news?: boolean;
  children?: ReactNode;
}

/** One question, or its answer. */
export function Letter({ heading, lead, news, children }: LetterProps) {
  return (
    <div className={`wrap ${styles.page ?? ''}`}>
      <div className={styles.letter} role={news ? 'status' : undefined}>
        <h1>{heading}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        <NeedsScript />
        {children}
      </div>
    </div>
  );
}
