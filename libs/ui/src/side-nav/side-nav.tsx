import { Children, type ReactNode } from 'react';
import { join } from '../join.ts';
import { useCurrentInView } from '../use-current-in-view.ts';
import styles from './side-nav.module.css';

interface SideNavProps {
  label: string;
  /** Links; the one that is shown carries `aria-current="page"`, a number stands in `<span className="num">`. */
  children: ReactNode;
  className?: string;
}

/** A column of links with the spoke at the current one; a row that scrolls on a phone. */
export function SideNav({ label, children, className }: SideNavProps) {
  const list = useCurrentInView<HTMLUListElement>();
  return (
    <nav className={join(styles.nav, className)} aria-label={label}>
      <ul ref={list}>
        {/* What is not there (`false`, `null`) gets no place. */}
        {Children.map(Children.toArray(children), (link) => (
          <li>{link}</li>
        ))}
      </ul>
    </nav>
  );
}
