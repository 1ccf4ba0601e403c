import type { AppDetail, AppItem } from '@yunduo/api-contract';
import { foreignLang, LocaleLink, RichText, useLocale, CopyButton } from '@yunduo/app-shell';
import { AppLogo, Breadcrumb, buttonClass, SideNav } from '@yunduo/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AppCards } from '../../../app-cards/app-cards.tsx';
import { useTranslations } from '../../../shell/words.ts';
import { type Purpose, guidePath } from '../directory.ts';
import { AfterInstalling } from './after-installing.tsx';
import { BeforeYouStart } from './before-you-start.tsx';
import styles from './guide-page.module.css';
import { hasPage } from '../../../route-map.ts';
import steps from './install-steps.module.css';

interface GuidePageProps {
  app: AppDetail;
  purpose: Purpose;
  /** Related guides. */
  next: readonly AppItem[];
  product: string;
}

/** Guide to one official app: purpose, requirements, steps, and maintenance. */
export function GuidePage({ app, purpose, next, product }: GuidePageProps) {
  const t = useTranslations('guide');
  const locale = useLocale();
  const store = `/store/${String(app.id)}`;
  return (
    <div className="wrap">
      <Breadcrumb label={t('guide.breadcrumb')}>
        <LocaleLink to="/application">{t('title')}</LocaleLink>
        <LocaleLink to={`/application#${purpose}`}>{t(`purpose.${purpose}.heading`)}</LocaleLink>
        {app.name}
      </Breadcrumb>
      <div className={styles.head}>
        <AppLogo appKey={app.app_key} src={app.logo} size={72} loading="eager" />
        <div>
          <h1>{t('guide.heading', { app: app.name })}</h1>
          <p>{t('guide.lead', { name: product, version: app.version })}</p>
        </div>
        <LocaleLink to={store} className={buttonClass} data-kind="line">
          {t('guide.store')}
        </LocaleLink>
      </div>
      <div className={styles.guide}>
        <SideNav label={t('guide.contents')} className={styles.contents}>
          <Link to="#what" discover="none">
            {t('what.heading')}
          </Link>
          <Link to="#before" discover="none">
            {t('before.heading')}
          </Link>
          <Link to="#steps" discover="none">
            {t('steps.heading')}
          </Link>
          <Link to="#after" discover="none">
            {t('after.heading')}
          </Link>
        </SideNav>
        <div className={styles.main}>
          <GuideSection id="what" heading={t('what.heading')}>
            <p className={styles.intro} lang={foreignLang(app, 'intro', locale)}>
              {app.intro}
            </p>
            <div className={styles.text} lang={foreignLang(app, 'description', locale)}>
              <RichText html={app.description} />
            </div>
          </GuideSection>
          <GuideSection id="before" heading={t('before.heading')}>
            <BeforeYouStart app={app} />
          </GuideSection>
          <GuideSection id="steps" heading={t('steps.heading')}>
            <InstallSteps app={app} />
          </GuideSection>
          <GuideSection id="after" heading={t('after.heading')}>
            <AfterInstalling app={app} />
          </GuideSection>
          {next.length > 0 && (
            <GuideSection id="next" heading={t('next.heading')}>
              <AppCards apps={next} to={guidePath} />
            </GuideSection>
          )}
        </div>
      </div>
    </div>
  );
}

interface GuideSectionProps {
  /** Anchor that the table of contents links to. */
  id: string;
  heading: string;
  children: ReactNode;
}

/** A section of the guide, with its heading. */
function GuideSection({ id, heading, children }: GuideSectionProps) {
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-h`}>
      <h2 id={`${id}-h`}>{heading}</h2>
      {children}
    </section>
  );
}

/** The steps in the client, in order; dependencies and conflicts are a separate step. */
function InstallSteps({ app }: { app: AppDetail }) {
  const t = useTranslations('guide');
  const names = useNames();
  const needed = app.dependencies.filter(({ id }) => id !== null);
  return (
    <ol className={steps.steps}>
      <Step heading={t('steps.connect')}>
        {t('steps.connect_text', { app: app.name })}{' '}
        {hasPage('client-download') && <LocaleLink to="/client-download">{t('steps.download')}</LocaleLink>}
      </Step>
      {needed.length > 0 && (
        <Step heading={t('steps.needs', { apps: names(needed, 'conjunction') })}>
          {t('steps.needs_text', { app: app.name })}
        </Step>
      )}
      {app.conflicts.length > 0 && (
        <Step heading={t('steps.clashes', { apps: names(app.conflicts, 'disjunction') })}>
          {t('steps.clashes_text', { app: app.name })}
        </Step>
      )}
      <Step heading={t('steps.find')}>
        {t('steps.find_text')}
        <span className={steps.key}>
          <code translate="no">{app.app_key}</code>
          <CopyButton text={app.app_key} label={t('steps.copy')} withText />
        </span>
      </Step>
      <Step heading={t('steps.pick')}>{t('steps.pick_text', { version: app.version })}</Step>
      <Step heading={t('steps.watch')}>{t('steps.watch_text')}</Step>
    </ol>
  );
}

function Step({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <li>
      <h3>{heading}</h3>
      <div>{children}</div>
    </li>
  );
}

/** `MySQL、Redis`, or in English `MySQL and Redis` and `MySQL or Redis`. */
function useNames() {
  const zh = useLocale() === 'zh';
  return (relations: AppDetail['dependencies'], type: 'conjunction' | 'disjunction') => {
    const names = relations.map(({ name }) => name);
    return zh ? names.join('、') : new Intl.ListFormat('en-GB', { type }).format(names);
  };
}
