import type { ReactNode } from 'react';
import styles from './command.module.css';

/** A word up to this length keeps to one line; a longer one fills its line and goes on in the next. */
const WHOLE = 32;
/** Between words; an option stays with its value. */
const WORDS = /(?<= )(?! )(?<! -{1,2}\w+ (?!-))/;
/** Behind an option, and the parts of an address or a digest. */
const PARTS = /(?<=[ /@:?&])(?![ /&])/;

const isLong = (word: string): boolean => word.trim().length > WHOLE;
/** The words of a line; of a long one its parts. */
const wordsOf = (line: string): string[] =>
  line.split(WORDS).flatMap((word) => (isLong(word) ? word.split(PARTS) : word));

interface CommandProps {
  /** The accessible name of the command line. */
  label: string;
  command: string;
  /** The copy button. */
  copy?: ReactNode;
  /**
   * Shows a long line in full, each command after `&&` on a line of its own, options unbroken. The copied text
   * is the unchanged line.
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
                {wordsOf(part).map((word, index) => (
                  <span key={index} className={isLong(word) ? styles.long : styles.whole}>
                    {word}
                  </span>
                ))}
              </span>
            ))
          : command}
      </code>
      {copy}
    </div>
  );
}
