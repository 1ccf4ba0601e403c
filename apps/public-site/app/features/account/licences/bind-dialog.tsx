import { CopyButton, FormDialog, showToast, useLocale } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useLicenceBindMutation } from '@yunduo/data-access';
import { dayOf } from '@yunduo/i18n';
import { Command, Field, TextInput } from '@yunduo/ui';
import { formSchema } from '../../../forms/form-schema.ts';
import { useTranslations } from '../../../shell/words.ts';
import type { LicenceDialogProps } from './licence-dialog-props.ts';
import styles from './licences.module.css';

/** Prints the fingerprint of a server, as its client shows it (`docs/operations.md`). */
const FINGERPRINT_COMMAND = `printf 'yunduo-server/1\\n%s' "$(cat /etc/machine-id)" | sha256sum`;

/** Binds a licence to a server, by the server's fingerprint. */
export function BindDialog({ licence, onClose }: LicenceDialogProps) {
  const t = useTranslations('licences');
  const locale = useLocale();
  const [bind] = useLicenceBindMutation();
  const form = useForm({
    id: 'licence-bind',
    initialValues: { code: licence.code, server_name: '', fingerprint: '' },
    schema: formSchema('bindSchema'),
    draft: { key: `bind:${licence.id}`, fields: ['server_name', 'fingerprint'] },
    onSubmit: async (values) => {
      const bound = await bind(handledByForm(values)).unwrap();
      showToast(t('bind.done', { name: bound.server?.name ?? '' }));
      onClose();
    },
  });
  const intro = () => {
    if (licence.expires_at) return t('bind.text_runs', { date: dayOf(licence.expires_at, locale) });
    if (licence.plan === 'permanent') return t('bind.text_permanent');
    return t('bind.text_start', { plan: t(`plans.${licence.plan}`) });
  };

  return (
    <FormDialog
      title={t('bind.title')}
      intro={intro()}
      form={form}
      submit={t('bind.submit')}
      submitting={t('bind.submitting')}
      cancel={t('cancel')}
      onClose={onClose}
    >
      <Field
        label={t('bind.server_name')}
        hint={t('bind.server_name_hint')}
        error={form.errorOf('server_name')}
      >
        {(control) => <TextInput {...control} {...form.field('server_name')} autoComplete="off" />}
      </Field>
      <Field
        label={t('bind.fingerprint')}
        hint={t('bind.fingerprint_hint')}
        error={form.errorOf('fingerprint')}
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.field('fingerprint')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        )}
      </Field>
      <details className={styles.help}>
        <summary>{t('bind.help')}</summary>
        <p className="quiet">{t('bind.help_text')}</p>
        <Command
          label={t('bind.help_command')}
          command={FINGERPRINT_COMMAND}
          copy={<CopyButton text={FINGERPRINT_COMMAND} label={t('bind.help_copy')} />}
        />
      </details>
      <Field label={t('bind.code')} error={form.errorOf('code')}>
        {(control) => <TextInput {...control} value={licence.code} readOnly autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}
