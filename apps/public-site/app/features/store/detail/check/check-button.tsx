import { lazyWithRetry } from '@yunduo/app-shell';
import { Button } from '@yunduo/ui';
import { useState } from 'react';
import { useWords } from '../../../../shell/words.ts';
import { extrasWords } from '../extras-words.ts';
import styles from '../extras.module.css';
import type { CheckedApp } from './server-facts.ts';

const CheckDialog = lazyWithRetry(() => import('./check-dialog.tsx'), { words: extrasWords });

/** The way to ask whether the app fits on one's server before going to the client. */
export function CheckButton({ app }: { app: CheckedApp }) {
  const t = useWords('storeDetail');
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.scripted}>
      <Button kind="line" className={styles.wide} onClick={() => setOpen(true)}>
        {t('check')}
      </Button>
      {open && <CheckDialog app={app} onClose={() => setOpen(false)} />}
    </div>
  );
}
