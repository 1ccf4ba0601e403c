import { ConfirmDialog, showToast } from '@yunduo/app-shell';
import { useLicenceTransferCancelMutation } from '@yunduo/data-access';
import { useWords } from '../../../shell/words.ts';
import type { LicenceDialogProps } from './licence-dialog-props.ts';

/** Takes an offer back. */
export function CancelTransferDialog({ licence, onClose }: LicenceDialogProps) {
  const t = useWords('myCodes');
  const [cancel] = useLicenceTransferCancelMutation();
  const { transfer } = licence;
  if (!transfer) return null;
  return (
    <ConfirmDialog
      title={t('transfer.cancel_title')}
      confirm={t('transfer.cancel_action')}
      confirming={t('transfer.cancel_busy')}
      cancel={t('incoming.keep')}
      danger
      onClose={onClose}
      onFailure={onClose}
      onConfirm={async () => {
        await cancel(transfer.id).unwrap();
        showToast(t('transfer.cancelled'), { kind: 'success' });
      }}
    >
      <p>{t('transfer.cancel_text', { email: transfer.to_email })}</p>
    </ConfirmDialog>
  );
}
