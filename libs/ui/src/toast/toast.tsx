import { useRef, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icon/icon.tsx';
import { useStyleProperty } from '../use-style-property.ts';
import styles from './toast.module.css';

interface ToastViewProps {
  /** Every message is red (specification §1); icon and region distinguish success from failure. */
  kind: 'success' | 'error';
  children: ReactNode;
  onClose: () => void;
  closeLabel: string;
  /** From the overlay order. */
  zIndex?: number;
}

/**
 * The message at the top of the page: 420 to 720px wide, 8px corners. Its owner provides the live region, so
 * that one region announces each message.
 */
export function ToastView({ kind, children, onClose, closeLabel, zIndex }: ToastViewProps) {
  const layer = useRef<HTMLDivElement>(null);
  useStyleProperty(layer, 'z-index', zIndex);
  return (
    <div ref={layer} className={cx('overlay', styles.layer)}>
      <div className={styles.toast} data-kind={kind}>
        <Icon name={kind === 'error' ? 'alert' : 'done'} />
        <span>{children}</span>
        <button type="button" aria-label={closeLabel} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
    </div>
  );
}
