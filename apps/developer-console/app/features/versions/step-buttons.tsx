import { lazyWithRetry } from '@yunduo/app-shell';
import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { readDraft } from '@yunduo/app-shell/read-draft';
import { Button } from '@yunduo/ui';
import { Fragment, useState } from 'react';
import { useTranslations } from '../../shell/words.ts';
import type { Step } from './use-step.ts';
import styles from './versions.module.css';

const StepDialog = lazyWithRetry(() => import('./step-dialog.tsx'));

interface StepButtonsProps {
  detail: DevAppDetail;
  version: DevVersion;
  only: readonly Step[];
}

/** The steps that the server allows now, each after a confirmation. */
export function StepButtons({ detail, version, only }: StepButtonsProps) {
  const t = useTranslations('versions');
  const steps = only.filter(
    // A rejection can be appealed only for a limited time.
    (step) => version.actions.includes(step) && (step !== 'appeal' || version.appeal_until !== null),
  );
  const draftKey = (step: Step): string => `step:${version.id}:${step}`;
  const isBegun = (step: Step): boolean => {
    const stored = { text: '', reason: '', reasons: { zh: '', en: '' } };
    const { text, reason, reasons } = readDraft(draftKey(step), stored);
    return [text, reason, reasons.zh, reasons.en].some((words) => words.trim() !== '');
  };
  const [asking, setAsking] = useState<Step | null>(null);
  // The state changed elsewhere: the confirmation is obsolete, also if the step is allowed again later.
  if (asking && !steps.includes(asking)) setAsking(null);
  if (steps.length === 0) return null;
  return (
    <div className={styles.actions}>
      {steps.map((step) => (
        <Fragment key={step}>
          <Button
            kind={step === 'release' ? 'primary' : step === 'relist' || step === 'appeal' ? 'line' : 'danger'}
            size={step === 'release' ? 'md' : 'sm'}
            onClick={() => setAsking(step)}
          >
            {t(`step.${step}.name`)}
          </Button>
          {asking !== step && isBegun(step) && <span className="quiet">{t('step.begun')}</span>}
        </Fragment>
      ))}
      {asking && (
        <StepDialog
          step={asking}
          detail={detail}
          version={version}
          draftKey={draftKey(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
