import { lazyWithRetry } from '@yunduo/app-shell';
import { Skeleton } from '@yunduo/ui';
import { useState } from 'react';
import { useWords } from '../../shell/words.ts';
import styles from './versions.module.css';

const DifferenceList = lazyWithRetry(() => import('./difference-list.tsx'));

/** What changed since the last submission or since what the store shows; fetched when somebody wants to see it. */
export function Difference({ id }: { id: number }) {
  const t = useWords('versions');
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.difference} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('difference.heading')}</summary>
      {open && <DifferenceList id={id} waiting={<Skeleton label={t('difference.loading')} rows={3} />} />}
    </details>
  );
}
