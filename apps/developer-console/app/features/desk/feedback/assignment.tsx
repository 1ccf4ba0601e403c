import type { AdminFeedback } from '@yunduo/api-contract';
import { lazyWithRetry, showToast, useAppSelector } from '@yunduo/app-shell';
import { useDeskFeedbackAssignMutation } from '@yunduo/data-access';
import { selectUser } from '@yunduo/session';
import { Button } from '@yunduo/ui';
import { useState } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import styles from '../desk.module.css';

const AssignDialog = lazyWithRetry(() => import('./assign-dialog.tsx'));

/** Who works on a ticket: taken, given to a colleague, or let go. */
export function Assignment({ ticket }: { ticket: AdminFeedback }) {
  const t = useTranslations('deskFeedback');
  const user = useAppSelector(selectUser);
  const [assign, { isLoading }] = useDeskFeedbackAssignMutation();
  const [giving, setGiving] = useState(false);
  const { no, assignee } = ticket;
  // The previous API knows no assignees.
  const before = assignee?.id ?? null;
  const mine = before !== null && before === user?.id;
  const move = async () => {
    const answer = await assign({ no, assignee: mine ? null : (user?.id ?? null), before });
    if ('data' in answer) showToast(t(mine ? 'assign.released' : 'assign.taken'));
  };
  return (
    <section className={styles.section} aria-label={t('assign.label')}>
      <h2>{t('assign.label')}</h2>
      <p className={styles.long}>
        {mine ? t('assign.me') : (assignee?.email ?? <span className="quiet">{t('assign.nobody')}</span>)}
      </p>
      <div className={styles.actions}>
        <Button kind="line" size="sm" busy={isLoading} onClick={() => void move()}>
          {t(mine ? 'assign.release' : before === null ? 'assign.take' : 'assign.take_over')}
        </Button>
        <Button kind="bare" size="sm" onClick={() => setGiving(true)}>
          {t('assign.give')}
        </Button>
      </div>
      {giving && <AssignDialog ticket={ticket} onClose={() => setGiving(false)} />}
    </section>
  );
}
