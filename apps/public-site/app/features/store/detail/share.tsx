import { CopyButton, SideSection, useLocalePath } from '@yunduo/app-shell';
import { Button } from '@yunduo/ui';
import { useSyncExternalStore } from 'react';
import { useWords } from '../../../shell/words.ts';
import { ReportLink } from './report/report-link.tsx';
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
