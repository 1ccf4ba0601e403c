import type { ErrorData } from '@yunduo/api-contract';
import { claimFailure, lazyWithRetry, LocaleLink, notePage, showToast } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, isApiFailure, useLoginMutation } from '@yunduo/data-access';
import { Button, Field, PasswordInput } from '@yunduo/ui';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { formSchema } from '../../forms/form-schema.ts';
import { useTranslations } from '../../shell/words.ts';
import { Agreement } from './agreement.tsx';
import { EmailField } from '../../forms/email-field.tsx';
import styles from './login.module.css';
import { usePasswordWords } from '../../forms/password-fields.tsx';
import { SectionHead } from './section-head.tsx';
import { KEPT_EMAIL } from './use-code-form.ts';
import { sectionPath } from './sections.ts';
import { leadsBack } from './leave-target.ts';
import { useLeave, type BeginSignIn } from './use-leave.ts';

const SecondStep = lazyWithRetry(() => import('./second-step.tsx'), {
  words: {
    zh: () => import('@yunduo/i18n-public-site/zh/second-factor'),
    en: () => import('@yunduo/i18n-public-site/en/second-factor'),
  },
});
const SignInCaptcha = lazyWithRetry(() => import('./sign-in-captcha.tsx'));

/** Sign-in. The slider appears when the server demands it; each attempt then needs its own ticket. */
export function SignInForm({ onBegin }: { onBegin: BeginSignIn }) {
  const t = useTranslations('login');
  const words = usePasswordWords();
  const [query] = useSearchParams();
  const leave = useLeave();
  const [login] = useLoginMutation();
  const [captcha, setCaptcha] = useState<{ round: number; ticket?: () => Promise<string> } | null>(null);
  const [step, setStep] = useState<ErrorData['second_step'] | null>(null);
  const from = useLocation().state as { email?: string } | null;

  const form = useForm({
    id: 'sign-in',
    initialValues: { email: from?.email ?? '', password: '', agree: false },
    schema: formSchema('loginSchema'),
    draft: KEPT_EMAIL,
    onSubmit: async (values) => {
      const giveUp = onBegin();
      // The redirect also applies if the visitor has switched to another section meanwhile.
      const onPage = notePage('path');
      const r_url = query.get('r_url') ?? undefined;
      try {
        const captcha_ticket = await captcha?.ticket?.();
        const session = await login(handledByForm({ ...values, r_url, captcha_ticket })).unwrap();
        showToast({ message: 'signed_in' });
        if (onPage()) leave(session.redirect);
      } catch (error) {
        giveUp();
        if (isApiFailure(error) && error.data.second_step) {
          claimFailure(error);
          // The password was correct: the next attempt needs no ticket.
          setCaptcha(null);
          return setStep(error.data.second_step);
        }
        if (captcha?.ticket) setCaptcha({ round: captcha.round + 1 });
        else if (isApiFailure(error) && error.data.captcha_required)
          setCaptcha({ round: captcha?.round ?? 0 });
        throw error;
      }
    },
  });

  if (step) {
    return (
      <SecondStep
        ticket={step.ticket}
        methods={step.methods}
        rUrl={query.get('r_url') ?? undefined}
        onBegin={onBegin}
        onSignedIn={leave}
        onBack={() => setStep(null)}
      />
    );
  }
  return (
    <form {...form.form} className={styles.form}>
      <SectionHead
        title={t('sign_in.heading')}
        lead={t(leadsBack(query) ? 'sign_in.lead_back' : 'sign_in.lead')}
      />
      <EmailField form={form} />
      <Field
        id="sign-in-password"
        label={t('password')}
        error={form.errorOf('password')}
        aside={
          <LocaleLink to={sectionPath('reset', query)} replace>
            {t('sign_in.forgot')}
          </LocaleLink>
        }
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...form.field('password')}
            words={words}
            autoComplete="current-password"
          />
        )}
      </Field>
      {captcha && (
        <SignInCaptcha
          key={captcha.round}
          onTicket={(ticket) => setCaptcha({ round: captcha.round, ticket })}
          onClose={() => setCaptcha(null)}
        />
      )}
      <Agreement {...form.checkbox('agree')} error={form.errorOf('agree')} />
      <FormError error={form.error} />
      <Button type="submit" size="lg" busy={form.busy} className={styles.submit}>
        {t(form.busy ? 'sign_in.busy' : 'sign_in.submit')}
      </Button>
      <p className="quiet">
        {t('sign_in.no_account')}{' '}
        <LocaleLink to={sectionPath('register', query)} replace>
          {t('sign_in.go_register')}
        </LocaleLink>
      </p>
    </form>
  );
}
