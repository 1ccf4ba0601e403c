import { ConfirmDialog, showToast } from '@yunduo/app-shell';
import { useOrderCancelMutation } from '@yunduo/data-access';
import { useWords } from '../../../shell/words.ts';

/** Asks before an order is cancelled: it cannot be brought back. */
export function CancelDialog({ orderNo, onClose }: { orderNo: string; onClose: () => void }) {
  const t = useWords('orders');
  const [cancel] = useOrderCancelMutation();
  return (
    <ConfirmDialog
      title={t('cancel.title')}
      confirm={t('cancel.button')}
      confirming={t('cancel.busy')}
      cancel={t('cancel.keep')}
      danger
      onClose={onClose}
      // The order is read again either way.
      onFailure={onClose}
      onConfirm={async () => {
        await cancel({ order_no: orderNo }).unwrap();
        showToast(t('cancel.done'), { kind: 'success' });
      }}
    >
      <p>{t('cancel.text')}</p>
    </ConfirmDialog>
  );
}
