import { join } from '../join.ts';
import { flagLetter } from './flag-letter.ts';
import styles from './flag.module.css';

interface FlagProps {
  /** The app's name; its first letter chooses the flag. */
  name: string;
  className?: string;
}

/** The signal flag of a name, the stand-in for a logo: one element, drawn by CSS. `--flag-size` around it sizes it. */
export function Flag({ name, className }: FlagProps) {
  return <span className={join(styles.flag, className)} data-flag={flagLetter(name)} aria-hidden="true" />;
}
