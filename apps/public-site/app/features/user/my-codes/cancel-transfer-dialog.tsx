import { showToast } from '@yunduo/app-shell';
import { useLicenceTransferCancelMutation } from '@yunduo/data-access';
import { useWords } from '../../../shell/words.ts';
import type { LicenceDialogProps } from './licence-dialog-props.ts';
import { Question } from './question.tsx';

/** Takes an offer back. */
export function CancelTransferDialog({ licence, onClose }: LicenceDialogProps) {
  const t = useWords('myCodes');
  const [cancel] = useLicenceTransferCancelMutation();
  const { transfer } = licence;
  if (!transfer) return null;
  return (
    <Question
      title={t('transfer.cancel_title')}
      text={t('transfer.cancel_text', { email: transfer.to_email })}
      no={t('incoming.keep')}
      yes={t('transfer.cancel_action')}
      doing={t('transfer.cancel_busy')}
      onClose={onClose}
      onYes={async () => {
        await cancel(transfer.id).unwrap();
        showToast(t('transfer.cancelled'), { kind: 'success' });
      }}
    />
  );
}
