import { showToast } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useChangePasswordMutation } from '@yunduo/data-access';
import { Button, Field, PageHead, PasswordInput } from '@yunduo/ui';
import { CHANGED_PASSWORD } from '@yunduo/validation';
import { formSchema } from '../../../forms/form-schema.ts';
import { NewPassword, usePasswordWords } from '../../../forms/password-fields.tsx';
import { useTranslations } from '../../../shell/words.ts';
import styles from '../account.module.css';

const EMPTY = { old_password: '', password: '', password_confirm: '' };

/** A new password for a user who knows the old one. The other sessions of the account end. */
export default function ChangePassword() {
  const t = useTranslations('account');
  const words = usePasswordWords();
  const [changePassword] = useChangePasswordMutation();
  const form = useForm({
    id: 'change-password',
    initialValues: EMPTY,
    schema: formSchema('changePasswordSchema'),
    draft: null,
    onSubmit: async (values) => {
      await changePassword(handledByForm(values)).unwrap();
      form.reset(EMPTY);
      showToast({ message: 'password_changed' });
    },
  });

  return (
    <>
      <PageHead title={t('panel.change_password')} lead={t('password.lead')} />
      <form {...form.form} className={styles.form}>
        <Field label={t('password.old')} error={form.errorOf('old_password')}>
          {(control) => (
            <PasswordInput
              {...control}
              {...form.field('old_password')}
              words={words}
              autoComplete="current-password"
            />
          )}
        </Field>
        <NewPassword form={form} label={t('password.new')} hint={t('password.hint', CHANGED_PASSWORD)} />
        <FormError error={form.error} />
        <div className={styles.foot}>
          <Button type="submit" busy={form.busy}>
            {t(form.busy ? 'password.saving' : 'password.save')}
          </Button>
        </div>
      </form>
    </>
  );
}
