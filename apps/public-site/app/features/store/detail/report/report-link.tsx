import { lazyWithRetry } from '@yunduo/app-shell';
import { Button } from '@yunduo/ui';
import { useState } from 'react';
import { useWords } from '../../../../shell/words.ts';
import { extrasWords } from '../extras-words.ts';
import styles from '../extras.module.css';

const ReportDialog = lazyWithRetry(() => import('./report-dialog.tsx'), { words: extrasWords });

/** The way to say that something is wrong with the app. */
export function ReportLink({ id, name }: { id: number; name: string }) {
  const t = useWords('storeDetail');
  const [open, setOpen] = useState(false);
  return (
    <p className={styles.scripted}>
      <Button kind="bare" size="sm" onClick={() => setOpen(true)}>
        {t('report')}
      </Button>
      {open && <ReportDialog id={id} name={name} onClose={() => setOpen(false)} />}
    </p>
  );
}
