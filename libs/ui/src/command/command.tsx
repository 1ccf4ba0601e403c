import type { ReactNode } from 'react';
import styles from './command.module.css';

interface CommandProps {
  /** Its name for those who cannot see that it is a command line. */
  label: string;
  command: string;
  /** The copy button. */
  copy?: ReactNode;
}

/** A command line to copy. The dollar is drawn, so that nobody copies it. */
export function Command({ label, command, copy }: CommandProps) {
  return (
    <div className={styles.command}>
      {/* A line longer than its box must be reachable by keyboard to be scrolled. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <code translate="no" tabIndex={0} role="group" aria-label={label}>
        {command}
      </code>
      {copy}
    </div>
  );
}
