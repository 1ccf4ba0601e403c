import { Dialog } from '@yunduo/app-shell';
import { Button } from '@yunduo/ui';
import type { ReviewDecision } from '@yunduo/validation';
import { useWords } from '../../shell/words.ts';

interface ConfirmDecisionProps {
  decision: ReviewDecision;
  app: string;
  version: string;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** The question before a decision, which cannot be taken back. */
export function ConfirmDecision(props: ConfirmDecisionProps) {
  const { decision, app, version, busy, onClose, onConfirm } = props;
  const t = useWords('desk');
  return (
    <Dialog
      title={t(`decision.confirm.${decision}`, { app, version })}
      onClose={onClose}
      footer={
        <>
          <Button kind="line" onClick={onClose}>
            {t('decision.back')}
          </Button>
          <Button kind={decision === 'reject' ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {t(busy ? 'decision.sending' : `decision.${decision}`)}
          </Button>
        </>
      }
    >
      <p>{t(`decision.confirm_text.${decision}`)}</p>
    </Dialog>
  );
}
