import { useRef, type ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import { useStyleProperty } from '../use-style-property.ts';
import styles from './toast.module.css';

interface ToastViewProps {
  /** Every message is red (specification §1); picture and region tell success from failure. */
  kind: 'success' | 'error';
  children: ReactNode;
  onClose: () => void;
  closeLabel: string;
  /** From the order of overlays. */
  zIndex?: number;
}

/**
 * The one message at the top of the page: 420 to 720px wide, 8px corners. It stands in a live region of its owner, so
 * that each message is said by one region.
 */
export function ToastView({ kind, children, onClose, closeLabel, zIndex }: ToastViewProps) {
  const layer = useRef<HTMLDivElement>(null);
  useStyleProperty(layer, 'z-index', zIndex);
  return (
    <div ref={layer} className={styles.layer}>
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
