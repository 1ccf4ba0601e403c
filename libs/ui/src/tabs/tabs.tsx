import type { ReactNode } from 'react';
import { join } from '../join.ts';
import { useCurrentInView } from '../use-current-in-view.ts';
import styles from './tabs.module.css';

interface TabsProps {
  label: string;
  /** Links to the views of one page; the one that is shown carries `aria-current="page"`. */
  children: ReactNode;
  className?: string;
}

/** Tabs that are links: each view has its address, works before any script, and can be opened apart. */
export function Tabs({ label, children, className }: TabsProps) {
  const row = useCurrentInView<HTMLElement>();
  return (
    <nav ref={row} className={join(styles.tabs, className)} aria-label={label}>
      {children}
    </nav>
  );
}
