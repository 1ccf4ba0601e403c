import type { ClientRelease } from '@yunduo/api-contract';
import { Prose, useLocale } from '@yunduo/app-shell';
import { dayOf } from '@yunduo/i18n';
import { useWords } from '../../shell/words.ts';
import styles from './client-download.module.css';

/** What earlier versions changed. Only the current one is handed out. */
export function OlderReleases({ releases }: { releases: readonly ClientRelease[] }) {
  const t = useWords('clientDownload');
  const locale = useLocale();
  return (
    <section aria-labelledby="older-h">
      <h2 id="older-h">{t('older')}</h2>
      {releases.map(({ version, published_at, notes }) => (
        <details key={version} className={styles.older}>
          <summary>
            <span className="num">{version}</span>
            <time dateTime={published_at}>{dayOf(published_at, locale)}</time>
          </summary>
          <Prose html={notes} />
        </details>
      ))}
    </section>
  );
}
