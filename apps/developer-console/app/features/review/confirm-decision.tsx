import { ConfirmDialog } from '@yunduo/app-shell';
import { Notice } from '@yunduo/ui';
import type { ReviewDecision } from '@yunduo/validation';
import { useTranslations } from '../../shell/words.ts';

interface ConfirmDecisionProps {
  decision: ReviewDecision;
  app: string;
  version: string;
  /** Number of unresolved suggestions. */
  open: number;
  /** True if it cannot be released before the app is published again. */
  later: boolean;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** Confirmation of a decision, which is irreversible. */
export default function ConfirmDecision(props: ConfirmDecisionProps) {
  const { decision, app, version, open, later, onClose, onConfirm } = props;
  const t = useTranslations('review');
  return (
    <ConfirmDialog
      title={t(`decision.confirm.${decision}`, { app, version })}
      confirm={t(`decision.${decision}`)}
      confirming={t('decision.sending')}
      cancel={t('decision.back')}
      danger={decision === 'reject'}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {decision === 'approve' && open > 0 && (
        <Notice tone="warn" title={t('decision.approve_open', { count: open })} />
      )}
      <p>{t(`decision.confirm_text.${decision === 'approve' && later ? 'approve_later' : decision}`)}</p>
    </ConfirmDialog>
  );
}
