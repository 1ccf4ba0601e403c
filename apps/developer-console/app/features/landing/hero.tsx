import { LocaleLink } from '@yunduo/app-shell';
import { buttonClass, Icon } from '@yunduo/ui';
import { REVIEW_WORKING_DAYS } from '@yunduo/validation';
import { PATHS } from '../../paths.ts';
import { useDevDocs } from '../../shell/runtime-config.ts';
import { useTranslations } from '../../shell/words.ts';
import { RouteDrawing } from './route-drawing.tsx';
import styles from './landing.module.css';

export function Hero() {
  const t = useTranslations('landing');
  return (
    <section className={styles.hero} aria-labelledby="landing">
      <h1 id="landing">{t('hero.headline')}</h1>
      <p className={styles.lead}>{t('hero.lead', { days: REVIEW_WORKING_DAYS })}</p>
      <div className={styles.actions}>
        <LocaleLink to={PATHS.applications} className={buttonClass} data-kind="primary" data-size="lg">
          {t('hero.applications')}
        </LocaleLink>
        <DocsLink />
      </div>
      <RouteDrawing />
    </section>
  );
}

/** Its space is reserved while the configuration loads, so that nothing moves. */
function DocsLink() {
  const t = useTranslations('landing');
  const devDocs = useDevDocs();
  return (
    <a
      // The landing page's loader sets its address before the application runs.
      data-docs
      href={devDocs ?? undefined}
      className={`${buttonClass} ${styles.docs}`}
      data-kind="line"
      data-size="lg"
    >
      {t('hero.docs')}
      <Icon name="external" />
    </a>
  );
}
