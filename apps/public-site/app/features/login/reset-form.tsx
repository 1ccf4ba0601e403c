import { FormError } from '@yunduo/app-shell/form-error';
import { handledByForm, useResetPasswordMutation } from '@yunduo/data-access';
import { Button } from '@yunduo/ui';
import { formSchema } from '../../forms/form-schema.ts';
import { useTranslations } from '../../shell/words.ts';
import { CodeFields, ToSignIn } from './code-fields.tsx';
import styles from './login.module.css';
import { SectionHead } from './section-head.tsx';
import { useCodeForm } from './use-code-form.ts';

const SCENE = 'AUTH_RESET_PWD';

/** A new password for the owner of the mailbox. Every session of the account ends. */
export function ResetForm() {
  const t = useTranslations('login');
  const [resetPassword] = useResetPasswordMutation();
  const form = useCodeForm({
    id: 'reset',
    more: {},
    schema: formSchema('resetPasswordSchema'),
    send: (values) => resetPassword(handledByForm(values)).unwrap(),
    done: { message: 'password_changed' },
  });
  return (
    <form {...form.form} className={styles.form}>
      <SectionHead title={t('reset.heading')} lead={t('reset.lead')} />
      <CodeFields form={form} scene={SCENE} password={t('new_password')} />
      <FormError error={form.error} />
      <Button type="submit" size="lg" busy={form.busy} className={styles.submit}>
        {t(form.busy ? 'reset.busy' : 'reset.submit')}
      </Button>
      <ToSignIn question={t('reset.remembered')} link={t('reset.go_sign_in')} />
    </form>
  );
}
