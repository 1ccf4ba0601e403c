import type { Order } from '@yunduo/api-contract';
import { FormDialog, showToast } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useOrderRefundRequestMutation } from '@yunduo/data-access';
import { Field, TextArea } from '@yunduo/ui';
import { ORDER } from '@yunduo/validation';
import { formSchema } from '../../../forms/form-schema.ts';
import { useTranslations } from '../../../shell/words.ts';
import { closeOnConflict } from './order-conflict.ts';

/** Asks customer service for a refund of one order (R6.04). */
export function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTranslations('orders');
  const { order_no: orderNo, kind, renews } = order;
  const bought = kind === 'private_deploy' ? 'service' : renews === null ? 'codes' : 'renewal';
  const [request] = useOrderRefundRequestMutation();
  const form = useForm({
    id: 'refund-request',
    initialValues: { order_no: orderNo, reason: '' },
    schema: formSchema('refundRequestSchema'),
    draft: { key: `refund:${orderNo}`, fields: ['reason'] },
    onSubmit: async (values) => {
      await request(handledByForm(values)).unwrap();
      showToast(t('refunds.done'));
      onClose();
    },
    onConflict: closeOnConflict(onClose),
  });

  return (
    <FormDialog
      title={t('refunds.title')}
      intro={t(`refunds.text_${bought}`)}
      form={form}
      submit={t('refunds.submit')}
      submitting={t('refunds.submitting')}
      cancel={t('refunds.cancel')}
      onClose={onClose}
    >
      <Field
        label={t('refunds.reason')}
        hint={t('refunds.reason_hint', { max: ORDER.refundReasonMax })}
        error={form.errorOf('reason')}
      >
        {(control) => <TextArea {...control} {...form.field('reason')} />}
      </Field>
    </FormDialog>
  );
}
