import { LocaleLink } from '@yunduo/app-shell';
import { hasPage } from '../../../route-map.ts';
import { useWords } from '../../../shell/words.ts';
import styles from './how-to.module.css';

/** How any of these apps gets onto a server, once for all of them. */
export function HowTo() {
  const t = useWords('guide');
  return (
    <section className={styles.how} aria-labelledby="how-h">
      <h2 id="how-h">{t('how.heading')}</h2>
      <ol>
        <li>
          <h3>{t('how.connect')}</h3>
          <p>
            {t('how.connect_text')}{' '}
            {hasPage('client-download') && <LocaleLink to="/client-download">{t('how.download')}</LocaleLink>}
          </p>
        </li>
        <li>
          <h3>{t('how.read')}</h3>
          <p>{t('how.read_text')}</p>
        </li>
        <li>
          <h3>{t('how.install')}</h3>
          <p>{t('how.install_text')}</p>
        </li>
      </ol>
    </section>
  );
}
