import type { ReactNode } from 'react';
import styles from './windows.module.css';

interface WindowFrameProps {
  /** Text alternative, one or two sentences. */
  alt: string;
  view: 'overview' | 'install' | 'schedule';
  tabs: readonly string[];
  /** Index of the selected tab. */
  current: number;
  children: ReactNode;
}

/** A drawn window of the desktop client. It is an image: nothing in it is interactive or read out. */
export function WindowFrame({ alt, view, tabs, current, children }: WindowFrameProps) {
  return (
    <div role="img" aria-label={alt} className={styles.window} data-view={view}>
      <p className={styles.tabs}>
        {tabs.map((tab, index) => (
          <span key={tab} data-on={index === current || undefined}>
            {tab}
          </span>
        ))}
      </p>
      {children}
    </div>
  );
}
