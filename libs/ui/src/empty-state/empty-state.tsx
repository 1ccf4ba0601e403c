import type { ReactNode } from 'react';
import { Gauge } from '../gauge/gauge.tsx';
import { LiveRegion } from '../live-region/live-region.tsx';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  title: ReactNode;
  /** What belongs here, or what failed and what still works. */
  children?: ReactNode;
  /** The next step: a button or a link. */
  action?: ReactNode;
  /** It is empty because of a failure. */
  failed?: boolean;
  /** The heading level for the surrounding page: `h1` if it is the whole page. */
  as?: 'h1' | 'h2' | 'h3';
}

/** An empty list offers the next step; a failed one says what still works. */
export function EmptyState({ title, children, action, failed = false, as: Title = 'h2' }: EmptyStateProps) {
  const content = (
    <>
      <Gauge bearing={failed ? null : 0} />
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {action}
    </>
  );
  if (!failed) return <div className={styles.empty}>{content}</div>;
  return (
    <LiveRegion role="alert" className={styles.empty}>
      {content}
    </LiveRegion>
  );
}
