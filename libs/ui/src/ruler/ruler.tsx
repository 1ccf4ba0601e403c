import { cx } from '../cx.ts';
import styles from './ruler.module.css';

/** The ruler under headings: a tick every 8px and a longer one every 40px. The only ornament. */
export function Ruler({ className }: { className?: string }) {
  return <div className={cx(styles.tape, className)} aria-hidden="true" />;
}
