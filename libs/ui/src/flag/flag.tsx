import { join } from '../join.ts';
import { flagOf } from './flag-of.ts';
import styles from './flag.module.css';

interface FlagProps {
  /** The app's key, such as `nginx`: it chooses the flag, in every language the same. */
  appKey: string;
  className?: string;
}

/** The signal flag of an app, the stand-in for a logo: one element, drawn by CSS. `--flag-size` around it sizes it. */
export function Flag({ appKey, className }: FlagProps) {
  const { letter, colours } = flagOf(appKey);
  return (
    <span
      className={join(styles.flag, className)}
      data-flag={letter}
      data-colours={colours || undefined}
      aria-hidden="true"
    />
  );
}
