import { LiveRegion } from '@yunduo/ui';
import type { ReactNode } from 'react';
import { NeedsScript } from '../../forms/needs-script.tsx';
import styles from './newsletter.module.css';

interface LinkPageProps {
  heading: string;
  lead?: string;
  children?: ReactNode;
}

/** One question; its answer takes its place, and is read out. */
export function LinkPage({ heading, lead, children }: LinkPageProps) {
  return (
    <div className={`wrap ${styles.page ?? ''}`}>
      <div className={styles.letter}>
        <LiveRegion role="status" begun className={styles.words}>
          <h1>{heading}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </LiveRegion>
        <NeedsScript />
        {children}
      </div>
    </div>
  );
}
