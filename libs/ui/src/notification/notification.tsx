import { useId, useRef, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icon/icon.tsx';
import { useStyleProperty } from '../use-style-property.ts';
import styles from './notification.module.css';

interface NotificationViewProps {
  title: ReactNode;
  children?: ReactNode;
  /** Buttons; without any, the close button remains. */
  actions?: ReactNode;
  onClose: () => void;
  closeLabel: string;
}

/** A message that waits for the user, 365px wide. */
export function NotificationView({ title, children, actions, onClose, closeLabel }: NotificationViewProps) {
  const heading = useId();
  return (
    <section className={styles.notification} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <button className={styles.close} type="button" aria-label={closeLabel} onClick={onClose}>
        <Icon name="close" />
      </button>
      {children && <div className={styles.words}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}

/** The corner with notifications, newest first. */
export function NotificationLayer({ children, zIndex }: { children: ReactNode; zIndex?: number }) {
  const layer = useRef<HTMLDivElement>(null);
  useStyleProperty(layer, 'z-index', zIndex);
  return (
    <div ref={layer} className={cx('overlay', styles.layer)}>
      {children}
    </div>
  );
}
