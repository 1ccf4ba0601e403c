import type { DevAppDetail } from '@yunduo/api-contract';
import { lazyWithRetry } from '@yunduo/app-shell';
import { Button } from '@yunduo/ui';
import { useState } from 'react';
import { useTranslations } from '../../shell/words.ts';
import styles from './versions.module.css';

const ReplacementDialog = lazyWithRetry(() => import('./replacement-dialog.tsx'));

/** Of an unpublished app: what its store page says about a replacement, and the dialog that changes it. */
export function Replacement({ detail }: { detail: DevAppDetail }) {
  const t = useTranslations('versions');
  const [asking, setAsking] = useState(false);
  const { replaced_by } = detail;
  return (
    <section className={styles.section} aria-labelledby="replacement">
      <h2 id="replacement">{t('replacement.heading')}</h2>
      <p>
        {replaced_by === null
          ? t('replacement.none')
          : t(replaced_by.published ? 'replacement.named' : 'replacement.hidden', { app: replaced_by.name })}
      </p>
      <div>
        <Button kind="line" size="sm" onClick={() => setAsking(true)}>
          {t(replaced_by === null ? 'replacement.set' : 'replacement.change')}
        </Button>
      </div>
      {asking && <ReplacementDialog detail={detail} onClose={() => setAsking(false)} />}
    </section>
  );
}
