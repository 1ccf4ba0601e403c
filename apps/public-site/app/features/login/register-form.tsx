import { LocaleLink, showToast, useLocalePath } from '@yunduo/app-shell';
import { handledByForm, useRegisterMutation } from '@yunduo/data-access';
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
import { Agreement } from './agreement.tsx';
import { EmailField } from '../../forms/email-field.tsx';
import styles from './login.module.css';
import { NewPassword } from '../../forms/password-fields.tsx';
import { SectionHead } from './section-head.tsx';
import { sectionPath } from './sections.ts';

const SCENE = 'AUTH_REGISTER_EMAIL';

/** Registration. Afterwards sign-in is one password away, with the address filled in. */
export function RegisterForm() {
  const t = useWords('login');
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const path = useLocalePath();
  const [register] = useRegisterMutation();
  const from = useLocation().state as { email?: string } | null;

  const form = useAppForm({
    id: 'register',
    initialValues: { email: from?.email ?? '', code: '', password: '', password_confirm: '', agree: false },
    schema: formSchema('registerSchema'),
    onSubmit: async (values) => {
      await register(handledByForm(values)).unwrap();
      codeAddress.forget(SCENE);
      showToast({ message: 'registered' });
      void navigate(path(sectionPath('sign-in', query)), { replace: true, state: { email: values.email } });
    },
  });

  useCodeAddress(SCENE, form);

  return (
    <form {...form.form} className={styles.form}>
      <SectionHead title={t('register.heading')} lead={t('register.lead')} />
      <EmailField form={form} />
      <CodeField
        form={form}
        scene={SCENE}
        email={form.values.email.trim()}
        checkEmail={() => form.check('email')}
        refuseEmail={(message) => form.refuse('email', message)}
      />
      <NewPassword form={form} label={t('set_password')} hint={t('password_hint', PASSWORD)} />
      <Agreement {...form.checkbox('agree')} error={form.errorOf('agree')} />
      <FormFailure failure={form.fault} />
      <Button type="submit" size="lg" busy={form.busy} className={styles.submit}>
        {t(form.busy ? 'register.busy' : 'register.submit')}
      </Button>
      <p className="quiet">
        {t('register.have_account')}{' '}
        <LocaleLink to={sectionPath('sign-in', query)} state={{ email: form.values.email }} replace>
          {t('register.go_sign_in')}
        </LocaleLink>
      </p>
    </form>
  );
}
