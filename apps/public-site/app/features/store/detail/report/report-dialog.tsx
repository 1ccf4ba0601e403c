import { FormDialog, useAppSelector, useSharedTranslations } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useStoreReportMutation } from '@yunduo/data-access';
import { selectUser } from '@yunduo/session';
import { Button, Field, LiveRegion, Notice, RadioGroup, TextArea, TextInput } from '@yunduo/ui';
import { EMAIL_MAX, REPORT_REASONS, REPORT_TEXT } from '@yunduo/validation';
import { useState } from 'react';
import { formSchema } from '../../../../forms/form-schema.ts';
import { useTranslations } from '../../../../shell/words.ts';

interface ReportDialogProps {
  id: number;
  name: string;
  onClose: () => void;
}

/** Dialog that reports an app to the store's operators. No account is needed. */
export default function ReportDialog({ id, name, onClose }: ReportDialogProps) {
  const t = useTranslations('storeExtras');
  const terms = useSharedTranslations('storeTerms');
  const user = useAppSelector(selectUser);
  const [report] = useStoreReportMutation();
  const [reported, setReported] = useState<{ counted: boolean } | null>(null);
  const form = useForm({
    id: 'report',
    initialValues: { reason: '', text: '', email: user?.email ?? '' },
    schema: formSchema('reportSchema'),
    draft: { key: `report:${id}`, fields: ['reason', 'text', 'email'] },
    onSubmit: async ({ reason, text, email }) => {
      setReported(await report(handledByForm({ id, reason, text, ...(email && { email }) })).unwrap());
    },
  });
  const { values } = form;

  return (
    <FormDialog
      title={t('report.heading', { app: name })}
      form={form}
      submit={t('report.send')}
      submitting={t('report.sending')}
      onClose={onClose}
      answer={
        reported && {
          text: (
            <LiveRegion role="status">
              <Notice tone={reported.counted ? 'good' : 'info'}>
                {t(reported.counted ? 'report.thanks' : 'report.again')}
              </Notice>
            </LiveRegion>
          ),
          footer: <Button onClick={onClose}>{t('report.done')}</Button>,
        }
      }
    >
      <RadioGroup
        required
        legend={t('report.reason')}
        name="reason"
        options={REPORT_REASONS.map((reason) => ({
          value: reason,
          label: terms(`reportReason.${reason}`),
        }))}
        value={values.reason}
        onChange={(reason) => form.setValue('reason', reason)}
        error={form.errorOf('reason')}
      />
      <Field label={t('report.text')} hint={t('report.text_hint', REPORT_TEXT)} error={form.errorOf('text')}>
        {(control) => <TextArea {...control} {...form.field('text')} rows={5} />}
      </Field>
      <Field label={t('report.email')} hint={t('report.email_hint')} error={form.errorOf('email')}>
        {(control) => (
          <TextInput
            {...control}
            {...form.field('email')}
            inputMode="email"
            autoComplete="email"
            maxLength={EMAIL_MAX}
          />
        )}
      </Field>
    </FormDialog>
  );
}
