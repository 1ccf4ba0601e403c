import { Children, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import { useCurrentInView } from '../use-current-in-view.ts';
import styles from './side-nav.module.css';

interface SideNavProps {
  label: string;
  /** Links. The current one has `aria-current="page"`, a number is in `<span className="num">`. */
  children: ReactNode;
  className?: string;
}

/** A column of links with the spoke at the current one; on a phone, a scrolling row. */
export function SideNav({ label, children, className }: SideNavProps) {
  const list = useCurrentInView<HTMLUListElement>();
  return (
    <nav className={cx(styles.nav, className)} aria-label={label}>
      <ul ref={list}>
        {/* Empty children (`false`, `null`) get no item. */}
        {Children.map(Children.toArray(children), (link) => (
          <li>{link}</li>
        ))}
      </ul>
    </nav>
  );
}
