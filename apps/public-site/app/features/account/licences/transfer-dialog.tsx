import { FormDialog, showToast } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useLicenceTransferMutation } from '@yunduo/data-access';
import { Field, TextInput } from '@yunduo/ui';
import { DAY, LICENCE_TRANSFER_TTL } from '@yunduo/validation';
import { formSchema } from '../../../forms/form-schema.ts';
import { useTranslations } from '../../../shell/words.ts';
import type { LicenceDialogProps } from './licence-dialog-props.ts';
import { ReceiptField } from './receipt-field.tsx';

/** Offers a licence to another user by email address. */
export function TransferDialog({ licence, onClose }: LicenceDialogProps) {
  const t = useTranslations('licences');
  const [transfer] = useLicenceTransferMutation();
  const form = useForm({
    id: 'licence-transfer',
    initialValues: { id: licence.id, to_email: '', receipt: '' },
    schema: formSchema('transferSchema'),
    draft: { key: `transfer:${licence.id}`, fields: ['to_email', 'receipt'] },
    onSubmit: async ({ receipt, ...values }) => {
      await transfer(handledByForm({ ...values, ...(receipt && { receipt }) })).unwrap();
      showToast(t('transfer.done', { email: values.to_email }));
      onClose();
    },
  });

  return (
    <FormDialog
      title={t('transfer.title')}
      intro={t('transfer.text', { days: LICENCE_TRANSFER_TTL / DAY })}
      form={form}
      submit={t('transfer.submit')}
      submitting={t('transfer.submitting')}
      cancel={t('cancel')}
      onClose={onClose}
    >
      {licence.offline && (
        <ReceiptField
          offline={licence.offline}
          field={form.field('receipt')}
          error={form.errorOf('receipt')}
          onText={(text) => form.setValue('receipt', text)}
        />
      )}
      <Field label={t('transfer.email')} error={form.errorOf('to_email')}>
        {(control) => (
          <TextInput
            {...control}
            {...form.field('to_email')}
            inputMode="email"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        )}
      </Field>
    </FormDialog>
  );
}
