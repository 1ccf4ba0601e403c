import type { LicenceDetail } from '@yunduo/api-contract';
import { FormDialog, showToast, useLocale } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useLicenceDetailQuery, useLicenceUnbindMutation } from '@yunduo/data-access';
import { momentOf } from '@yunduo/i18n';
import { Field, Notice, Skeleton, TextInput } from '@yunduo/ui';
import { formSchema } from '../../../forms/form-schema.ts';
import { useTranslations } from '../../../shell/words.ts';
import type { LicenceDialogProps } from './licence-dialog-props.ts';
import { ReceiptField } from './receipt-field.tsx';

/** Unbinds a licence from its server, after showing how often that is possible. */
export function UnbindDialog({ licence, onClose }: LicenceDialogProps) {
  const t = useTranslations('licences');
  const [unbind] = useLicenceUnbindMutation();
  const { data, isError } = useLicenceDetailQuery(licence.id);
  const form = useForm({
    id: 'licence-unbind',
    initialValues: { id: licence.id, reason: '', receipt: '' },
    schema: formSchema('unbindSchema'),
    draft: { key: `unbind:${licence.id}`, fields: ['reason', 'receipt'] },
    onSubmit: async ({ receipt, ...values }) => {
      await unbind(handledByForm({ ...values, ...(receipt && { receipt }) })).unwrap();
      showToast(t('unbind.done'));
      onClose();
    },
  });
  // The licence from a list may be stale.
  const { offline } = data ?? licence;

  return (
    <FormDialog
      title={t('unbind.title')}
      intro={t(licence.plan === 'permanent' ? 'unbind.text_permanent' : 'unbind.text', {
        name: licence.server?.name ?? '',
      })}
      form={form}
      submit={t('unbind.submit')}
      submitting={t('unbind.submitting')}
      danger
      cancel={t('cancel')}
      onClose={onClose}
    >
      {data ? (
        <Allowance unbind={data.unbind} />
      ) : (
        // A failed lookup does not block the form: the server answers when it is sent.
        !isError && <Skeleton label={t('unbind.reading')} shape="text" rows={1} />
      )}
      {offline && (
        <ReceiptField
          offline={offline}
          field={form.field('receipt')}
          error={form.errorOf('receipt')}
          onText={(text) => form.setValue('receipt', text)}
        />
      )}
      <Field label={t('unbind.reason')} hint={t('unbind.reason_hint')} error={form.errorOf('reason')}>
        {(control) => <TextInput {...control} {...form.field('reason')} autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}

/** Remaining unbinds; the server decides when the form is sent. */
function Allowance({ unbind }: { unbind: LicenceDetail['unbind'] }) {
  const t = useTranslations('licences');
  const locale = useLocale();
  const { left, limit, days, next_at: next } = unbind;
  return (
    <Notice tone={next ? 'warn' : 'info'}>
      <p>
        {next
          ? t('unbind.not_now', { limit, days, time: momentOf(next, locale) })
          : t('unbind.left', { count: left, limit, days })}
      </p>
    </Notice>
  );
}
