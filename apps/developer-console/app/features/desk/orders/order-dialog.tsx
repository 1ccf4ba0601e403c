import type { AdminOrder } from '@yunduo/api-contract';
import { FormDialog, loadChunk, showToast, useLocale } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import {
  handledByForm,
  useDeskConfirmTransferMutation,
  useDeskInvoiceDecideMutation,
  useDeskRefundDecideMutation,
  useDeskReturnPaymentMutation,
} from '@yunduo/data-access';
import { formatMoney } from '@yunduo/i18n';
import { Field, TextArea, TextInput } from '@yunduo/ui';
import { useState } from 'react';
import { closeOnConflict } from '../../../forms/conflict.ts';
import { useTranslations } from '../../../shell/words.ts';
import styles from '../desk.module.css';

export type OrderStep = 'transfer' | 'approve' | 'refuse' | 'issued' | 'declined' | 'give_back';

interface OrderDialogProps {
  step: OrderStep;
  order: AdminOrder;
  onClose: () => void;
  /** The payment to return. */
  payment?: AdminOrder['payments'][number] | undefined;
}

/** Confirmation of a decision about money, with its input. A default export, for `lazyWithRetry`. */
export default function OrderDialog({ step, payment, ...props }: OrderDialogProps) {
  if (step === 'give_back') return payment ? <ReturnDialog payment={payment} {...props} /> : null;
  if (step === 'transfer') return <Transfer {...props} />;
  if (step === 'issued' || step === 'declined') return <InvoiceDecision step={step} {...props} />;
  return <RefundDecision approve={step === 'approve'} {...props} />;
}

type StepProps = Omit<OrderDialogProps, 'step' | 'payment'>;

