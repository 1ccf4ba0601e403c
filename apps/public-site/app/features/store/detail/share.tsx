import { CopyButton, SideSection, useLocalePath, lazyWithRetry } from '@yunduo/app-shell';
import { Button } from '@yunduo/ui';
import { useSyncExternalStore, useState } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import { extrasWords } from './extras-words.ts';
import extraStyles from './extras.module.css';
import styles from './share.module.css';

interface ShareProps {
  id: number;
  name: string;
}

const never = () => () => undefined;

/** Shares the app's address: through the system's dialog if available, otherwise by copying. */
export function Share({ id, name }: ShareProps) {
  const t = useTranslations('storeDetail');
  const path = useLocalePath()(`/store/${String(id)}`);
  // The server cannot know: the button appears after hydration.
  const canShare = useSyncExternalStore(
    never,
    () => 'share' in navigator,
    () => false,
  );
  const origin = useSyncExternalStore(
    never,
    () => location.origin,
    () => '',
  );
  const share = () => {
    navigator.share({ title: name, url: path }).catch(() => {
      // The dialog was closed without sharing: not an error.
    });
  };
  return (
    <SideSection heading={t('share.heading')}>
      <div className={styles.ways}>
        {canShare && (
          <Button kind="line" size="sm" onClick={share}>
            {t('share.share')}
          </Button>
        )}
        <CopyButton text={origin + path} label={t('share.copy')} withText />
      </div>
      <ReportLink id={id} name={name} />
    </SideSection>
  );
}

const ReportDialog = lazyWithRetry(() => import('./report/report-dialog.tsx'), { words: extrasWords });

/** Link that opens the report dialog. */
function ReportLink({ id, name }: { id: number; name: string }) {
  const t = useTranslations('storeDetail');
  const [open, setOpen] = useState(false);
  return (
    <p className={extraStyles.scripted}>
      <Button kind="bare" size="sm" onClick={() => setOpen(true)}>
        {t('report')}
      </Button>
      {open && <ReportDialog id={id} name={name} onClose={() => setOpen(false)} />}
    </p>
  );
}
