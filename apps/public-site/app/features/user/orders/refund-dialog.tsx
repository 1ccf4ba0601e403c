import { Dialog, showToast } from '@yunduo/app-shell';
import { handledByForm, useOrderRefundRequestMutation } from '@yunduo/data-access';
import { Button, Field, TextArea } from '@yunduo/ui';
import { ORDER } from '@yunduo/validation';
import { FormFailure } from '../../../forms/form-failure.tsx';
import { formSchema } from '../../../forms/form-schema.ts';
import { useAppForm } from '../../../forms/use-app-form.ts';
import { useWords } from '../../../shell/words.ts';

/** Asks customer service for a refund of one order (R6.04). */
export function RefundDialog({ orderNo, onClose }: { orderNo: string; onClose: () => void }) {
  const t = useWords('orders');
  const [request] = useOrderRefundRequestMutation();
  const form = useAppForm({
    id: 'refund-request',
    initialValues: { order_no: orderNo, reason: '' },
    schema: formSchema('refundRequestSchema'),
    keep: { name: `refund:${orderNo}`, fields: ['reason'] },
    onSubmit: async (values) => {
      await request(handledByForm(values)).unwrap();
      showToast(t('refunds.done'), { kind: 'success' });
      onClose();
    },
  });

  return (
    <Dialog
      title={t('refunds.title')}
      onClose={onClose}
      footer={
        <>
          <Button kind="line" onClick={onClose}>
            {t('refunds.cancel')}
          </Button>
          <Button type="submit" form={form.form.id} busy={form.busy}>
            {t(form.busy ? 'refunds.submitting' : 'refunds.submit')}
          </Button>
        </>
      }
    >
      <p>{t('refunds.text')}</p>
      <form {...form.form}>
        <Field
          label={t('refunds.reason')}
          hint={t('refunds.reason_hint', { max: ORDER.refundReasonMax })}
          error={form.errorOf('reason')}
        >
          {(control) => <TextArea {...control} {...form.field('reason')} />}
        </Field>
      </form>
      <FormFailure failure={form.fault} />
    </Dialog>
  );
}