function Transfer({ order, onClose }: StepProps) {
  const t = useTranslations('deskOrders');
  const locale = useLocale();
  const [confirm] = useDeskConfirmTransferMutation();
  const late = order.status !== 'pending' && order.status !== 'failed';
  const form = useForm({
    initialValues: { order_no: order.order_no, amount: '', reference: '' },
    schema: async () => (await loadChunk(() => import('../rules.ts'))).transferFormSchema,
    draft: { key: `desk-transfer:${order.order_no}`, fields: ['amount', 'reference'] },
    onConflict: closeOnConflict(onClose),
    onSubmit: async ({ order_no, amount, reference }) => {
      const answer = await confirm(handledByForm({ order_no, amount: Number(amount), reference })).unwrap();
      // The order has ended, or a colleague was faster with another reference.
      const unmatched = answer.payments.some(
        ({ transaction_id, status }) => transaction_id === reference && status === 'unmatched',
      );
      tell(answer, t(unmatched ? 'transfer.unmatched' : 'transfer.done'), t('proposed'));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('transfer.title')}
      intro={t(late ? 'transfer.intro_late' : 'transfer.intro', {
        number: order.order_no,
        amount: formatMoney(order.amount, order.currency, locale),
      })}
      form={form}
      submit={t('transfer.submit')}
      submitting={t('transfer.submitting')}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <Field required label={t('transfer.amount')} error={form.errorOf('amount')}>
          {(control) => (
            <TextInput {...control} {...form.field('amount')} inputMode="decimal" className="num" />
          )}
        </Field>
        <Field
          required
          label={t('transfer.reference')}
          hint={t('transfer.reference_hint')}
          error={form.errorOf('reference')}
        >
          {(control) => <TextInput {...control} {...form.field('reference')} className="num" />}
        </Field>
      </div>
    </FormDialog>
  );
}

function RefundDecision({ order: current, approve, onClose }: StepProps & { approve: boolean }) {
  const t = useTranslations('deskOrders');
  const locale = useLocale();
  // The decision is about this request and these licences: the buyer may ask again, or bind a code meanwhile.
  const [order] = useState(current);
  const requested_at = order.refund?.requested_at;
  const [decide] = useDeskRefundDecideMutation();
  const step = approve ? 'approve' : 'refuse';
  const form = useForm({
    initialValues: { order_no: order.order_no, approve, note: '' },
    schema: async () => (await loadChunk(() => import('../rules.ts'))).refundDecideSchema,
    draft: { key: `desk-refund:${step}:${order.order_no}`, fields: ['note'] },
    onConflict: closeOnConflict(onClose),
    onSubmit: async (decision) => {
      const { facts } = order;
      // An older API, which does not send the facts, takes neither.
      const seen = facts && requested_at ? { requested_at, ...(approve && { facts }) } : {};
      const answer = await decide(handledByForm({ ...decision, ...seen })).unwrap();
      tell(answer, t(`${step}.done`), t('proposed'));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(`${step}.title`)}
      intro={t(`${step}.intro`, {
        number: order.order_no,
        amount: formatMoney(order.amount, order.currency, locale),
      })}
      form={form}
      submit={t(`${step}.submit`)}
      submitting={t(`${step}.submitting`)}
      danger={approve}
      onClose={onClose}
    >
      <Field
        required={!approve}
        label={t(`${step}.note`)}
        hint={approve ? undefined : t('refuse.note_hint')}
        error={form.errorOf('note')}
      >
        {(control) => <TextArea {...control} {...form.field('note')} rows={4} />}
      </Field>
    </FormDialog>
  );
}

/** Number of the invoice on the tax platform, or the reason why it cannot be issued. */
function InvoiceDecision({ order: current, step, onClose }: StepProps & { step: 'issued' | 'declined' }) {
  const t = useTranslations('deskOrders');
  // The invoice is issued elsewhere meanwhile, to the party of this request: the buyer may change it.
  const [order] = useState(current);
  const [decide] = useDeskInvoiceDecideMutation();
  const issued = step === 'issued';
  const requested_at = order.invoice?.requested_at;
  const form = useForm({
    initialValues: { order_no: order.order_no, issued, number: '', note: '' },
    schema: async () => (await loadChunk(() => import('../rules.ts'))).invoiceDecideSchema,
    draft: { key: `desk-invoice:${order.order_no}:${requested_at}`, fields: ['number', 'note'] },
    onConflict: closeOnConflict(onClose),
    onSubmit: async ({ order_no, number, note }) => {
      const outcome = { order_no, issued, ...(issued ? { number } : { note }) };
      await decide(handledByForm({ ...outcome, ...(requested_at && { requested_at }) })).unwrap();
      showToast(t(`${step}.done`));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(`${step}.heading`)}
      intro={t(`${step}.intro`, { number: order.order_no, title: order.invoice?.title ?? '' })}
      form={form}
      submit={t(`${step}.submit`)}
      submitting={t(`${step}.submitting`)}
      onClose={onClose}
    >
      {issued ? (
        <Field
          required
          label={t('issued.number')}
          hint={t('issued.number_hint')}
          error={form.errorOf('number')}
        >
          {(control) => (
            <TextInput
              {...control}
              {...form.field('number')}
              className="num"
              inputMode="numeric"
              autoComplete="off"
            />
          )}
        </Field>
      ) : (
        <Field
          required
          label={t('declined.note')}
          hint={t('declined.note_hint')}
          error={form.errorOf('note')}
        >
          {(control) => <TextArea {...control} {...form.field('note')} rows={4} />}
        </Field>
      )}
    </FormDialog>
  );
}

/** Money that the order could not take, sent back by its payment company, or by hand from the bank. */
function ReturnDialog({
  order,
  payment: { payment_no, amount, provider },
  onClose,
}: StepProps & { payment: AdminOrder['payments'][number] }) {
  const t = useTranslations('deskOrders');
  const locale = useLocale();
  const [giveBack] = useDeskReturnPaymentMutation();
  const form = useForm({
    initialValues: { payment_no, note: '' },
    schema: async () => (await loadChunk(() => import('../rules.ts'))).paymentReturnSchema,
    draft: { key: `desk-return:${payment_no}`, fields: ['note'] },
    onConflict: closeOnConflict(onClose),
    onSubmit: async (values) => {
      const answer = await giveBack(handledByForm(values)).unwrap();
      tell(answer, t('give_back.done'), t('proposed'));
      onClose();
    },
  });
  const money = formatMoney(amount, order.currency, locale);
  return (
    <FormDialog
      title={t('give_back.title')}
      intro={t(provider === 'bank_transfer' ? 'give_back.intro_bank' : 'give_back.intro', { amount: money })}
      form={form}
      submit={t('give_back.submit')}
      submitting={t('give_back.submitting')}
      danger
      onClose={onClose}
    >
      <Field
        required
        label={t('give_back.note')}
        hint={t('give_back.note_hint')}
        error={form.errorOf('note')}
      >
        {(control) => <TextArea {...control} {...form.field('note')} rows={3} />}
      </Field>
    </FormDialog>
  );
}

/** Reports the result: done, or proposed to a second operator, which changes nothing yet. */
function tell({ waiting }: AdminOrder, done: string, proposed: string): void {
  if (waiting.length > 0) showToast(proposed);
  else showToast(done);
}
