import { join } from '../join.ts';
import styles from './tape.module.css';

/** The heading tape: a rule with a tick every 8px and a longer one every 40px. The only ornament. */
export function Tape({ className }: { className?: string }) {
  return <div className={join(styles.tape, className)} aria-hidden="true" />;
}
