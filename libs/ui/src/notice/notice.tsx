import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon/icon.tsx';
import styles from './notice.module.css';

export type NoticeTone = 'info' | 'good' | 'warn' | 'bad';
const pictures: Record<NoticeTone, IconName> = { info: 'info', good: 'done', warn: 'alert', bad: 'alert' };

interface NoticeProps {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  /** A button or link at the end. */
  action?: ReactNode;
  /** `alert` or `status` when it appears after the page did. */
  role?: 'alert' | 'status';
}

/** Something to know before going on, in its place on the page. */
export function Notice({ tone = 'info', title, children, action, role }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={role}>
      <Icon name={pictures[tone]} />
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}
