import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './description-list.module.css';

export interface Fact {
  term: string;
  value: ReactNode;
  /** A number, version or size, in the mono font. */
  num?: boolean;
}

interface DescriptionListProps {
  /**
   * `line`: values in one line, terms for screen readers only; `columns`: term above value; `rows`: a list
   * with hairlines.
   */
  layout?: 'line' | 'columns' | 'rows';
  items: readonly Fact[];
  className?: string;
}

/** Facts about an object, as terms and values. */
export function DescriptionList({ layout = 'line', items, className }: DescriptionListProps) {
  return (
    <dl className={cx(styles.meta, className)} data-layout={layout}>
      {items.map(({ term, value, num }) => (
        <div key={term}>
          <dt className={layout === 'line' ? 'sr' : undefined}>{term}</dt>
          <dd className={num ? 'num' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
