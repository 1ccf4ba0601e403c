import { CopyButton, SideSection, useLocalePath, lazyWithRetry } from '@yunduo/app-shell';
import { Button } from '@yunduo/ui';
import { useSyncExternalStore, useState } from 'react';
import { useWords } from '../../../shell/words.ts';
import { extrasWords } from './extras-words.ts';
import extraStyles from './extras.module.css';
import styles from './share.module.css';

interface ShareProps {
  id: number;
  name: string;
}

const never = () => () => undefined;

/** Hands the app's address on: through the system where it can, by copying everywhere. */
export function Share({ id, name }: ShareProps) {
  const t = useWords('storeDetail');
  const path = useLocalePath()(`/store/${String(id)}`);
  // The server cannot know: the button comes with the scripts.
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
      // Closed without sharing: nothing to say.
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

/** The way to say that something is wrong with the app. */
function ReportLink({ id, name }: { id: number; name: string }) {
  const t = useWords('storeDetail');
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
