import { Button, Notice } from '@yunduo/ui';
import type { ReviewDecision } from '@yunduo/validation';
import { CallDialog } from '../../parts/call-dialog.tsx';
import { useWords } from '../../shell/words.ts';

interface ConfirmDecisionProps {
  decision: ReviewDecision;
  app: string;
  version: string;
  /** Suggestions that nobody has called done. */
  open: number;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** The question before a decision, which cannot be taken back. */
export default function ConfirmDecision(props: ConfirmDecisionProps) {
  const { decision, app, version, open, busy, onClose, onConfirm } = props;
  const t = useWords('desk');
  return (
    <CallDialog
      title={t(`decision.confirm.${decision}`, { app, version })}
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button kind="line" disabled={busy} onClick={onClose}>
            {t('decision.back')}
          </Button>
          <Button kind={decision === 'reject' ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {t(busy ? 'decision.sending' : `decision.${decision}`)}
          </Button>
        </>
      }
    >
      {decision === 'approve' && open > 0 && (
        <Notice tone="warn" title={t('decision.approve_open', { count: open })} />
      )}
      <p>{t(`decision.confirm_text.${decision}`)}</p>
    </CallDialog>
  );
}
