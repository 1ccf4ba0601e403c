import { useDeferredValue, useSyncExternalStore, type ReactNode } from 'react';
import { join } from '../join.ts';
import styles from './live-region.module.css';

interface LiveRegionProps {
  /** `alert` interrupts: what went wrong. `status` waits for a pause: how things stand. */
  role: 'alert' | 'status';
  as?: 'div' | 'p' | 'span';
  /** For what it describes. */
  id?: string | undefined;
  className?: string | undefined;
  /** What it begins with is part of the page, not a message: it is drawn at once, so that nothing moves. */
  begun?: boolean;
  /** Nothing, as long as there is nothing to say. */
  children?: ReactNode;
}

const never = () => () => undefined;

/**
 * The one way to say what changes on a page without a change of focus (WCAG 4.1.3): a screen reader reads what enters a
 * region that it knows. So the region is rendered where its message may appear, before there is one, and takes no place
 * while it is empty. One that has to come together with its message, as in a part of a page that was just loaded, is put
 * into the page empty and gets its words in a second step. What the server sent is there from the start.
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
  // The second render of one that comes with its words; only the first one asks for the other value.
  const known = useDeferredValue(true, sent || empty || begun);
  return (
    <Tag role={role} id={id} className={join(styles.region, className)}>
      {known && children}
    </Tag>
  );
}
