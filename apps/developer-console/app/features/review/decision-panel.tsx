import type { ReviewDetail } from '@yunduo/api-contract';
import { Button, composes } from '@yunduo/ui';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { useTranslations } from '../../shell/words.ts';
import styles from './review-file.module.css';

/**
 * The decision next to the submission, always in view. On a narrow screen it is a bar at the bottom that opens over the
 * page; Escape closes it.
 */
export function DecisionPanel({ data, children }: { data: ReviewDetail; children: ReactNode }) {
  const t = useTranslations('review');
  const id = useId();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => {
      // An open dialog closes first and takes the key; an input method handles its own Escape.
      if (event.key === 'Escape' && !composes(event) && !event.defaultPrevented) setOpen(false);
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [open]);
  const { working_days_left: left, overdue } = data;
  return (
    <aside className={styles.panel} data-open={open || undefined} aria-label={t('panel.heading')}>
      <div className={styles.bar}>
        <span>
          <b>{t('panel.heading')}</b>{' '}
          <span className="quiet">
            {overdue ? t('queue.late') : left !== null && t('queue.left', { count: left })}
          </span>
        </span>
        <Button
          kind={open ? 'line' : 'primary'}
          size="sm"
          aria-expanded={open}
          aria-controls={id}
          data-decision-toggle=""
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'panel.close' : 'panel.open')}
        </Button>
      </div>
      <div id={id} className={styles.sheet}>
        {children}
      </div>
    </aside>
  );
}
