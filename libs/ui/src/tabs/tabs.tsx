import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { useCurrentInView } from '../use-current-in-view.ts';
import styles from './tabs.module.css';

interface TabsProps {
  label: string;
  /** Links to the views of one page; the current one has `aria-current="page"`. */
  children: ReactNode;
  className?: string;
}

/** Tabs as links: each view has an address, works before scripts run, and can be opened in a new tab. */
export function Tabs({ label, children, className }: TabsProps) {
  const row = useCurrentInView<HTMLElement>();
  return (
    <nav ref={row} className={cx(styles.tabs, className)} aria-label={label}>
      {children}
    </nav>
  );
}
