import type { Order } from '@yunduo/api-contract';
import { FormDialog, showToast } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useOrderInvoiceRequestMutation } from '@yunduo/data-access';
import { Field, RadioGroup, TextInput } from '@yunduo/ui';
import { INVOICE_KINDS, ORDER } from '@yunduo/validation';
import { useRef } from 'react';
import { formSchema } from '../../../forms/form-schema.ts';
import { useTranslations } from '../../../shell/words.ts';
import { closeOnConflict } from './order-conflict.ts';

/** Requests an electronic invoice for a person or a company; a company has a tax number. */
export function InvoiceDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTranslations('orders');
  const [request] = useOrderInvoiceRequestMutation();
  const { order_no, invoice } = order;
  const form = useForm({
    id: 'invoice-request',
    initialValues: {
      order_no,
      kind: (invoice?.kind ?? 'personal') as string,
      title: invoice?.title ?? '',
      tax_no: invoice?.tax_no ?? '',
    },
    schema: formSchema('invoiceRequestSchema'),
    draft: { key: `invoice:${order_no}`, fields: ['kind', 'title', 'tax_no'] },
    onSubmit: async (values) => {
      await request(handledByForm(values)).unwrap();
      showToast(t('invoice.saved'));
      onClose();
    },
    onConflict: closeOnConflict(onClose),
  });
  const company = form.values.kind === 'company';
  const hiddenTaxNo = useRef('');

  return (
    <FormDialog
      title={t('invoice.title')}
      form={form}
      submit={t('invoice.save')}
      submitting={t('invoice.saving')}
      cancel={t('invoice.cancel')}
      onClose={onClose}
    >
      <RadioGroup
        required
        legend={t('invoice.kind')}
        name="kind"
        options={INVOICE_KINDS.map((kind) => ({ value: kind, label: t(`invoice.kinds.${kind}`) }))}
        value={form.values.kind}
        onChange={(kind) => {
          form.setValue('kind', kind);
          // A person has no tax number: a value in the hidden field would be rejected. It is restored for a company.
          form.setValue('tax_no', kind === 'company' ? hiddenTaxNo.current : '');
          hiddenTaxNo.current = form.values.tax_no;
        }}
        error={form.errorOf('kind')}
      />
      <Field label={t('invoice.name')} hint={t('invoice.text')} error={form.errorOf('title')}>
        {(control) => (
          <TextInput
            {...control}
            {...form.field('title')}
            maxLength={ORDER.invoiceTitleMax * 2}
            autoComplete={company ? 'organization' : 'name'}
          />
        )}
      </Field>
      {company && (
        <Field
          label={t('invoice.tax_no')}
          hint={t('invoice.tax_no_hint')}
          required
          error={form.errorOf('tax_no')}
        >
          {(control) => (
            <TextInput
              {...control}
              {...form.field('tax_no')}
              autoCapitalize="characters"
              spellCheck={false}
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
}
