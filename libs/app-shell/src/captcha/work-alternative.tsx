import { Button, LiveRegion } from '@yunduo/ui';
import type { CaptchaScene } from '@yunduo/validation';
import { useId, useState } from 'react';
import { useSharedTranslations } from '../i18n/use-translations.ts';
import styles from './slider-captcha.module.css';
import { useWork, type CaptchaTicket } from './use-work.ts';

interface WorkAlternativeProps {
  scene: CaptchaScene;
  failed: readonly string[];
  onTicket: (ticket: CaptchaTicket) => void;
}

/** The captcha's alternative: the browser computes a proof of work. */
export function WorkAlternative({ scene, failed, onTicket }: WorkAlternativeProps) {
  const t = useSharedTranslations('captcha');
  const offer = useId();
  const work = useWork(scene);
  const [percent, setPercent] = useState<number | null>(null);
  const [broken, setBroken] = useState(false);

  const start = async () => {
    setBroken(false);
    setPercent(0);
    try {
      const ticket = await work({ failed, onProgress: (share) => setPercent(Math.floor(share * 100)) });
      if (ticket) onTicket(ticket);
    } catch {
      setPercent(null);
      setBroken(true);
    }
  };

  return (
    <div className={styles.alternative}>
      <Button
        kind="line"
        size="sm"
        busy={percent !== null}
        aria-describedby={offer}
        onClick={() => void start()}
      >
        {t('alternative_start')}
      </Button>
      <p id={offer}>{t('alternative_offer')}</p>
      {percent !== null && <progress max={100} value={percent} aria-label={t('alternative_progress')} />}
      <LiveRegion role="status" as="p">
        {broken
          ? t('request_failed')
          : // In quarters: a screen reader reads each new number.
            percent !== null && t('alternative_working', { percent: percent - (percent % 25) })}
      </LiveRegion>
    </div>
  );
}
