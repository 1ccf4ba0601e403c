import { LocaleLink, useLocalePath } from '@yunduo/app-shell';
import { buttonClass } from '@yunduo/ui';
import { PATHS } from '../../paths.ts';
import { useWords } from '../../shell/words.ts';
import styles from './landing.module.css';

export function Start() {
  const t = useWords('landing');
  const path = useLocalePath();
  return (
    <section className={styles.section} aria-labelledby="start">
      <h2 id="start">{t('start.heading')}</h2>
      <p className={styles.lead}>{t('start.text')}</p>
      <div className={styles.actions}>
        <LocaleLink to={PATHS.applications} className={buttonClass} data-kind="line" data-size="lg">
          {t('start.action')}
        </LocaleLink>
        {/* On the public site: another document. */}
        <a
          href={path('/protocol/developer-agreement')}
          className={buttonClass}
          data-kind="bare"
          data-size="lg"
        >
          {t('start.agreement')}
        </a>
      </div>
    </section>
  );
}
