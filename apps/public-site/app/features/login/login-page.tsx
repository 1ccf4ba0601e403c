import { lazyWithRetry, LocaleLink } from '@yunduo/app-shell';
import { LiveRegion, Tabs } from '@yunduo/ui';
import { useSearchParams } from 'react-router';
import { NeedsScript } from '../../forms/needs-script.tsx';
import { useWords } from '../../shell/words.ts';
import styles from './login.module.css';
import { RegisterForm } from './register-form.tsx';
import { ResetForm } from './reset-form.tsx';
import { SECTION_WORDS } from './section-words.ts';
import { MAIL_SECTIONS, sectionOf, sectionPath, SECTIONS } from './sections.ts';
import { SignInForm } from './sign-in-form.tsx';
import { useSignedInVisitor } from './use-leave.ts';
import { useSignInReason } from './use-sign-in-reason.ts';

// Only who follows a link of a mail pays for what it leads to.
const words = { zh: () => import('./mail-links-words.zh.ts'), en: () => import('./mail-links-words.en.ts') };
const UndoEmail = lazyWithRetry(() => import('./undo-email.tsx'), { words });
const NotMe = lazyWithRetry(() => import('./not-me.tsx'), { words });

/** One page for signing in, registering and setting a new password; each section has its address. */
export function LoginPage() {
  const t = useWords('login');
  const [query] = useSearchParams();
  const section = sectionOf(query);
  useSignInReason();
  const { leaving, beginSignIn } = useSignedInVisitor(section);
  const tabs = SECTIONS.filter((name) => !MAIL_SECTIONS.includes(name) || name === section);

  return (
    <div className={styles.login}>
      <div className={styles.column}>
        <Tabs label={t('sections')}>
          {tabs.map((name) => (
            <LocaleLink
              key={name}
              to={MAIL_SECTIONS.includes(name) ? `?section=${name}` : sectionPath(name, query)}
              replace
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
              {section === 'undo-email' && <UndoEmail waiting={<h1>{t('title.undo')}</h1>} />}
              {section === 'not-me' && <NotMe waiting={<h1>{t('title.not_me')}</h1>} />}
            </>
          )}
        </div>
      </div>
      <aside className={styles.art}>
        <HelmDrawing />
        <p>{t('art')}</p>
      </aside>
    </div>
  );
}

/** The helm, cropped by its frame; the king spoke stands off the vertical, as after a long watch. */
function HelmDrawing() {
  return (
    <svg className={styles.helm} viewBox="-300 -300 600 600" width="920" height="920" aria-hidden="true">
      <circle r="288" pathLength="720" strokeWidth="12" strokeDasharray="1 9" />
      <circle r="150" strokeWidth="24" />
      <circle r="36" strokeWidth="20" />
      <path
        strokeWidth="12"
        d="M0 40V150M0-40V-150M40 0H150M-40 0H-150M28 28 106 106M-28 28-106 106M28-28 106-106M-28-28-106-106"
      />
      <path
        className={styles.grip}
        d="M0 172V232M172 0H232M-172 0H-232M122 122 164 164M-122 122-164 164M122-122 164-164M-122-122-164-164"
      />
      <path className={styles.king} d="M0-172V-256" />
    </svg>
  );
}
