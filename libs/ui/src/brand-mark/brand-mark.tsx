import { cx } from '../cx.ts';
import styles from './brand-mark.module.css';

/** The brand's mark: a helm with its king spoke pointing ahead. The name is beside it. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg className={cx(styles.helm, className)} viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
      <circle cx="12" cy="12" r="6.5" />
      <circle
        cx="12"
        cy="12"
        r="9.7"
        pathLength="80"
        strokeWidth="3"
        strokeDasharray="2 8"
        strokeDashoffset="1"
      />
      <path d="M12 12V1" />
    </svg>
  );
}
