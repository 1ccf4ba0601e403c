import { LocaleLink, showToast, useLocalePath } from '@yunduo/app-shell';
import { handledByForm, useResetPasswordMutation } from '@yunduo/data-access';
import { Button } from '@yunduo/ui';
import { PASSWORD } from '@yunduo/validation';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { codeAddress } from '../../forms/code-address.ts';
import { CodeField } from '../../forms/code-field.tsx';
import { FormFailure } from '../../forms/form-failure.tsx';
import { formSchema } from '../../forms/form-schema.ts';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useCodeAddress } from '../../forms/use-code-address.ts';
import { useWords } from '../../shell/words.ts';
import { EmailField } from '../../forms/email-field.tsx';
import styles from './login.module.css';
import { NewPassword } from '../../forms/password-fields.tsx';
import { SectionHead } from './section-head.tsx';
import { sectionPath } from './sections.ts';

const SCENE = 'AUTH_RESET_PWD';

/** A new password for somebody who has the mailbox. Every session of the account ends. */
export function ResetForm() {
  const t = useWords('login');
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const path = useLocalePath();
  const [resetPassword] = useResetPasswordMutation();
  const from = useLocation().state as { email?: string } | null;

  const form = useAppForm({
    id: 'reset',
    initialValues: { email: from?.email ?? '', code: '', password: '', password_confirm: '' },
    schema: formSchema('resetPasswordSchema'),
    onSubmit: async (values) => {
      await resetPassword(handledByForm(values)).unwrap();
      codeAddress.forget(SCENE);
      showToast({ message: 'password_changed' });
      void navigate(path(sectionPath('sign-in', query)), { replace: true, state: { email: values.email } });
    },
  });

  useCodeAddress(SCENE, form);

  return (
    <form {...form.form} className={styles.form}>
      <SectionHead title={t('reset.heading')} lead={t('reset.lead')} />
      <EmailField form={form} />
      <CodeField
        form={form}
        scene={SCENE}
        email={form.values.email.trim()}
        checkEmail={() => form.check('email')}
        refuseEmail={(message) => form.refuse('email', message)}
      />
      <NewPassword form={form} label={t('new_password')} hint={t('password_hint', PASSWORD)} />
      <FormFailure failure={form.fault} />
      <Button type="submit" size="lg" busy={form.busy} className={styles.submit}>
        {t(form.busy ? 'reset.busy' : 'reset.submit')}
      </Button>
      <p className="quiet">
        {t('reset.remembered')}{' '}
        <LocaleLink to={sectionPath('sign-in', query)} state={{ email: form.values.email }} replace>
          {t('reset.go_sign_in')}
        </LocaleLink>
      </p>
    </form>
  );
}
