import { Dialog, showToast } from '@yunduo/app-shell';
import { isApiFailure, useOrderCancelMutation } from '@yunduo/data-access';
import { Button } from '@yunduo/ui';
import { useWords } from '../../../shell/words.ts';

/** Asks before an order is cancelled: it cannot be brought back. */
export function CancelDialog({ orderNo, onClose }: { orderNo: string; onClose: () => void }) {
  const t = useWords('orders');
  const [cancel, { isLoading }] = useOrderCancelMutation();

  const press = async () => {
    try {
      await cancel({ order_no: orderNo }).unwrap();
      showToast(t('cancel.done'), { kind: 'success' });
    } catch (error) {
      // A failed call has been reported by a toast; the order is read again either way.
      if (!isApiFailure(error)) throw error;
    }
    onClose();
  };

  return (
    <Dialog
      title={t('cancel.title')}
      onClose={onClose}
      footer={
        <>
          <Button kind="line" onClick={onClose}>
            {t('cancel.keep')}
          </Button>
          <Button kind="danger" busy={isLoading} onClick={() => void press()}>
            {t(isLoading ? 'cancel.busy' : 'cancel.button')}
          </Button>
        </>
      }
    >
      <p>{t('cancel.text')}</p>
    </Dialog>
  );
}
