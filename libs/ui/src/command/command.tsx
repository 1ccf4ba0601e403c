import type { ReactNode } from 'react';
import styles from './command.module.css';

interface CommandProps {
  /** Its name for those who cannot see that it is a command line. */
  label: string;
  command: string;
  /** The copy button. */
  copy?: ReactNode;
  /** Shows a long line whole, each command after `&&` on a line of its own; what is copied is the line as it is. */
  wrap?: boolean;
}

/** A command line to copy. The dollar is drawn, so that nobody copies it. */
export function Command({ label, command, copy, wrap }: CommandProps) {
  return (
    <div className={styles.command} data-wrap={wrap || undefined}>
      {/* A line longer than its box must be reachable by keyboard to be scrolled. */}
      <code translate="no" tabIndex={wrap ? undefined : 0} role="group" aria-label={label}>
        {wrap
          ? command.split(/(?<=&& )/).map((part) => (
              <span key={part} className={styles.part}>
                {part}
              </span>
            ))
          : command}
      </code>
      {copy}
    </div>
  );
}
