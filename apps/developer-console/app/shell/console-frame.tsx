import {
  LanguageSwitch,
  loadChunk,
  LocaleLink,
  ThemeSwitch,
  useAppSelector,
  useLocalePath,
} from '@yunduo/app-shell';
import { publishingApi, useSiteInfoQuery } from '@yunduo/data-access';
import { selectUser } from '@yunduo/session';
import { BrandMark, SideNav } from '@yunduo/ui';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { splitLocale } from '@yunduo/i18n';
import { PATHS } from '../paths.ts';
import { Account, SignOut } from './account.tsx';
import styles from './console-frame.module.css';
import { isOperator, isReviewer } from './roles.ts';
import { useDevDocs } from './runtime-config.ts';
import { useTranslations } from './words.ts';

/** Layout `developer-center`: a rail with the navigation on the left (a header on a phone), the page on the right. */
export function ConsoleFrame({ children }: { children: ReactNode }) {
  const t = useTranslations('frame');
  const path = useLocalePath();
  const { data: site } = useSiteInfoQuery();
  return (
    <div className={styles.console}>
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      <header className={styles.rail}>
        <LocaleLink to={PATHS.landing} className={styles.brand}>
          <BrandMark />
          <span>
            {t('title')}
            {/* The name is content: its line is reserved until it has loaded. */}
            <small data-site-name="">{site?.name}</small>
          </span>
        </LocaleLink>
        <RailNav />
        <div className={styles.foot}>
          <div className={styles.switches}>
            <LanguageSwitch className={styles.link} />
            <ThemeSwitch className={styles.theme} />
          </div>
          <div className={styles.ways}>
            <Account />
            <SignOut />
            <a className={`${styles.link} ${styles.site}`} href={path('/')}>
              {t('to_site')}
            </a>
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {/* Parts that do not fit into the rail when it is a header. */}
      <footer className={styles.after}>
        <ThemeSwitch />
        <SignOut />
        <a href={path('/')}>{t('to_site')}</a>
      </footer>
    </div>
  );
}

function RailNav() {
  const t = useTranslations('frame');
  const here = splitLocale(useLocation().pathname.replace(/(.)\/$/, '$1')).path;
  const docs = useDevDocs();
  const user = useAppSelector(selectUser);
  // The list's cached data; the rail itself fetches nothing.
  const { data } = publishingApi.endpoints.devAppList.useQueryState({});
  const [Count, setCount] = useState<ComponentType>();
  const reviewer = isReviewer(user);
  useEffect(() => {
    // Without it the link has no number.
    if (reviewer)
      loadChunk(() => import('../staff/review-count.tsx')).then(
        ({ part }) => setCount(part),
        () => undefined,
      );
  }, [reviewer]);
  const link = (
    to: string,
    name: 'home' | 'control_panel' | 'review' | 'desk',
    current: boolean | 'true' = here === to,
  ) => (
    <LocaleLink to={to} aria-current={current === true ? 'page' : current || undefined}>
      {t(name)}
      {name === 'review' && Count && <Count />}
    </LocaleLink>
  );
  return (
    <SideNav label={t('nav')} className={styles.nav}>
      {link(PATHS.landing, 'home')}
      <LocaleLink to={PATHS.applications} aria-current={currentOf(here)}>
        {t('applications')}
        {/* Its space is reserved before the number has loaded. */}
        <span className="num">{data?.total}</span>
      </LocaleLink>
      {/* Webhooks are reached from the control panel. */}
      {link(PATHS.controlPanel, 'control_panel', here === PATHS.webhooks ? 'true' : undefined)}
      {reviewer && link(PATHS.review, 'review')}
      {isOperator(user) && link(PATHS.desk, 'desk', here.startsWith(PATHS.desk))}
      {/* The landing page shows it before the application runs (`prerender/landing-loader.ts`). */}
      {docs !== null && (
        <a className={styles.outside} data-docs href={docs ?? undefined} hidden={!docs}>
          {t('documents')}
        </a>
      )}
    </SideNav>
  );
}

/** The pages of one app (`app-edit`, `app-versions`, `app-preview`) belong to the applications. */
function currentOf(here: string): 'page' | 'true' | undefined {
  if (here === PATHS.applications) return 'page';
  return here.includes('/app-') ? 'true' : undefined;
}
