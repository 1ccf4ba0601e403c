import { FormError } from '@yunduo/app-shell/form-error';
import { handledByForm, useRegisterMutation } from '@yunduo/data-access';
import { Button } from '@yunduo/ui';
import { useSearchParams } from 'react-router';
import { formSchema } from '../../forms/form-schema.ts';
import { useTranslations } from '../../shell/words.ts';
import { Agreement } from './agreement.tsx';
import { CodeFields, ToSignIn } from './code-fields.tsx';
import styles from './login.module.css';
import { SectionHead } from './section-head.tsx';
import { useCodeForm } from './use-code-form.ts';
import { useLeave, type BeginSignIn } from './use-leave.ts';

const SCENE = 'AUTH_REGISTER_EMAIL';

/** Registration. It signs the user in, and continues like sign-in. */
export function RegisterForm({ onBegin }: { onBegin: BeginSignIn }) {
  const t = useTranslations('login');
  const [query] = useSearchParams();
  const [register] = useRegisterMutation();
  const leave = useLeave();
  const form = useCodeForm({
    id: 'register',
    more: { agree: false },
    schema: formSchema('registerSchema'),
    send: async (values) => {
      const giveUp = onBegin();
      const r_url = query.get('r_url') ?? undefined;
      try {
        return await register(handledByForm({ ...values, r_url })).unwrap();
      } catch (error) {
        giveUp();
        throw error;
      }
    },
    done: { message: 'registered' },
    // An older API did not sign in after registration: the user then signs in with the password.
    goOn: (session) => session && (() => leave(session.redirect)),
  });
  return (
    <form {...form.form} className={styles.form}>
      <SectionHead title={t('register.heading')} lead={t('register.lead')} />
      <CodeFields form={form} scene={SCENE} password={t('set_password')} />
      <Agreement {...form.checkbox('agree')} error={form.errorOf('agree')} />
      <FormError error={form.error} />
      <Button type="submit" size="lg" busy={form.busy} className={styles.submit}>
        {t(form.busy ? 'register.busy' : 'register.submit')}
      </Button>
      <ToSignIn question={t('register.have_account')} link={t('register.go_sign_in')} />
    </form>
  );
}
