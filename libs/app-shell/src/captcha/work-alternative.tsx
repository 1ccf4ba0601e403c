import type { captcha, DataOf } from '@yunduo/api-contract';
import { handledByView, useCaptchaAlternativeMutation, useCaptchaVerifyMutation } from '@yunduo/data-access';
import { Button } from '@yunduo/ui';
import type { CaptchaScene } from '@yunduo/validation';
import { useEffect, useRef, useState } from 'react';
import { useSharedWords } from '../i18n/use-words.ts';
import styles from './slider-captcha.module.css';

interface WorkAlternativeProps {
  scene: CaptchaScene;
  failed: readonly string[];
  onTicket: (ticket: DataOf<typeof captcha.verify>) => void;
}

/** The way for whom the slider failed: the browser works instead of hand and eye. */
export function WorkAlternative({ scene, failed, onTicket }: WorkAlternativeProps) {
  const t = useSharedWords('captcha');
  const [order] = useCaptchaAlternativeMutation();
  const [verify] = useCaptchaVerifyMutation();
  const [percent, setPercent] = useState<number | null>(null);
  const [broken, setBroken] = useState(false);
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const work = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    stop.current = controller;
    setBroken(false);
    setPercent(0);
    try {
      const task = await order(handledByView({ scene, failed: failed.slice(-10) })).unwrap();
      const { solveWork } = await import('./proof-of-work.ts');
      const proof = await solveWork(task, {
        signal,
        onProgress: (share) => setPercent(Math.floor(share * 100)),
      });
      if (signal.aborted) return;
      if (proof === null) throw new Error('The task has no solution');
      onTicket(await verify(handledByView({ challenge_id: task.challenge_id, proof })).unwrap());
    } catch {
      if (signal.aborted) return;
      setPercent(null);
      setBroken(true);
    }
  };

  return (
    <div className={styles.alternative}>
      <Button kind="line" size="sm" busy={percent !== null} onClick={() => void work()}>
        {t('alternative_start')}
      </Button>
      {percent !== null && <progress max={100} value={percent} aria-label={t('alternative_progress')} />}
      <p role="status">
        {broken
          ? t('request_failed')
          : // In quarters: each new number is read out.
            percent !== null && t('alternative_working', { percent: percent - (percent % 25) })}
      </p>
    </div>
  );
}
