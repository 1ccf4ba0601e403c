import type { ReactNode } from 'react';
import styles from './command.module.css';

interface CommandProps {
  /** The accessible name of the command line. */
  label: string;
  command: string;
  /** The copy button. */
  copy?: ReactNode;
  /**
   * Shows a long line in full, each command after `&&` on a line of its own. The copied text is the unchanged
   * line.
   */
  wrap?: boolean;
}

/** A command line to copy. The dollar sign is drawn by CSS, so that it is not copied. */
export function Command({ label, command, copy, wrap }: CommandProps) {
  return (
    <div className={styles.command} data-wrap={wrap || undefined}>
      {/* A line longer than its box must be focusable to be scrolled by keyboard. */}
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
