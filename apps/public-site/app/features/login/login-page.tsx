import { lazyWithRetry, LocaleLink, showToast } from '@yunduo/app-shell';
import { LiveRegion, Tabs } from '@yunduo/ui';
import { useSearchParams } from 'react-router';
import { SIGN_IN_REASON, tabStorage } from '@yunduo/session';
import { useEffect } from 'react';
import { NeedsScript } from '../../forms/needs-script.tsx';
import { TaskPage } from '../../shell/task-page.tsx';
import { useTranslations } from '../../shell/words.ts';
import styles from './login.module.css';
import { RegisterForm } from './register-form.tsx';
import { ResetForm } from './reset-form.tsx';
import { MAIL_SECTIONS, SECTION_WORDS, sectionOf, sectionPath, SECTIONS } from './sections.ts';
import { SignInForm } from './sign-in-form.tsx';
import { useSignedInVisitor } from './use-leave.ts';

// Only visitors from a mail's link load its view.
const words = {
  zh: () => import('@yunduo/i18n-public-site/zh/mail-links'),
  en: () => import('@yunduo/i18n-public-site/en/mail-links'),
};
const MailLink = lazyWithRetry(() => import('./mail-link.tsx'), { words });

/** Reasons for an account, in the order in which users need them. */
const REASONS = ['licences', 'orders', 'apps', 'feedback'] as const;

/** One page for sign-in, registration and password reset; each section has its address. */
export function LoginPage() {
  const t = useTranslations('login');
  const [query] = useSearchParams();
  const section = sectionOf(query);
  useSignInReason();
  const { leaving, beginSignIn } = useSignedInVisitor(section);
  const tabs = SECTIONS.filter((name) => !MAIL_SECTIONS.includes(name) || name === section);

  return (
    <TaskPage
      beside={{
        heading: t('reasons.heading'),
        items: REASONS.map((reason) => ({
          term: t(`reasons.${reason}`),
          text: t(`reasons.${reason}_text`),
        })),
      }}
    >
      <Tabs label={t('sections')}>
        {tabs.map((name) => (
          <LocaleLink
            key={name}
            to={MAIL_SECTIONS.includes(name) ? `?section=${name}` : sectionPath(name, query)}
            replace
            // Its address is without the token of the open link.
            onClick={(event) => MAIL_SECTIONS.includes(name) && event.preventDefault()}
            aria-current={name === section ? 'page' : undefined}
          >
            {t(`title.${SECTION_WORDS[name]}`)}
          </LocaleLink>
        ))}
      </Tabs>
      <div className={styles.panel}>
        <NeedsScript />
        <LiveRegion role="status" as="p">
          {leaving && t('leaving')}
        </LiveRegion>
        {!leaving && (
          <>
            {section === 'sign-in' && <SignInForm onBegin={beginSignIn} />}
            {section === 'register' && <RegisterForm onBegin={beginSignIn} />}
            {section === 'reset' && <ResetForm />}
            {section === 'undo-email' && <MailLink action="undo" waiting={<h1>{t('title.undo')}</h1>} />}
            {section === 'not-me' && <MailLink action="not_me" waiting={<h1>{t('title.not_me')}</h1>} />}
          </>
        )}
      </div>
    </TaskPage>
  );
}

/** Tells why the developer center redirected the visitor here: its own toast was lost with its page. */
export function useSignInReason(): void {
  useEffect(() => {
    if (tabStorage.get(SIGN_IN_REASON) !== 'login_first') return;
    tabStorage.remove(SIGN_IN_REASON);
    showToast({ message: 'login_first' }, { kind: 'error' });
  }, []);
}
