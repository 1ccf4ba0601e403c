import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './page-head.module.css';

interface PageHeadProps {
  title: ReactNode;
  lead?: ReactNode;
  /** The page's main action: a button, a search form. */
  children?: ReactNode;
  className?: string;
}

/** The head of a page, above the heading tape. */
export function PageHead({ title, lead, children, className }: PageHeadProps) {
  return (
    <div className={cx(styles.head, className)}>
      <div>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {children}
    </div>
  );
}
