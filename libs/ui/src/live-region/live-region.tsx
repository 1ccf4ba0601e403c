import { useDeferredValue, useSyncExternalStore, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './live-region.module.css';

interface LiveRegionProps {
  /** `alert` interrupts, for errors. `status` is polite, for progress. */
  role: 'alert' | 'status';
  as?: 'div' | 'p' | 'span';
  /** For what it describes. */
  id?: string | undefined;
  className?: string | undefined;
  /** The first content is part of the page, not a message: it renders at once, so that nothing moves. */
  begun?: boolean;
  /** Nothing while there is no message. */
  children?: ReactNode;
}

const never = () => () => undefined;

/**
 * The only way to announce a change without moving the focus (WCAG 4.1.3). Screen readers announce changes of
 * a region that already exists, so the region is rendered empty where its message may appear, and takes no
 * space. A region that mounts together with its message, as in a part that was just loaded, is inserted empty
 * and filled in a second step. Content from the server is there from the start.
 */
export function LiveRegion({
  role,
  as: Tag = 'div',
  id,
  className,
  begun = false,
  children,
}: LiveRegionProps) {
  const sent = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const empty = children === undefined || children === null || children === false || children === '';
  // The second render of a region that mounts with its message; only the first one differs.
  const known = useDeferredValue(true, sent || empty || begun);
  return (
    <Tag role={role} id={id} className={cx(styles.region, className)}>
      {known && children}
    </Tag>
  );
}
